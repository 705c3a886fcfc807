import type { Data } from '@checkin/http'
import type { listStacks, ReadFrame } from '@checkin/registry'
import { useStacks } from '../api/queries.ts'
import { useOperator } from '../api/session.ts'
import { Moment } from '../frame/format.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { frameText } from './version-text.ts'

type Stack = Data<typeof listStacks>['stacks'][number]

/** Errors that pages threw in a version's code, read back to its sources; for who may read them. */
export function ThrownErrors({ name, version }: { readonly name: string; readonly version: string }) {
  const role = useOperator().data?.role
  const mayRead = role === 'operator' || role === 'approver'
  const stacks = useStacks(name, version, mayRead)
  if (!mayRead) return null
  return (
    <section className="panel" aria-label="Where errors were thrown">
      <h2>Where errors were thrown</h2>
      <QueryResult query={stacks}>
        {(all) => (all.length === 0
          ? <p style={{ margin: 0 }}>No page told of an error in a script whose source map is kept.</p>
          : all.map((stack) => <StackOf key={JSON.stringify(stack.frames)} stack={stack} />))}
      </QueryResult>
    </section>
  )
}

function StackOf({ stack: { count, hosts, lastAt, frames } }: { readonly stack: Stack }) {
  return (
    <div className="stack">
      <p style={{ margin: 0 }}>{count} {count === 1 ? 'time' : 'times'} on {hosts.join(', ')}, last <Moment at={lastAt} /></p>
      <ol>{frames.map((frame) => <Place key={frameText(frame)} frame={frame} />)}</ol>
    </div>
  )
}

const Place = ({ frame }: { readonly frame: ReadFrame }) => <li>{frameText(frame)}{frame.code !== null && <> <code>{frame.code}</code></>}</li>
