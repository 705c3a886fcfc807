import { $config, $reservation } from '@checkin/flow'
import { routeOf } from '@checkin/routes'
import { useUnit } from 'effector-react'
import { useEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react'
import { progressCompleted, progressStarted } from '../feedback/progress.model.ts'
import { CounterView, LoaderView, MissingRemoteView } from '../layout/fallbacks.view.tsx'
import { MountStep } from '../remotes/mount-step.tsx'
import { clearRequested } from '../session/clear.model.ts'
import { $restoring, restoreRetried } from '../session/restore.model.ts'
import { stepOpened } from '../telemetry/screen-reports.model.ts'
import { useHeading } from './use-heading.ts'
import { $outlet, counterChosen, eventPublished, stepShown } from './visit.model.ts'

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
  const [config, loaded, cleared] = useUnit([$config, $reservation, clearRequested])
  return <CounterView reference={loaded?.reservation.reference ?? null} code={code} phone={config?.phone ?? null} onHome={() => { cleared({ byChoice: true }) }} />
}

function Missing({ retry, code }: { readonly retry: () => void; readonly code: string | null }): ReactNode {
  const [loaded, toCounter] = useUnit([$reservation, counterChosen])
  return <MissingRemoteView reference={loaded?.reservation.reference ?? null} code={code} onRetry={retry} onCounter={() => { toCounter(code) }} />
}

/** A screen of the release set whose module did not come is in nobody's way (DEC-197). */
function Passed({ published }: { readonly published: (event: string) => void }): ReactNode {
  useEffect(() => { published('skipped') }, [published])
  return <Waiting />
}

/** Notified when a step is opened and closed: pre-rendered HTML looks like a screen before it is one. */
interface StepWatch {
  readonly opened: () => void
  readonly closed: () => void
}

/**
 * Moves the focus to a heading before the screen is painted, unless something else took it meanwhile. Not at once: the browser would have to
 * measure the page for it, between a press and the screen, and once more for what the screen still brings.
 */
function focusBeforePaint(heading: HTMLElement): void {
  const before = document.activeElement
  requestAnimationFrame(() => {
    const { activeElement, body } = document
    if (activeElement === before || activeElement === body) heading.focus({ preventScroll: true })
  })
}

/**
 * Fires `stepShown` when a new screen is rendered and works, and moves the focus to its heading, so that a screen reader begins there.
 * The first screen of a page keeps the focus where the browser put it.
 */
function useScreenShown(root: RefObject<HTMLElement | null>, screen: string): StepWatch {
  const shown = useUnit(stepShown)
  const isFirst = useRef(true)
  const isOpen = useRef(false)
  const again = useRef<() => void>(() => undefined)
  useEffect(() => {
    const element = root.current
    if (!element) return
    let seen = false
    const look = (): boolean => {
      if (seen) return true
      const heading = element.querySelector<HTMLElement>('h1')
      if (!heading || (element.querySelector('[data-screen]') && !isOpen.current)) return false
      if (!isFirst.current) focusBeforePaint(heading)
      isFirst.current = false
      seen = true
      shown()
      return true
    }
    if (look()) return
    const observer = new MutationObserver(() => {
      if (look()) observer.disconnect()
    })
    observer.observe(element, { childList: true, subtree: true })
    again.current = () => { look() }
    return () => {
      observer.disconnect()
      again.current = () => undefined
    }
  }, [root, screen, shown])
  return useMemo(() => ({
    opened: () => {
      isOpen.current = true
      again.current()
    },
    closed: () => { isOpen.current = false },
  }), [])
}

/** What stands in the middle of the page: the step, the loader, or an honest message about what is not there. */
export function Outlet(): ReactNode {
  const [outlet, restoring, retry, opened, published] = useUnit([$outlet, $restoring, restoreRetried, stepOpened, eventPublished])
  const root = useRef<HTMLDivElement>(null)
  const watch = useScreenShown(root, JSON.stringify([outlet, restoring === 'failed']))
  useHeading(root)
  return <div ref={root}>{content()}</div>

  function content(): ReactNode {
    if (restoring === 'failed') return <Missing retry={() => { retry() }} code={null} />
    if (outlet.kind === 'waiting') return <Waiting page />
    if (outlet.kind === 'counter') return <Counter code={outlet.code} />
    const { visit } = outlet
    const { module, leads } = routeOf(visit.name)
    const watching = { ...watch, published, opened: (version: string) => { opened({ module, version, step: visit.name }); watch.opened() } }
    return <MountStep module={module} route={visit.name} visit={visit} watch={watching} waiting={<Waiting />} missing={({ retry: again, code }) => (leads ? <Passed published={published} /> : <Missing retry={again} code={code} />)} />
  }
}
