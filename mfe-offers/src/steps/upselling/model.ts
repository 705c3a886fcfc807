import type { ApiFailure, FullReservation, UpsellOption } from '@checkin/api'
import { endsSession } from '@checkin/async/session-end'
import { $config, $flags, $loading, $offerDraft, $reservation, $session, $steps, $summary, reservationReloaded } from '@checkin/flow'
import {
  offerDraftChanged, problemOccurred, upgradeAccepted, upgradeChosen, upgradeDeclined, upgradeRefused, upgradesFailed, upgradesNotFound, upgradesSkipped,
} from '@checkin/flow/publish/offers'
import type { StepVisit } from '@checkin/remote'
import { writeOnNewest, type RentalDifference, type Written } from '@checkin/rental-summary'
import { attach, combine, createEvent, createStore, sample, type Effect } from 'effector'
import { reporterOf } from '../../analytics.ts'
import { getFullReservationFx, getUpsellGroupFx, listUpsellGroupsFx, publishFailures, updateReservationFx } from '../../api.ts'
import { $isOnePage } from '../../layout.ts'
import { onceSettled } from '@checkin/rental-summary/details'
import { comparisonOf, higherGroups, upgradeUpdate } from '../../domain/upgrades.ts'

/** The screen is shown; the shell calls it once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
/** A group was chosen for the comparison, by its id. */
export const upgradePressed = createEvent<string>()
export const yesPressed = createEvent()
export const noPressed = createEvent()
export const continueWithoutPressed = createEvent()
/** The upgrade is stored but could not be shown yet: try again. */
export const continuePressed = createEvent()

const reportFx = reporterOf('upview')
const numberOf = (loaded: { readonly reservation: { readonly reservation: string } } | null): string => loaded?.reservation.reservation ?? ''

export const listFx = attach({ source: $reservation, effect: listUpsellGroupsFx, mapParams: (_: void, loaded) => ({ params: { reservation: numberOf(loaded) } }) })
/** The chosen group with its extras (API-20). */
export const fetchGroupFx = attach({
  source: $reservation, effect: getUpsellGroupFx, mapParams: (groupId: string, loaded) => ({ params: { reservation: numberOf(loaded), groupId } }),
})
/** How the reservation stands since somebody else changed it; null as long as it is as the shell loaded it. */
const $newest = createStore<FullReservation | null>(null)
const $seen = combine($newest, $summary, (newest, summary) => newest?.summary ?? summary)
/** Stores the upgrade (API-15) on the version that the renter compared (DEC-127). */
export const storeFx = attach({
  source: { loaded: $reservation, newest: $newest, seen: $seen, session: $session },
  effect: ({ loaded, newest, seen, session }, offer: UpsellOption) => {
    if (loaded === null) throw new TypeError('an upgrade needs a reservation')
    return writeOnNewest({
      rowVersion: newest?.rowVersion ?? loaded.rowVersion, seen, changes: [],
      write: async (rowVersion) => (await updateReservationFx({ body: upgradeUpdate(loaded.reservation, offer, rowVersion) })).data,
      load: async () => (await getFullReservationFx({ params: { guid: session?.guid ?? '' } })).data,
    })
  },
}) as unknown as Effect<UpsellOption, Written<FullReservation>, ApiFailure>
const stored = storeFx.done.filterMap(({ params, result }) => (result.kind === 'stored' ? params : undefined))
const outdated = storeFx.doneData.filterMap((result) => (result.kind === 'changed' ? result : undefined))
$newest.on(outdated, (_, { now }) => now).reset(opened, $reservation)

// Entering (STATES S1.35, S1.36): an upgrade that was taken is announced and skipped (DEC-45).
const decided = sample({
  clock: onceSettled({ opened, closed, summary: $summary, loading: $loading }),
  source: { flags: $flags, steps: $steps },
  fn: ({ flags, steps }) => (flags.upsellingCompleted ? 'done' as const : steps.upselling.isEnabled ? 'offered' as const : 'off' as const),
})
const passed = sample({ clock: decided, source: $isOnePage, filter: (isOnePage, outcome) => !isOnePage && outcome !== 'offered', fn: (_, outcome) => outcome })
sample({ clock: passed, filter: (outcome) => outcome === 'done', fn: () => ({ key: 'AlreadyUpgraded', state: 'info' as const }), target: problemOccurred })
sample({ clock: passed, fn: () => ({}), target: upgradesSkipped })
sample({ clock: decided, filter: (outcome) => outcome === 'offered', fn: () => undefined, target: listFx })

