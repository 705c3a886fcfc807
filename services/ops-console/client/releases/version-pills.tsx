import type { TenantRow } from '@checkin/registry'

const hourMs = 3_600_000

/** How a version is found that is not pinned, `the default, stable`. */
export function followText(selector: string | undefined, { kind, through }: TenantRow['follows'][string]): string {
  if (kind === 'inherit') return through === undefined ? 'the default' : `the default, ${through}`
  return selector ?? ''
}

/** What new sessions get of one module: the version, how it is found, and beside it a version that only some get. Words as well as colours. */
export function VersionPills({ tenant, module }: { readonly tenant: TenantRow; readonly module: string }) {
  const version = tenant.modules[module]
  if (version === undefined) return <span className="pill off">off</span>
  const canaries = tenant.rollouts.filter((rollout) => module in rollout.modules)
  const wasRolledBack = tenant.changedBy === 'registry'
  const isNew = tenant.lastGood[module] !== undefined && Date.now() - Date.parse(tenant.changedAt) < hourMs
  const follows = tenant.follows[module]
  return (
    <span className="pills">
      <span className={isNew ? (wasRolledBack ? 'pill back' : 'pill new') : 'pill'}>{version}{isNew && (wasRolledBack ? ' rolled back' : ' new')}</span>
      {follows && <small>{followText(tenant.wishes[module], follows)}</small>}
      {canaries.map(({ id, modules, settings, percent }) => <span key={id} className="pill canary">{modules[module]}{settings && ' with other settings'} at {percent} %</span>)}
    </span>
  )
}
