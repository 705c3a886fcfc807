import { Alert, Button, Input } from 'antd'
import { useId, useState } from 'react'
import { previewOfSet, type Trace } from '@checkin/registry'
import { choiceText, shortName } from '@checkin/registry/words'
import { call } from '../api/client.ts'
import { useChange, useTrace } from '../api/queries.ts'
import { QueryResult } from '../frame/query-result.tsx'
import { useOperator } from '../api/session.ts'
import { Moment } from '../frame/format.tsx'
import { type MadePreview, PreviewLink } from '../releases/preview.tsx'

/** From the code that a renter reads out to what happened on that renter's page. */
export function TraceSearch() {
  const field = useId()
  const [typed, setTyped] = useState('')
  const [code, setCode] = useState('')
  const trace = useTrace(code)
  return (
    <>
      <form className="search" onSubmit={(event) => { event.preventDefault(); setCode(typed.trim()) }}>
        <label htmlFor={field}>The eight letters and digits that the renter's page shows</label>
        <Input id={field} value={typed} maxLength={20} placeholder="K7QF-2M9X" autoComplete="off" spellCheck={false} onChange={({ target }) => { setTyped(target.value) }} />
        <Button htmlType="submit">Find</Button>
      </form>
      <div aria-live="polite" data-trace={code === '' ? 'none' : trace.isPending ? 'loading' : 'answered'}>
        {code !== '' && (
          <QueryResult query={trace}>
            {(found) => (found
              ? <TraceCard key={found.code} trace={found} />
              : <p style={{ margin: 0 }}>No failure is known under {code}. Codes are kept for 30 days; compare it with the renter's once more.</p>)}
          </QueryResult>
        )}
      </div>
    </>
  )
}

/** One failure: where, when, of which version and why, how often, and the way to see what the renter saw. */
export function TraceCard({ trace }: { readonly trace: Trace }) {
  const { code, host, step, at, module, version, phase, reason, setId, modules, group } = trace
  const role = useOperator().data?.role
  const change = useChange<MadePreview>()
  return (
    <article className="trace" aria-label={`Failure ${code}`}>
      <dl>
        <div><dt>Where</dt><dd>{host}{step !== '' && `, screen ${step}`}</dd></div>
        <div><dt>When</dt><dd><Moment at={at} /></dd></div>
        <div><dt>Version</dt><dd><span className="pill back">{shortName(module)} {version}</span></dd></div>
        <div><dt>Phase</dt><dd>{phase}</dd></div>
        <div><dt>Cause</dt><dd>{reason === '' ? 'none reported' : reason}</dd></div>
        <div><dt>The same failure</dt><dd>{group.firstAt === null ? 'counted against no version' : <>{group.count} {group.count === 1 ? 'time' : 'times'} on {group.hosts.join(', ')}, first <Moment at={group.firstAt} /></>}</dd></div>
        <div><dt>Set {setId}</dt><dd>{choiceText(modules)}</dd></div>
      </dl>
      {(role === 'operator' || role === 'approver') && (
        <Button type="primary" loading={change.isPending} onClick={() => { change.mutate(() => call(previewOfSet, { params: { host, id: setId }, body: { hours: 4, reason: `code ${code}` } })) }}>
          Make a preview of this set
        </Button>
      )}
      {change.error && <Alert type="error" showIcon role="alert" title={change.error.message} />}
      {change.data && <PreviewLink host={host} made={change.data} />}
    </article>
  )
}
