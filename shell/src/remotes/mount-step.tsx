import { createEvent, createWatch, type Scope } from 'effector'
import { useProvidedScope, useUnit } from 'effector-react'
import { Component, createContext, Suspense, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import type { ModuleName, RemoteModule, ScreenName, Step, StepVisit } from '@checkin/remote'
import type { RemoteLoader, RemoteState } from './load-remote.ts'

const Loader = createContext<RemoteLoader | null>(null)
/** Gives the loader of this page to the steps below. */
export const RemoteLoaderProvider = Loader.Provider

/** The loader of this page, also for loading the next step's module ahead. */
export function useRemoteLoader(): RemoteLoader {
  const loader = useContext(Loader)
  if (!loader) throw new Error('There is no RemoteLoaderProvider above')
  return loader
}

/** Renders what stands in for a module that cannot be shown; `retry` really tries again, `code` is what the renter may tell support. */
export type Missing = (way: { readonly retry: () => void; readonly code: string | null }) => ReactNode

/** Who is notified when a step works. */
interface Watch {
  /** Gets the version whose code runs. */
  readonly opened: (version: string) => void
  /** Something happened, by the name that the step lists it by (`Step.events`). */
  readonly published: (event: string) => void
  readonly closed: () => void
}

interface Props {
  readonly module: ModuleName
  readonly route: ScreenName
  /** One visit of the screen; `opened` is fired again only when its content changes. */
  readonly visit: StepVisit
  /** Shown until the view is ready (SHELL-68). */
  readonly waiting?: ReactNode
  readonly missing: Missing
  /** Notified when the step has been opened and closed. */
  readonly watch?: Watch
}

/** Loads a module and shows one of its steps, marked with what is shown and which version of it. */
export function MountStep({ module, route, visit, waiting = null, missing, watch = nobody }: Props): ReactNode {
  const loader = useRemoteLoader()
  const snapshot = (): RemoteState => loader.stateOf(module)
  const state = useSyncExternalStore(loader.subscribe, snapshot, snapshot)
  useEffect(() => {
    if (state.kind === 'idle') void loader.load(module, route)
  }, [loader, module, route, state.kind])

  const retry = (): void => void loader.load(module, route)
  if (state.kind === 'failed') return missing({ retry, code: state.code })
  if (state.kind !== 'ready') return waiting
  const step = stepOf(state.remote, route)
  const { version, settings } = state
  if (!step) return <MissingStep key={version} onFound={() => loader.markFailed(module, version, route, 'no-such-step')}>{waiting}</MissingStep>
  const withSettings = settings ? { ...visit, settings } : visit
  return (
    <RemoteBoundary key={`${module}@${version} ${route}`} onBroken={() => loader.markFailed(module, version, route)}>
      <ScreenPlace waiting={waiting} data-screen={route} data-module={module} data-module-version={version}>
        <Suspense fallback={waiting}>
          <OpenStep key={JSON.stringify(visit)} step={step} version={version} visit={withSettings} watch={watch} />
        </Suspense>
      </ScreenPlace>
    </RemoteBoundary>
  )
}

const stepOf = (remote: RemoteModule, route: ScreenName): Step | undefined => remote.steps.find(({ name }) => name === route)

/** Milliseconds for which a screen may be empty without a word: what it shows is mostly there sooner. */
const emptyMs = 400

interface PlaceProps {
  readonly 'data-screen': ScreenName
  readonly 'data-module': ModuleName
  readonly 'data-module-version': string
  readonly waiting: ReactNode
  readonly children: ReactNode
}

/** The place of a screen, with the loader below while its view gives nothing (SHELL-68), as one does that waits for an answer; styles hide it as soon as there is something. */
function ScreenPlace({ waiting, children, ...names }: PlaceProps): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const [isEmpty, setEmpty] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const look = (): void => { setEmpty(element.childNodes.length === 0) }
    const observer = new MutationObserver(look)
    const timer = setTimeout(() => {
      observer.observe(element, { childList: true })
      look()
    }, emptyMs)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [])
  return (
    <>
      <div ref={place} {...names}>{children}</div>
      {isEmpty && waiting}
    </>
  )
}

const nothingToClose = createEvent()
const nobody: Watch = { opened: () => undefined, published: () => undefined, closed: () => undefined }

/** A version without the screen that its manifest names is a broken one. */
function MissingStep({ onFound, children }: { readonly onFound: () => void; readonly children: ReactNode }): ReactNode {
  useEffect(onFound, [])
  return children
}

declare global {
  interface WindowEventMap {
    /** An error ended a module's view; `detail` is the error. */
    'checkin-view-broke': CustomEvent<unknown>
  }
}

/** Keeps an error of one module's view inside that module: the frame and the other modules go on. */
class RemoteBoundary extends Component<{ readonly onBroken: () => void; readonly children: ReactNode }, { readonly broken: boolean }> {
  override readonly state = { broken: false }

  static getDerivedStateFromError(): { readonly broken: boolean } {
    return { broken: true }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onBroken()
    dispatchEvent(new CustomEvent('checkin-view-broke' satisfies keyof WindowEventMap, { detail: error }))
  }

  override render(): ReactNode {
    return this.state.broken ? null : this.props.children
  }
}

/** Listens to what the step lists as its events; each of the answer ends it for one. */
const listen = ({ events = {} }: Step, scope: Scope, watch: Watch) =>
  Object.entries(events).map(([name, unit]) => createWatch({ unit, scope, fn: () => watch.published(name) }))

/** A step is opened in the scope of the page when it shows and closed when it goes, once per visit. */
function OpenStep({ step, version, visit, watch }: { readonly step: Step; readonly version: string; readonly visit: StepVisit; readonly watch: Watch }): ReactNode {
  const [opened, closed] = useUnit([step.opened, step.closed ?? nothingToClose])
  const scope = useProvidedScope()
  useEffect(() => {
    const deaf = listen(step, scope as Scope, watch)
    opened(visit)
    watch.opened(version)
    return () => {
      deaf.forEach((end) => end())
      watch.closed()
      closed()
    }
    // The element's key holds the visit's content: another visit is another element.
  }, [])
  const { View } = step
  return <View />
}
