import { Alert, Button } from 'antd'
import { useAct } from '../api/registry.ts'
import { useOperator } from '../api/session.ts'
import type { Trace } from '../api/traces.ts'
import { Moment } from '../frame/moment.tsx'
import { choiceText, shortName } from '../releases/modules.ts'
import { PreviewLink, type MadePreview } from '../releases/preview-link.tsx'

interface TraceCardProps { readonly trace: Trace }

/** One failure: where, when, of which version and why, how often, and the way to see what the renter saw. */
export function TraceCard({ trace }: TraceCardProps) {
  const { code, host, step, at, module, version, phase, reason, setId, modules, group } = trace
  const role = useOperator().data?.role
  const act = useAct<MadePreview>()
  return (
    <article className="trace" aria-label={`Failure ${code}`}>
      <dl>
        <div><dt>Where</dt><dd>{host}{step !== '' && `, screen ${step}`}</dd></div>
        <div><dt>When</dt><dd><Moment at={at} /></dd></div>
        <div><dt>Version</dt><dd><span className="pill back">{shortName(module)} {version}</span></dd></div>
        <div><dt>Phase</dt><dd>{phase}</dd></div>
        <div><dt>Cause</dt><dd>{reason === '' ? 'none told' : reason}</dd></div>
        <div><dt>The same failure</dt><dd>{group.firstAt === null ? 'counted against no version' : <>{group.count} {group.count === 1 ? 'time' : 'times'} on {group.hosts.join(', ')}, first <Moment at={group.firstAt} /></>}</dd></div>
        <div><dt>Set {setId}</dt><dd>{choiceText(modules)}</dd></div>
      </dl>
      {(role === 'operator' || role === 'approver') && (
        <Button type="primary" loading={act.isPending} onClick={() => { act.mutate({ path: `/tenants/${host}/sets/${setId}/preview`, method: 'POST', body: { hours: 4, reason: `code ${code}` } }) }}>
          Make a preview of this set
        </Button>
      )}
      {act.error && <Alert type="error" showIcon role="alert" title={act.error.message} />}
      {act.data && <PreviewLink host={host} made={act.data} />}
    </article>
  )
}
