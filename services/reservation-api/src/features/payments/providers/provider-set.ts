import type { CardProvider, WalletProvider } from './provider.ts'

/** A gateway that can be talked to. */
export type Gateway = { readonly kind: 'card'; readonly provider: CardProvider } | { readonly kind: 'wallet'; readonly provider: WalletProvider }

/** Whether a code is a card's or a wallet's is decided here and nowhere else (DEC-69); null for a code that nobody can pay with. */
export const gatewayKind = (code: string): Gateway['kind'] | null => (code === 'card' || code === 'wallet' ? code : null)

/** The environment's gateways by their code. */
export type ProviderSet = Readonly<Partial<Record<string, Gateway>>>
