/** What is still due as it is shown: never below zero (PRICING P-8). Decimals of the tenant's currency. */
export const shownDue = (pending: number): number => Math.max(0, pending)

/** A decimal with two places, for the page's `data-value`. */
export const decimalText = (amount: number): string => amount.toFixed(2)

/** Whether two amounts are the same to the cent. */
export const sameAmount = (one: number, other: number): boolean => decimalText(one) === decimalText(other)
