/** How the outcome of a release that its provider refused is kept with its job, so that the company is told once. */
export const refusalOutcome = (code: string): string => `refused:${code}`

/** The provider's code in an outcome of a job; null where it was no refusal. */
export const refusalIn = (outcome: string): string | null => (outcome.startsWith('refused:') ? outcome.slice('refused:'.length) : null)
