import { startService } from '../../src/start-service.ts'
import type { CardOrder, CardProvider, ProviderOutcome } from '../../src/payments/providers/provider.ts'

/** The mistake that the chaos test must be able to see: a timeout is taken for a failure, and the renter tries again. */
const takenForFailure = (outcome: ProviderOutcome): ProviderOutcome => (outcome.kind === 'unknown' ? { kind: 'declined', providerId: null, code: 'timeout' } : outcome)

const withBug = (provider: CardProvider): CardProvider => ({
  ...provider,
  debit: async (order: CardOrder) => takenForFailure(await provider.debit(order)),
})

await startService({
  changePayments: (settings) => ({
    ...settings,
    providers: Object.fromEntries(Object.entries(settings.providers).map(([code, gateway]) =>
      [code, gateway?.kind === 'card' ? { ...gateway, provider: withBug(gateway.provider) } : gateway])),
  }),
})
