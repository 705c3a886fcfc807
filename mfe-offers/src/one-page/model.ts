import { $flags, $offerDraft, $reservation, $steps, $summary } from '@checkin/flow'
import { additionalDriverAccepted, extrasSkipped, extrasSubmitted, offerDraftChanged } from '@checkin/flow/publish/offers'
import type { StepVisit } from '@checkin/remote'
import { combine, createEvent, createStore, sample } from 'effector'
import { reporterOf } from '../analytics.ts'
import { undecidedDraft } from '../domain/extra-choice.ts'
import { $isOnePage } from '../layout.ts'
import * as driver from '../steps/additional-driver/model.ts'
import * as extras from '../steps/extras/model.ts'
import * as upselling from '../steps/upselling/model.ts'

export { $isOnePage }

/** `/extras` is shown: the extras alone, or, where the tenant wants that, all offers on one page (DEC-107). */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()

sample({ clock: opened, target: extras.opened })
sample({ clock: opened, filter: $isOnePage, target: [driver.opened, upselling.opened] })
sample({ clock: closed, target: [extras.closed, driver.closed, upselling.closed] })

/** What the page says of another driver: an offer, or that there is one already (OFFERS-08); null where there is neither. */
export const $driver = combine(driver.$stage, driver.$offer, $flags, $reservation, (stage, offer, flags, loaded) => {
  if (flags.addDriverCompleted) return { kind: 'there' as const, name: [loaded?.addDriver?.name, loaded?.addDriver?.surname].filter(Boolean).join(' ') }
  return stage === 'offered' && offer !== null ? { kind: 'offered' as const, offer } : null
})

/** What the page says of a higher group: the list, the comparison, or that one was taken, by this renter in this check-in or before it (OFFERS-22, OFFERS-23, OFFERS-30). */
export const $upgrade = combine({ comparison: upselling.$comparison, groups: upselling.$groups, flags: $flags, loaded: $reservation, draft: $offerDraft }, ({ comparison, groups, flags, loaded, draft }) => {
  if (flags.upsellingCompleted) return { kind: 'taken' as const, name: loaded?.reservation.vehicle.name ?? '', isOwn: draft.hasClickedUpgrade }
  if (comparison !== null) return { kind: 'compared' as const, comparison }
  return groups.length > 0 ? { kind: 'offered' as const, groups } : null
})
/** Whether there are extras to go on without. */
export const $hasExtras = $steps.map((steps) => steps.extras.isEnabled)

// The additional driver's screens are part of the visit: what was changed of the extras is there again afterwards, and is still to be kept or dropped (S1.82).
sample({
  clock: additionalDriverAccepted, source: { isOnePage: $isOnePage, draft: $offerDraft, changes: extras.$changes, summary: $summary }, filter: ({ isOnePage }) => isOnePage,
  fn: ({ draft, changes, summary }) => ({ draft: undecidedDraft(draft, changes, summary?.extras ?? []) }), target: offerDraftChanged,
})

// How each offer was answered, for the funnel: leaving the page passes what was not answered (S1.84, OFFERS-06, OFFERS-11, OFFERS-26).
const [reportDriverFx, reportUpgradeFx, reportExtrasFx] = [reporterOf('adview'), reporterOf('upview'), reporterOf('exview')]
const $isUpgradeDeclined = createStore(false).on(upselling.declined, () => true).reset(opened)
const left = sample({
  clock: [extrasSubmitted.map(() => 'submitted' as const), extrasSkipped.map(() => 'without' as const)],
  source: { isOnePage: $isOnePage, stage: extras.$stage, changes: extras.$changes, driver: $driver, upgrade: $upgrade, isDeclined: $isUpgradeDeclined, hasExtras: $hasExtras },
  filter: ({ isOnePage, stage }) => isOnePage && stage !== 'waiting',
  fn: (page, way) => ({ ...page, way }),
})
sample({ clock: left, filter: ({ driver: shown }) => shown?.kind === 'offered', fn: () => 'skip' as const, target: reportDriverFx })
sample({ clock: left, filter: ({ upgrade, isDeclined }) => upgrade !== null && upgrade.kind !== 'taken' && !isDeclined, fn: () => 'skip' as const, target: reportUpgradeFx })
sample({
  clock: left, filter: ({ hasExtras }) => hasExtras,
  fn: ({ way, changes }) => (way === 'without' ? 'reject' as const : changes.length > 0 ? 'accept' as const : 'skip' as const), target: reportExtrasFx,
})