const listed = sample({
  clock: listFx.doneData, source: $reservation, fn: (loaded, { data }) => higherGroups(data, loaded?.reservation.vehicle.groupId ?? ''),
})
export const $groups = createStore<readonly UpsellOption[]>([]).on(listed, (_, groups) => groups).reset(opened)
const nothing = listed.filterMap((groups) => (groups.length === 0 ? groups : undefined))
sample({ clock: nothing, fn: () => 'skip' as const, target: reportFx })
sample({ clock: nothing, fn: () => ({}), target: upgradesNotFound })
publishFailures('listUpsellGroups', listFx.failData)
sample({ clock: listFx.failData, filter: (failure) => !endsSession('listUpsellGroups', failure), fn: () => ({}), target: upgradesFailed })

// The panel (OFFERS-23, S1.37, S1.40)
const confirmed = createEvent<UpsellOption>()
const refused = createEvent()
/** The upgrade is stored; only the shell's reload is left. */
export const $taken = createStore<string | null>(null).on(stored, (_, { groupId }) => groupId).reset(opened)
export const $isBusy = combine(fetchGroupFx.pending, storeFx.pending, (fetching, storing) => fetching || storing)
const $free = combine($isBusy, $taken, (busy, taken) => !busy && taken === null)
const $chosenId = createStore<string | null>(null)
const picked = sample({
  clock: upgradePressed, source: { groups: $groups, free: $free },
  filter: ({ groups, free }, groupId) => free && groups.some((group) => group.groupId === groupId), fn: (_, groupId) => groupId,
})
/** NoIkeepSame: an answer that leaves the list open. */
export const declined = sample({ clock: noPressed, filter: $free })
$chosenId.on(picked, (_, groupId) => groupId).reset(opened, declined, refused)
sample({ clock: picked, fn: (groupId) => ({ groupId }), target: upgradeChosen })
sample({ clock: declined, fn: () => 'reject' as const, target: reportFx })
sample({ clock: declined, fn: () => ({}), target: upgradeDeclined })

export const $chosen = combine($chosenId, $groups, (id, groups) => groups.find(({ groupId }) => groupId === id) ?? null)
export const $comparison = combine($chosen, $reservation, $seen, (offer, loaded, summary) =>
  (offer && loaded && summary ? comparisonOf(loaded.reservation, summary, offer) : null))
export const $figures = combine($config, $summary, (config, summary) => ({ currency: config?.currency ?? 'EUR', days: summary?.nrDays ?? 0 }))

// YesIwantUpgrade: fetch, store, report, tell, in this order (OFFERS-25, S1.38)
sample({
  clock: yesPressed, source: { chosen: $chosen, free: $free },
  filter: ({ chosen, free }) => chosen !== null && free, fn: ({ chosen }) => chosen?.groupId ?? '', target: fetchGroupFx,
})
sample({ clock: fetchGroupFx.doneData, fn: ({ data }) => data, target: confirmed })
sample({ clock: confirmed, target: storeFx })
sample({ clock: stored, fn: () => 'complete' as const, target: reportFx })
sample({ clock: stored, fn: () => ({ key: 'UpsellingSuccess', state: 'success' as const }), target: problemOccurred })
sample({
  clock: stored, source: { draft: $offerDraft, loaded: $reservation },
  fn: ({ draft, loaded }) => ({ draft: { ...draft, hasClickedUpgrade: true, ...(loaded && { vehicleBefore: loaded.reservation.vehicle.name }) } }),
  target: offerDraftChanged,
})
sample({ clock: stored, fn: ({ groupId }) => ({ groupId }), target: upgradeAccepted })

// What is new is shown, with the groups as they are offered now; the renter says yes again.
sample({ clock: outdated, fn: () => undefined, target: listFx })
export const $differences = createStore<readonly RentalDifference[]>([]).on(outdated, (_, { differences }) => differences).reset(opened, fetchGroupFx)

// S1.39: the list is back, with the reason.
publishFailures('getUpsellGroup', fetchGroupFx.failData)
publishFailures('updateReservation', storeFx.failData)
sample({ clock: [fetchGroupFx.fail, storeFx.fail], fn: () => undefined, target: refused })
sample({ clock: refused, fn: () => ({}), target: upgradeRefused })

// The reservation could not be loaded again: nothing is stored twice, only the loading is repeated.
export const $isStuck = createStore(false).on(reservationReloaded, (_, { ok }) => !ok).reset(opened, continuePressed)
sample({
  clock: sample({ clock: continuePressed, source: $taken }).filterMap((taken) => taken ?? undefined),
  fn: (groupId) => ({ groupId }),
  target: upgradeAccepted,
})

// ContinueWithoutUpgrade (OFFERS-24, S1.41)
const skipped = sample({ clock: continueWithoutPressed, filter: $free })
sample({ clock: skipped, fn: () => 'reject' as const, target: reportFx })
sample({ clock: skipped, fn: () => ({}), target: upgradesSkipped })
