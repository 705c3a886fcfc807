import type { TenantRelease } from '../api/registry.ts'

interface VersionPillsProps {
  readonly tenant: TenantRelease
  readonly module: string
  /** Who the tenant was changed by last, if it was a taking back. */
  readonly wasTakenBack: boolean
}

const hourMs = 3_600_000

/** What new sessions get of one module: the version, and beside it a version that only some get. Words as well as colours. */
export function VersionPills({ tenant, module, wasTakenBack }: VersionPillsProps) {
  const version = tenant.modules[module]
  if (version === undefined) return <span className="pill off">off</span>
  const canaries = tenant.rollouts.filter((rollout) => module in rollout.modules)
  const isNew = tenant.lastGood[module] !== undefined && Date.now() - Date.parse(tenant.changedAt) < hourMs
  return (
    <>
      <span className={isNew ? (wasTakenBack ? 'pill back' : 'pill new') : 'pill'}>{version}{isNew && (wasTakenBack ? ' rolled back' : ' new')}</span>
      {canaries.map(({ id, modules, percent }) => <span key={id} className="pill canary">{modules[module]} at {percent} %</span>)}
    </>
  )
}
