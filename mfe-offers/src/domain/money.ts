/** Sum of decimals of a currency, exact: the figures are the server's, only added for a column of their own (DEC-29). */
export const sumOf = (...amounts: readonly number[]): number => amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100

/** What is still due as it is shown: never below zero (PRICING P-8). */
export const shownDue = (pending: number): number => Math.max(0, pending)

/** A decimal with two places, for the page's `data-value`. */
export const decimalText = (amount: number): string => amount.toFixed(2)
