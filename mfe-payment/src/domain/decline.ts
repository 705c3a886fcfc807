/** Why a provider declined, as far as it helps the renter to the next step. Words live in the catalogue under `Decline.<reason>`. */
export type DeclineReason = 'refused' | 'funds' | 'expired' | 'invalid' | 'code' | 'identity' | 'late' | 'again'

/**
 * The provider's result codes. A stolen or blocked card is shown like any other refusal: the reason is the bank's to
 * tell its customer.
 */
const reasons: Readonly<Record<string, DeclineReason>> = {
  2001: 'invalid', 2005: 'late', 2006: 'funds', 2008: 'invalid', 2009: 'expired', 2011: 'invalid', 2020: 'code', 2021: 'identity', 2022: 'identity', 1002: 'again', 1006: 'again',
}

export const declineReason = (code: string | null): DeclineReason => (code === null ? 'refused' : reasons[code] ?? 'refused')

const ofTheCard: readonly DeclineReason[] = ['expired', 'invalid', 'code']

/** Whether the same card would be refused again however often it is tried: another one is needed, or this one typed anew (P21). */
export const needsNewCard = (reason: DeclineReason): boolean => ofTheCard.includes(reason)
