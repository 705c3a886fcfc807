import type { PaymentView } from '../payments/payment-view.ts'

/** What a payment says about the deposit. `none`: it never came about, or is given back. */
export type Hold =
  | { readonly kind: 'held'; readonly heldMinor: number; readonly captureBefore: Date | null }
  | { readonly kind: 'checking' }
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'none' }

export function holdOf(view: PaymentView | null): Hold {
  switch (view?.state) {
    case 'authorised': return { kind: 'held', heldMinor: view.amountMinor, captureBefore: view.captureBefore === null ? null : new Date(view.captureBefore) }
    // The counter took it meanwhile: it is held no longer, but it was.
    case 'captured': case 'paid': return { kind: 'held', heldMinor: view.amountMinor, captureBefore: null }
    case 'checking': return { kind: 'checking' }
    case 'redirect': return { kind: 'redirect', url: view.url }
    default: return { kind: 'none' }
  }
}
