import type { CardProvider, WalletProvider } from './provider.ts'

/** A gateway that this installation can talk to. Whether a code is a card's or a wallet's is decided here and nowhere else (DEC-69). */
export type Gateway = { readonly kind: 'card'; readonly provider: CardProvider } | { readonly kind: 'wallet'; readonly provider: WalletProvider }

/** Gateways by their code; a code that a tenant offers and that is missing here cannot be paid with. */
export type ProviderSet = Readonly<Partial<Record<string, Gateway>>>
