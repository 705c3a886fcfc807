import { internalFetch } from '@checkin/server'
import { startServing } from './processes.ts'
import type { ProviderRecord, SignedRecord } from './ledger-comparison.ts'

/** The number that renters of the chaos test type, and its security code. Neither may ever be found on our side (I6). */
export const typedCard = { number: '4111111111111111', cvv: '737' }

/**
 * What goes wrong at the provider during a chaos test, by share of orders: charges whose answer is lost in four ways,
 * charges that happen later, refusals before anything happened, declines, and callbacks that come late, early, fifty times, contradicting or never.
 */
const chargeFaults = {
  P9: 0.09, 'P9-drop': 0.06, 'P9-garbage': 0.03, 'P9-500': 0.03, P10: 0.08, P11: 0.05, 'P11-drop': 0.05, P6: 0.12,
  P12: 0.06, P13: 0.03, 'P13-early': 0.04, 'P13-contradictory': 0.05, 'P13-late': 0.05, P15: 0.08, pending: 0.04,
}

/** What goes wrong with captures, voids and refunds: their answer is lost, they happen later, or are refused before anything happened. Some are declined; a hold is always freed in the end. */
const lateFaults = { P9: 0.06, 'P9-drop': 0.06, 'P9-garbage': 0.04, 'P9-500': 0.06, P10: 0.06, P11: 0.06, 'P11-drop': 0.05 }
const followUpFaults = { capture: { ...lateFaults, P6: 0.1 }, refund: { ...lateFaults, P6: 0.1 }, void: lateFaults }

const signAccount = { CHECKIN_SIGN_API_KEY: 'key-of-the-kill-run', CHECKIN_SIGN_SECRET: 'secret-of-the-kill-run' }

const account = {
  CHECKIN_CARD_API_KEY: 'kill-shop', CHECKIN_CARD_USER: 'kill-user', CHECKIN_CARD_PASSWORD: 'password-of-the-kill-run', CHECKIN_CARD_SECRET: 'secret-of-the-kill-run', CHECKIN_CARD_PUBLIC_KEY: 'kill-fields',
}

export interface CardProviderOptions {
  readonly port: number
  readonly folder: string
  readonly seed: string
  /** Shares of what goes wrong; those of the chaos test when left out. */
  readonly faults?: { readonly charges: Readonly<Record<string, number>>; readonly followUps: Readonly<Record<string, Readonly<Record<string, number>>>> }
  /** Origins that renters may be sent back to after signing. */
  readonly shops: readonly string[]
}

/** The sandboxes in a process of their own, with their own ledgers on disk; the card's misbehaves from now on, the signature's by the signer's address. */
export async function startProviders({ port, folder, seed, shops, faults = { charges: chargeFaults, followUps: followUpFaults } }: CardProviderOptions) {
  // The sandboxes listen two above the site's port, their probes eight above it.
  const base = port - 2
  const program = await startServing('services/sandboxes/providers/src/main.ts', {
    ...account, CHECKIN_PORT: String(base), CHECKIN_DATA_DIR: folder, CHECKIN_SANDBOX_SHOPS: shops.join(','), CHECKIN_SANDBOX_DELAY_SCALE: '0.01', CHECKIN_LOG_LEVEL: 'warn',
    CHECKIN_WALLET_CLIENT_ID: 'kill-shop', CHECKIN_WALLET_CLIENT_SECRET: 'secret-of-the-kill-run', CHECKIN_WALLET_WEBHOOK_SECRET: 'secret-of-the-kill-run',
    ...signAccount,
    CHECKIN_SANDBOX_PUSH_ACCOUNTS: '[]',
    CHECKIN_SANDBOX_SMS_ACCOUNTS: JSON.stringify([{ apiKey: 'sms-key-of-the-kill-run', secret: 'secret-of-the-kill-run' }]),
  }, `http://127.0.0.1:${base + 8}/readyz`)
  const origin = `http://card.localhost:${port}`
  const signOrigin = `http://sign.localhost:${port}`
  const post = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}) => (await internalFetch(`${origin}${path}`, { method: 'POST', body, headers })).json()
  await post('/admin/scenario', { mix: { seed, shares: faults.charges, followUps: faults.followUps } })
  return {
    /** What the API needs to know of it. */
    environment: { ...account, ...signAccount, CHECKIN_SIGN_URL: signOrigin, CHECKIN_CARD_URL: origin, CHECKIN_CARD_SCRIPT_URL: `${origin}/js/integrated/payment.1.3.min.js` },
    /** A one-time token, as the hosted fields make it from what the renter typed. */
    token: async (): Promise<string> => {
      const { token } = await post('/js/integrated/tokenize', { publicKey: account.CHECKIN_CARD_PUBLIC_KEY, ...typedCard, month: '12', year: '2035', card_holder: 'Maria Silva' }, { origin }) as { token: string }
      return token
    },
    ledger: async () => (await internalFetch(`${origin}/admin/transactions`, { timeoutMs: 30_000 })).json() as readonly ProviderRecord[],
    /** A renter signs by name on the provider's page. */
    sign: (url: string) => internalFetch(url, {
      method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams({ answer: 'sign', way: 'typed', name: 'Maria Silva', read: 'yes' }).toString(),
    }),
    agreements: async () => (await internalFetch(`${signOrigin}/admin/agreements`, { timeoutMs: 30_000 })).json() as readonly SignedRecord[],
    stop: program.kill,
  }
}
export type ProviderProcesses = Awaited<ReturnType<typeof startProviders>>
