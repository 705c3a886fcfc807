import type { Driver, LoadedReservation } from '@checkin/api'
import { aConfig, fakeApi, type Fakes } from '@checkin/api/testing'
import { $config, $terms, appStarted } from '@checkin/flow/publish/shell'
import { routeNames, type RouteName } from '@checkin/remote'
import type { SessionEnd } from '@checkin/telemetry'
import { allSettled, fork, type EventCallable, type Scope, type StoreWritable } from 'effector'
import { idleMomentFx } from '../config/lists.model.ts'
import { markLanguageFx } from '../config/language.model.ts'
import { setTitleFx } from '../config/title.model.ts'
import { readDeviceFx } from '../layout/layout.model.ts'
import { leaveSiteFx } from '../flow/flow.model.ts'
import { reportFx } from '../telemetry/screen-reports.model.ts'
import '../models.ts'
import { addressChanged, routerReady, scrollToTopFx, walkHistoryFx, type Navigation } from '../navigation/history.ts'
import { openDocumentFx } from '../navigation/page-document.model.ts'
import { $availableSteps } from '../navigation/visit.model.ts'
import { routeOf } from '@checkin/routes'
import { endOnServerFx, reloadPageFx } from '../session/clear.model.ts'
import { readPathFx } from '../session/restore.model.ts'
import { watchVitalsFx } from '../telemetry/vitals.model.ts'

export interface APage {
  readonly scope: Scope
  /** What the page did to its surroundings, in order: `go /reservation`, `replace /`, `walk -1`, `document /overview` for a full load, `reload`, `end`, `leave …`. */
  readonly did: string[]
  /** What the page said when its session was over. */
  readonly ended: SessionEnd[]
  /** The renter opens an address, goes back or forward: the router reports it. */
  readonly open: (path: string, index?: number) => Promise<void>
  /** A module publishes an event. */
  readonly publish: <Payload>(event: EventCallable<Payload>, payload: NoInfer<Payload>) => Promise<void>
}

export interface PageSetting {
  readonly fakes?: Fakes
  readonly available?: readonly RouteName[]
  readonly values?: readonly (readonly [StoreWritable<never>, unknown])[]
  /** The address that the page came with; `/` by default. */
  readonly path?: string
  /** The site server can't be reached when the session ends. */
  readonly endFails?: boolean
  /** Answers of calls that the start makes are still on their way when the page is given. */
  readonly startsSlowly?: boolean
}

const stepsByModule = (names: readonly RouteName[]): Record<string, RouteName[]> => {
  const steps: Record<string, RouteName[]> = {}
  for (const name of names) (steps[routeOf(name).module] ??= []).push(name)
  return steps
}

/** A page with its models started in a scope, a faked API and a recorded browser; no DOM needed. */
export async function aPage({ fakes = {}, available = routeNames, values = [], path = '/', endFails = false, startsSlowly = false }: PageSetting = {}): Promise<APage> {
  const did: string[] = []
  const ended: SessionEnd[] = []
  const note = (what: string) => (detail?: string | number) => { did.push(detail === undefined ? what : `${what} ${detail}`) }
  const scope = fork({
    values: [[$config, aConfig()], [$terms, []], [$availableSteps, stepsByModule(available)], ...values] as never,
    handlers: [
      ...fakeApi(fakes),
      [endOnServerFx, (end: SessionEnd) => { did.push('end'); ended.push(end); if (endFails) throw new TypeError('no network') }], [reloadPageFx, note('reload')], [walkHistoryFx, note('walk')], [leaveSiteFx, note('leave')],
      [openDocumentFx, ({ to, replace }: Navigation) => { did.push(`${replace ? 'replace document' : 'document'} ${to}`) }], [reportFx, note('report')],
      [readPathFx, () => path], [scrollToTopFx, () => undefined], [idleMomentFx, () => undefined], [watchVitalsFx, () => undefined], [setTitleFx, () => undefined], [markLanguageFx, () => undefined],
      [readDeviceFx, () => ({ width: 1400, userAgent: '', touchPoints: 0 })],
    ] as never,
  })
  let place = 0
  await allSettled(routerReady, {
    scope,
    params: (to, { replace }) => {
      did.push(`${replace ? 'replace' : 'go'} ${to}`)
      if (!replace) place += 1
      const [pathname = '/', search = ''] = to.split('?')
      void allSettled(addressChanged, { scope, params: { pathname, search: search === '' ? '' : `?${search}`, index: place, own: true } })
    },
  })
  const started = allSettled(appStarted, { scope })
  if (!startsSlowly) await started
  return {
    scope,
    did, ended,
    open: async (path, index = place) => {
      place = index
      const [pathname = '/', search = ''] = path.split('?')
      await allSettled(addressChanged, { scope, params: { pathname, search: search === '' ? '' : `?${search}`, index, own: false } })
    },
    publish: async (event, payload) => { await allSettled(event as EventCallable<unknown>, { scope, params: payload }) },
  }
}

/** What codeAccepted carries for a loaded reservation. */
export const acceptedCode = (loaded: LoadedReservation): { guid: string; sessionKey: string; reservation: LoadedReservation['reservation']; driver: Driver | null; addDriver: Driver | null } =>
  ({ guid: loaded.reservation.guid, sessionKey: 'session-key-1', reservation: loaded.reservation, driver: loaded.driver ?? null, addDriver: loaded.addDriver ?? null })
