import { Alert, Button } from 'antd'
import { Link } from 'react-router'
import { timelineKinds, type TimelineEntry } from '@checkin/registry'
import { useTenantChanges, useTimeline } from '../api/queries.ts'
import { Moment } from '../frame/format.tsx'
import { useAddress } from '../frame/use-address.ts'
import { setsOf, timelineText } from './timeline-text.ts'

const kindNames = { releases: 'Releases', rollouts: 'Rollouts', approvals: 'Approvals', settings: 'Settings' } as const

/** What happened to a tenant, newest first (DEC-221): the registry's audit, and what was changed of the company's settings. */
export function TenantTimeline({ host }: { readonly host: string }) {
  const address = useAddress()
  const kind = timelineKinds.find((each) => each === address.of('kind')) ?? ''
  const timeline = useTimeline(host, kind)
  const changes = useTenantChanges().data ?? []
  const entries = timeline.data?.pages.flatMap((page) => page.entries) ?? []
  const until = timeline.hasNextPage ? entries.at(-1)?.at ?? '' : ''
  const settings = kind === '' || kind === 'settings' ? changes.filter((change) => change.host === host && change.at > until) : []
  const rows = [
    ...entries.map((entry) => ({ key: `entry ${entry.entry}`, at: entry.at, row: <Entry entry={entry} host={host} /> })),
    ...settings.map(({ at, actor, fields, revision }) => ({ key: `settings ${at} ${fields.join()}`, at, row: <p><Moment at={at} />, {actor}: company's settings, revision {revision}: {fields.length > 6 ? `${fields.length} settings` : fields.join(', ') || 'host name'}</p> })),
  ].sort((one, other) => other.at.localeCompare(one.at))
  return (
    <section className="panel" aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      <div className="actions" role="group" aria-label="Show">
        {(['', ...timelineKinds] as const).map((each) => <Button key={each} size="small" type={each === kind ? 'primary' : 'default'} aria-pressed={each === kind} onClick={() => { address.choose({ kind: each }) }}>{each === '' ? 'All' : kindNames[each]}</Button>)}
      </div>
      {timeline.error && <Alert type="error" showIcon role="alert" title={timeline.error.message} />}
      {timeline.isSuccess && rows.length === 0 && <p>Nothing of this kind has happened yet.</p>}
      <ul className="rows">{rows.map(({ key, row }) => <li key={key}>{row}</li>)}</ul>
      {timeline.hasNextPage && <Button style={{ justifySelf: 'start' }} loading={timeline.isFetchingNextPage} onClick={() => { void timeline.fetchNextPage() }}>Show older</Button>}
    </section>
  )
}

function Entry({ entry, host }: { readonly entry: TimelineEntry; readonly host: string }) {
  const sets = setsOf(entry)
  return (
    <p>
      <Moment at={entry.at} />, {entry.actor}: {timelineText(entry, host)}{entry.reason !== '' && <>. “{entry.reason}”</>}
      {sets && <> <Link to={`/compare?from=${sets[0]}&to=${sets[1]}`}>Compare with before</Link></>}
    </p>
  )
}
