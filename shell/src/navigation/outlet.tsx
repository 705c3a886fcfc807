import { $config, $reservation } from '@checkin/flow'
import { useUnit } from 'effector-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { progressCompleted, progressStarted } from '../feedback/progress.model.ts'
import { CounterView } from '../frame/counter.view.tsx'
import { LoaderView } from '../frame/loader.view.tsx'
import { MissingRemoteView } from '../frame/missing-remote.view.tsx'
import { MountStep } from '../remotes/mount-step.tsx'
import { clearAsked } from '../session/clear.model.ts'
import { $restoring, restoreRetried } from '../session/restore.model.ts'
import { stepOpened } from '../telemetry/step-results.model.ts'
import { routeOf } from './route-table.ts'
import { useScreenShown } from './use-screen-shown.ts'
import { $stage, counterChosen } from './visit.model.ts'

/** The loader, for as long as it is on the page (SHELL-68, SHELL-70). */
function Waiting({ page = false }: { readonly page?: boolean }): ReactNode {
  const [config, started, completed] = useUnit([$config, progressStarted, progressCompleted])
  useEffect(() => {
    started()
    return () => { completed() }
  }, [started, completed])
  return <LoaderView firm={{ firmName: config?.firmName ?? '', firmLogo: config?.firmLogo }} page={page} />
}

function Counter({ code }: { readonly code: string | null }): ReactNode {
  const [config, loaded, cleared] = useUnit([$config, $reservation, clearAsked])
  return <CounterView reference={loaded?.reservation.reference ?? null} code={code} phone={config?.phone ?? null} onHome={() => { cleared({ byChoice: true }) }} />
}

function Missing({ retry, code }: { readonly retry: () => void; readonly code: string | null }): ReactNode {
  const [loaded, toCounter] = useUnit([$reservation, counterChosen])
  return <MissingRemoteView reference={loaded?.reservation.reference ?? null} code={code} onRetry={retry} onCounter={() => { toCounter(code) }} />
}

/** What stands in the middle of the page: the step, the loader, or an honest word about what is not there. */
export function Stage(): ReactNode {
  const [stage, restoring, retry, opened] = useUnit([$stage, $restoring, restoreRetried, stepOpened])
  const root = useRef<HTMLDivElement>(null)
  const watch = useScreenShown(root, JSON.stringify([stage, restoring === 'failed']))
  return <div ref={root}>{content()}</div>

  function content(): ReactNode {
    if (restoring === 'failed') return <Missing retry={() => { retry() }} code={null} />
    if (stage.kind === 'waiting') return <Waiting page />
    if (stage.kind === 'counter') return <Counter code={stage.code} />
    const { visit } = stage
    const { module } = routeOf(visit.name)
    const watching = { ...watch, opened: (version: string) => { opened({ module, version, step: visit.name }); watch.opened() } }
    return <MountStep module={module} route={visit.name} visit={visit} watch={watching} waiting={<Waiting />} missing={({ retry: again, code }) => <Missing retry={again} code={code} />} />
  }
}
