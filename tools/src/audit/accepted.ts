import type { Accepted } from './audit.ts'

/** Weaknesses that the product lives with for a time; SECURITY.md says how long each may take. */
export const acceptedWeaknesses: readonly Accepted[] = []
