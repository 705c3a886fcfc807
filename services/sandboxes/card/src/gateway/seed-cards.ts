import { createHash } from 'node:crypto'
import type { SeededCard } from '../settings.ts'
import type { CardStore } from './store.ts'
import type { SavedCard } from './transaction.ts'

/** Kept cards of the demo that the store lacks; one that was changed by hand stays as it is. */
export const chooseSeeds = (store: CardStore, seeds: readonly SeededCard[]): SavedCard[] =>
  seeds.filter(({ reference }) => store.card(reference) === null).map(({ reference, ...card }) => ({
    reference, state: 'valid', card: { ...card, fingerprint: createHash('sha256').update(reference).digest('base64url').slice(0, 22), scenario: null },
  }))
