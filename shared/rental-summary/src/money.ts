import { formatMoney } from '@checkin/i18n'

/** Places with which the shell writes a currency's amounts (DEC-116): 2 of EUR, 0 of JPY, 3 of TND. A module may not bundle their table. */
const placesShown = (currency: string): number => /\.(\d+)$/.exec(formatMoney(0, currency))?.[1]?.length ?? 0

/** An amount with the decimals of its currency, for the page's `data-value`. */
export const decimalText = (amount: number, currency: string): string => amount.toFixed(placesShown(currency))

/** Parts of a whole that the finest currency knows: CLF and UYW have four decimal places in ISO 4217. */
const finest = 10_000

/** Sum of amounts, exact to the finest unit of any currency: the figures are the server's, only added for a column of their own (DEC-29, DEC-116). */
export const sumOf = (...amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + Math.round(amount * finest), 0) / finest

/** Whether two amounts are the same to the smallest unit of their currency. */
export const sameAmount = (one: number, other: number): boolean => sumOf(one, -other) === 0

/** What is still due as it is shown: never below zero (PRICING P-8). */
export const shownDue = (pending: number): number => Math.max(0, pending)
