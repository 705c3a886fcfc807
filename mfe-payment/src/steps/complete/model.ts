import { $config, $flags, $precheckoutToken, $reservation, $summary } from '@checkin/flow'
import { checkinFinished, problemOccurred, securityDepositChosen } from '@checkin/flow/publish/payment'
import type { StepVisit } from '@checkin/remote'
import { shownDue } from '@checkin/rental-summary'
import { createCalendar } from '@checkin/rental-summary/calendar'
import { createPapers } from '@checkin/rental-summary/papers'
import { combine, createEvent, sample } from 'effector'
import { addressOf, downloadPaperFx, listPapersFx } from '../../api.ts'

/** The screen is shown; the shell calls it once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
/** "Yes, I want to proceed": the deposit and the agreement, from here. */
export const proceedPressed = createEvent()
export const homePressed = createEvent()

/** Who is asked on the day. */
export const $firm = $config.map((config) => ({ firmName: config?.firmName ?? '', phone: config?.phone ?? null }))

export const calendar = createCalendar({ $reservation, addressOf, problemOccurred })

/** What was paid and what is left for the counter, in decimals; null until the fresh figures are here. */
export const $money = combine($summary, $config, (summary, config) =>
  (summary === null ? null : { currency: config?.currency ?? 'EUR', paid: summary.cashier.paidValues, due: shownDue(summary.cashier.pendingValues) }))

/** Receipts to save (DEC-185); what was paid just now gets its own a moment later. */
export const papers = createPapers({
  opened, closed, $reservation, problemOccurred, $expects: $summary.map((summary) => ((summary?.cashier.paidValues ?? 0) > 0 ? 'receipt' as const : null)),
  listFx: listPapersFx, downloadFx: downloadPaperFx,
})

/** PAY-38: the offer needs the server's yes and the link that came with it (DEC-85). */
const $link = combine($flags, $precheckoutToken, ({ canPrecheckout }, token) => (canPrecheckout ? token : null))
export const $canProceed = $link.map((link) => link !== null)
sample({ clock: sample({ clock: proceedPressed, source: $link }).filterMap((link) => link ?? undefined), fn: (guid) => ({ guid }), target: securityDepositChosen })

// PAY-37: the headline says that check-in is done, the toast what happened to the reservation (DEC-105).
sample({ clock: opened, fn: () => ({ key: 'ReservationUpdatedSuccess', state: 'success' as const }), target: problemOccurred })

// PAY-39, S1.66
sample({ clock: homePressed, fn: () => ({}), target: checkinFinished })
