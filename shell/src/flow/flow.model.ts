import { $config, $flags, $offersLayout, $reservation, $steps, agreementChoicesStored, flowContract, offerDraftChanged, questionAnswered } from '@checkin/flow'
import { $completion, $flow, $mode, $offerDraft, $progress } from '@checkin/flow/publish/shell'
import { combine, createEffect, createStore, merge, sample } from 'effector'
import { modalOpened } from '../feedback/modal.model.ts'
import { $visit, eventPublished, missingDataAsked, navigationRequested } from '../navigation/visit.model.ts'
import { clearRequested, type Clearing } from '../session/clear.model.ts'
import { nextStep, transitionFor, type Decision } from './next-step.ts'
import { answeredFx } from './painted.ts'
import { eventReady, reloadRequested } from './reload.model.ts'
import { isAdditional, type FlowEvent, type FlowFacts, type Place } from './transition.ts'
import { isChangeable, isDriverScreen, missingDriverScreen } from './missing-data.ts'

/** The guards of STATES, from the flow's stores. */
export const $flowFacts = combine(
  { mode: $mode, flow: $flow, layout: $offersLayout, steps: $steps, flags: $flags, progress: $progress, reservation: $reservation },
  ({ mode, flow, layout, steps, flags, progress, reservation }): FlowFacts => ({
    mode,
    flow,
    addOn: steps.addDriver.isEnabled && !flags.addDriverCompleted,
    upOn: steps.upselling.isEnabled && !flags.upsellingNoResults,
    exOn: steps.extras.isEnabled && !(mode === 'precheckout' ? progress.extrasCompletedPrecheckout : progress.extrasAnswered),
    exEnabled: steps.extras.isEnabled,
    stepsContinued: progress.stepsContinued,
    offersLayout: layout,
    changing: progress.changing ?? null,
    missingDriverScreen: missingDriverScreen(reservation?.missing),
    lacksForCompletion: (reservation?.missing?.complete.length ?? 0) > 0,
    passed: progress.passed ?? [],
  }),
)

$offerDraft.on(offerDraftChanged, (_, { draft }) => draft).reset(agreementChoicesStored)

/** Every event of the contract as it reaches the shell, by its name, and what happens on screens that the release set brings (DEC-195). */
const moduleEvent = merge([eventPublished.map((name) => ({ name, payload: {} }) as never), ...flowContract.filter(({ owner }) => owner !== 'shell').map(({ name, event }) => event.map((payload) => ({ name, payload }) as FlowEvent))])

// An event whose row wants fresh data waits until they are there; the others until the press that they came from is answered.
const routed = sample({
  clock: moduleEvent,
  source: { visit: $visit, facts: $flowFacts },
  fn: ({ visit, facts }, event) => ({ event, reload: visit === null ? undefined : transitionFor(visit.name, event, facts)?.reload }),
})
sample({ clock: routed, filter: ({ reload }) => reload === undefined, fn: ({ event }) => event, target: answeredFx })
sample({ clock: answeredFx.doneData, fn: (event) => ({ event, reload: 'none' as const }), target: eventReady })
sample({ clock: routed.filterMap(({ event, reload }) => (reload === undefined ? undefined : { event, reload })), target: reloadRequested })

const decided = sample({
  clock: eventReady,
  source: { visit: $visit, facts: $flowFacts },
  fn: ({ visit, facts }, { event, reload }): Decision | null => (visit === null ? null : nextStep(visit.name, event, facts, reload)),
}).filterMap((decision) => decision ?? undefined)

$flow.on(decided, (flow, { change }) => change.flow ?? flow)
// A screen outside the drivers' group ends the additional driver's flow, whichever way it was opened: otherwise Back, Forward or a typed
// address would show and save the main driver's screens as the additional one's (DEC-118). So does a screen that lacks main data.
const leftDrivers = $visit.updates.filter({ fn: (visit) => visit !== null && !isDriverScreen(visit.name) })
$flow.on([leftDrivers, missingDataAsked], (flow) => (isAdditional({ flow }) ? 'update' : flow))
// Whoever leaves the screens of a part that is changed, by whatever way, changes nothing any more (DEC-184).
const leftChange = $visit.updates.filter({ fn: (visit) => visit !== null && !isChangeable(visit.name) })
$progress.on(leftChange, (progress) => (progress.changing ? { ...progress, changing: null } : progress))
$mode.on(decided, (mode, { change }) => change.mode ?? mode)
$completion.on(decided, (completion, { change }) => (change.completion === undefined ? completion : change.completion))
$progress.on(decided, (progress, { change }) => (change.progress ? { ...progress, ...change.progress } : progress))

/** Places of one kind that events lead to. */
const leadingTo = <Kind extends Place['kind']>(kind: Kind) => {
  const isOfKind = (place: Place): place is Extract<Place, { kind: Kind }> => place.kind === kind
  return decided.filterMap(({ target }) => (isOfKind(target) ? target : undefined))
}

sample({
  clock: leadingTo('screen'),
  fn: ({ name, params = {}, query = {} }) => ({ visit: { name, params, query }, origin: 'step' as const }),
  target: navigationRequested,
})

sample({
  clock: leadingTo('clear'),
  fn: ({ notice }): Clearing =>
    (notice === undefined ? { byChoice: true } : { byChoice: false, notice: { key: notice, ...(notice.startsWith('Notice.') ? { state: 'info' as const } : {}) } }),
  target: clearRequested,
})

// S1.62: the message stands until it is closed, then the session goes.
const notified = leadingTo('notify-then-clear')
const $clearsAfter = createStore(false)
const closed = sample({ clock: questionAnswered, source: $clearsAfter, filter: (clears) => clears })
$clearsAfter.on(notified, () => true).reset(closed)
sample({
  clock: notified,
  source: $config,
  fn: (config, { keys }) => ({ type: 'cancel' as const, keys, params: { firmName: config?.firmName ?? '' } }),
  target: modalOpened,
})
sample({ clock: closed, fn: () => ({ byChoice: true }), target: clearRequested })

/** Goes to a provider's address; anything but http(s) is none. */
export const leaveSiteFx = createEffect((url: string) => {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new TypeError('not a provider\'s address')
  window.location.assign(url)
})
/** A step's own event leads to a provider's page. */
export const siteLeft = leadingTo('leave-site')
sample({ clock: siteLeft, fn: ({ url }) => url, target: leaveSiteFx })
