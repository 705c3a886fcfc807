import type { Worse } from '@checkin/module-registry/testing/typical-canary'

/** A version that only some renters notice, and what the pages of those tell of it. */
export interface Unnoticed extends Worse {
  readonly what: string
  readonly finding?: string
}

/** Versions that no gate before the renters can see: what breaks is by chance, or in what only some have. */
export const unnoticed: readonly Unnoticed[] = [
  { what: 'throws for every second renter, by chance', finding: '1.0.12', breaks: 0.5, holds: 0 },
  { what: 'throws on one kind of phone, one renter in five', breaks: 0.2, holds: 0 },
  { what: 'its buttons do nothing once real data are long', finding: '1.0.22, ROL-2', breaks: 0, holds: 1 },
  { what: 'freezes for every second renter', finding: '1.0.13', breaks: 0, holds: 0.5 },
  { what: 'a refused save says nothing: half stay where they are', breaks: 0, holds: 0.5 },
  { what: 'a step takes its renters three times as long', breaks: 0, holds: 0, slows: 3 },
  { what: 'loses half of those who would complete check-in, who go on from every screen', breaks: 0, holds: 0, loses: 0.5 },
  { what: 'sells nothing: the offer is shown and what is chosen is not kept', breaks: 0, holds: 0, forgoes: 1 },
]
