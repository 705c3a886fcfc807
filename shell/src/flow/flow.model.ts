import { $config, $flags, $steps, agreementChoicesStored, offerDraftChanged, questionAnswered } from '@checkin/flow'
import { $completion, $flow, $mode, $offerDraft, $progress } from '@checkin/flow/publish/shell'
import { combine, createEffect, createStore, sample } from 'effector'
import { modalOpened } from '../feedback/modal.model.ts'
import { $visit, screenWished } from '../routes/visit.model.ts'
import { clearAsked, type Clearing } from '../session/clear.model.ts'
import { moduleTold, readyToDecide } from './flow-events.ts'
import { nextStep, transitionFor, type Decision, type Told } from './next-step.ts'
import { reloadAsked } from './reload.model.ts'
import type { FlowFacts, Place } from './transition.ts'

/** The guards of STATES, from the flow's stores. */
export const $flowFacts = combine(
  { mode: $mode, flow: $flow, steps: $steps, flags: $flags, progress: $progress },
  ({ mode, flow, steps, flags, progress }): FlowFacts => ({
    mode,
    flow,
    addOn: steps.addDriver.isEnabled && !flags.addDriverCompleted,
    upOn: steps.upselling.isEnabled && !flags.upsellingNoResults,
    exOn: steps.extras.isEnabled && !(mode === 'precheckout' ? progress.extrasCompletedPrecheckout : progress.extrasAnswered),
    exEnabled: steps.extras.isEnabled,
    stepsContinued: progress.stepsContinued,
  }),
)

$offerDraft.on(offerDraftChanged, (_, { draft }) => draft).reset(agreementChoicesStored)

// An event whose row wants fresh data is held until they are there; the others are decided at once.
const routed = sample({
  clock: moduleTold,
  source: { visit: $visit, facts: $flowFacts },
  fn: ({ visit, facts }, told) => ({ told, reload: visit === null ? undefined : transitionFor(visit.name, told, facts)?.reload }),
})
sample({ clock: routed, filter: ({ reload }) => reload === undefined, fn: ({ told }) => ({ told, reload: 'none' as const }), target: readyToDecide })
sample({ clock: routed.filterMap(({ told, reload }) => (reload === undefined ? undefined : { told, reload })), target: reloadAsked })

interface Decided extends Decision {
  readonly told: Told
}

const decided = sample({
  clock: readyToDecide,
  source: { visit: $visit, facts: $flowFacts },
  fn: ({ visit, facts }, { told, reload }): Decided | null => {
    const decision = visit === null ? null : nextStep(visit.name, told, facts, reload)
    return decision && { ...decision, told }
  },
}).filterMap((decision) => decision ?? undefined)

$flow.on(decided, (flow, { change }) => change.flow ?? flow)
$mode.on(decided, (mode, { change }) => change.mode ?? mode)
$completion.on(decided, (completion, { change }) => (change.completion === undefined ? completion : change.completion))
$progress.on(decided, (progress, { change }) => (change.progress ? { ...progress, ...change.progress } : progress))

/** Decisions of one kind, with what the renter's event carried. */
const leadingTo = <Kind extends Place['kind']>(kind: Kind) =>
  decided.filterMap(({ target, told }) => (target.kind === kind ? { target: target as Extract<Place, { kind: Kind }>, told } : undefined))

sample({
  clock: leadingTo('screen'),
  fn: ({ target: { name, params = {}, query = {} } }) => ({ visit: { name, params, query }, origin: 'step' as const }),
  target: screenWished,
})

sample({
  clock: leadingTo('clear'),
  fn: ({ target: { notice } }): Clearing =>
    (notice === undefined ? { byChoice: true } : { byChoice: false, notice: { key: notice, ...(notice.startsWith('Notice.') ? { state: 'info' as const } : {}) } }),
  target: clearAsked,
})

// S1.62: the message stands until it is closed, then the session goes.
const toldFirst = leadingTo('tell-then-clear')
const $clearsAfter = createStore(false)
const closed = sample({ clock: questionAnswered, source: $clearsAfter, filter: (clears) => clears })
$clearsAfter.on(toldFirst, () => true).reset(closed)
sample({
  clock: toldFirst,
  source: $config,
  fn: (config, { target: { keys } }) => ({ type: 'cancel' as const, keys, params: { firmName: config?.firmName ?? '' } }),
  target: modalOpened,
})
sample({ clock: closed, fn: () => ({ byChoice: true }), target: clearAsked })

/** Goes to a provider's address; anything but http(s) is none. */
export const leaveSiteFx = createEffect((url: string) => {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new TypeError('not a provider\'s address')
  window.location.assign(url)
})
/** What a screen told led on to a provider's page. */
export const siteLeft = leadingTo('leave-site')
sample({ clock: siteLeft.filterMap(({ told }) => (typeof told.payload.url === 'string' ? told.payload.url : undefined)), target: leaveSiteFx })
