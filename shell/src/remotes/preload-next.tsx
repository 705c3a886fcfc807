import { $steps } from '@checkin/flow'
import { combine } from 'effector'
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { $listsLoaded } from '../config/lists.model.ts'
import { $visit } from '../routes/visit.model.ts'
import { preparationFor } from './next-module.ts'
import { useRemoteLoader } from './remote-loader-context.ts'

const $preparation = combine($visit, $steps, (visit, { addDriver, upselling, extras }) =>
  visit && preparationFor(visit.name, addDriver.isEnabled || upselling.isEnabled || extras.isEnabled))

/** What the browser says about the connection, where it says anything. */
interface Connection {
  readonly saveData?: boolean
  readonly effectiveType?: string
}

/** A renter who saves data, or hardly has a connection, loads what is on the screen and nothing ahead. */
export function mayLoadAhead(connection = Reflect.get(navigator, 'connection') as Connection | undefined): boolean {
  return connection?.saveData !== true && !/(^|-)2g$/.test(connection?.effectiveType ?? '')
}

const whenIdle = (work: () => void): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 500)
    return () => { clearTimeout(timer) }
  }
  const handle = requestIdleCallback(work)
  return () => { cancelIdleCallback(handle) }
}

/** Gets the next screen's module ready in an idle moment, once the screen and its lists are there. */
export function PrepareNext(): null {
  const loader = useRemoteLoader()
  const [preparation, listsLoaded] = useUnit([$preparation, $listsLoaded])
  const kind = listsLoaded ? preparation?.kind : undefined
  const module = preparation?.module
  useEffect(() => {
    if (kind === undefined || module === undefined || !mayLoadAhead()) return
    return whenIdle(() => void (kind === 'run' ? loader.prepare(module) : loader.fetchAhead(module)))
  }, [loader, kind, module])
  return null
}
