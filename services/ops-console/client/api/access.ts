import { useQuery } from '@tanstack/react-query'
import { call } from './call.ts'

/** Shapes of the registry's answers (its tokens.contract.ts and publisher-keys.contract.ts). */
export interface AccessToken {
  readonly label: string
  readonly person: string
  readonly role: string
  readonly module: string | null
  readonly hosts: readonly string[] | null
  readonly madeBy: string | null
  readonly approvedBy: string | null
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}
export interface PublisherKey {
  readonly module: string
  readonly keyId: string
  readonly addedBy: string
  readonly approvedBy: string | null
  readonly addedAt: string
  /** When a key that was replaced stops to count; null for the one that holds. */
  readonly retiresAt: string | null
}

export const useTokens = () => useQuery({ queryKey: ['tokens'], queryFn: () => call<{ tokens: readonly AccessToken[] }>('/registry/tokens').then(({ tokens }) => tokens) })
export const usePublisherKeys = () => useQuery({ queryKey: ['publishers'], queryFn: () => call<{ keys: readonly PublisherKey[] }>('/registry/publishers').then(({ keys }) => keys) })
