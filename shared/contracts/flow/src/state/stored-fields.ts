import type { StoreWritable } from 'effector'
import { $completion, $config, $flow, $language, $lists, $loading, $lookup, $modalAction, $mode, $moduleStatus, $offerDraft, $precheckoutToken, $progress, $reservation, $session, $summary, $terms } from './stores.ts'

/** What may happen to the value of one store outside memory. */
export interface StoredField {
  readonly name: string
  readonly store: StoreWritable<never>
  /** Kept in the tab's storage until the session is cleared (SHELL-56, DEC-18). */
  readonly persist: boolean
  /** Tells something about a person: never in a report, a log or an address. */
  readonly pii: boolean
}

const field = <T>(name: string, store: StoreWritable<T>, kept: { readonly persist: boolean; readonly pii: boolean }): StoredField =>
  ({ name, store: store as unknown as StoreWritable<never>, ...kept })

/**
 * Every store of the flow, once. Documents, images and card data are in none of the persisted ones:
 * the reservation itself is loaded again by guid and session after a reload.
 */
export const storedFields: readonly StoredField[] = [
  field('flow', $flow, { persist: true, pii: false }),
  field('mode', $mode, { persist: true, pii: false }),
  field('completion', $completion, { persist: true, pii: false }),
  field('session', $session, { persist: true, pii: true }),
  field('lookup', $lookup, { persist: true, pii: true }),
  field('progress', $progress, { persist: true, pii: false }),
  field('offerDraft', $offerDraft, { persist: true, pii: false }),
  field('precheckoutToken', $precheckoutToken, { persist: true, pii: true }),
  field('language', $language, { persist: true, pii: false }),
  field('reservation', $reservation, { persist: false, pii: true }),
  field('summary', $summary, { persist: false, pii: true }),
  field('moduleStatus', $moduleStatus, { persist: false, pii: false }),
  field('config', $config, { persist: false, pii: false }),
  field('terms', $terms, { persist: false, pii: false }),
  field('lists', $lists, { persist: false, pii: false }),
  field('loading', $loading, { persist: false, pii: false }),
  field('modalAction', $modalAction, { persist: false, pii: false }),
]
