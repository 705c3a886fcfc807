import { startService } from '../../../start-service.ts'
import type { CardOrder, CardProvider, ProviderOutcome } from '../providers/provider.ts'

/** The mistake that the kill run must be able to see: who hears nothing takes it for a failure, and the renter tries again. */
const takenForFailure = (outcome: ProviderOutcome): ProviderOutcome => (outcome.kind === 'unknown' ? { kind: 'declined', providerId: null, code: 'timeout' } : outcome)

const sabotaged = (provider: CardProvider): CardProvider => ({
  ...provider,
  debit: async (order: CardOrder) => takenForFailure(await provider.debit(order)),
})

await startService({
  changePayments: (settings) => ({
    ...settings,
    providers: Object.fromEntries(Object.entries(settings.providers).map(([code, gateway]) =>
      [code, gateway?.kind === 'card' ? { ...gateway, provider: sabotaged(gateway.provider) } : gateway])),
  }),
})
