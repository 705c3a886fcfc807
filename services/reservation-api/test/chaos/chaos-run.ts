import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { agreementsUnderWay, compareAgreements } from './agreement-comparison.ts'
import { typedCard, type ProviderProcesses } from './provider-processes.ts'
import { documentKey } from '../fixtures/keys.fixture.ts'
import { readOurSide } from './our-ledger.ts'
import { freePorts } from './processes.ts'
import { violations, type Violation } from './ledger-comparison.ts'
import { violationFacts } from './violation-facts.ts'

/** API servers of a run. Two may be down at the same moment; one is left to serve. */
export const servers = 3
const drainLimitMs = 240_000

/** Small generator of repeatable chances (mulberry32). */
export function chances(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Ports of a run: one for the sandboxes, seven more for their probes, and eight for each server, whose API is four above its first. */
export async function runPorts(): Promise<{ readonly provider: number; readonly api: readonly number[] }> {
  const first = await freePorts(16 + 8 * servers)
  return { provider: first + 2, api: Array.from({ length: servers }, (_, at) => first + 16 + 8 * at) }
}

/** Address of the API whose first port is `base`. */
export const apiAddress = (base: number): string => `http://127.0.0.1:${base + 4}`

export interface ApiEnvironment {
  readonly provider: ProviderProcesses
  readonly databaseUrl: string
  readonly folder: string
  readonly base: number
  /** First port of the server that providers call back. */
  readonly callbacks: number
}

/** Environment of an API server of a run. */
export const apiEnvironment = ({ provider, databaseUrl, folder, base, callbacks }: ApiEnvironment): Readonly<Record<string, string>> => ({
  ...provider.environment, DATABASE_URL: databaseUrl, CHECKIN_PORT: String(base), CHECKIN_CALLBACK_BASE: apiAddress(callbacks),
  CHECKIN_DATA_DIR: folder, CHECKIN_CODE_SECRET: 'code-secret-of-the-kill-run', CHECKIN_PROXY_SECRET: 'proxy-secret-of-the-kill-run', CHECKIN_DOCUMENT_KEY: documentKey,
  CHECKIN_API_POOL: '8', CHECKIN_MAIL_POLL_MS: '600000',
  CHECKIN_PROVIDER_ANSWER_MS: '500', CHECKIN_PAYMENT_POLL_MS: '200', NODE_COMPILE_CACHE: join(folder, 'compiled'),
})

/** Both ledgers after everything came to rest. */
export interface Ledgers {
  /** Seconds until nothing was left to do. */
  readonly drainSeconds: number
  /** Orders and agreements that somebody still had to go on with at the end. */
  readonly queued: number
  readonly charges: number
  /** Deposits that the provider held. */
  readonly holds: number
  readonly violations: readonly Violation[]
  /** Whether a typed card number was found in our tables or in what our processes wrote (I6). */
  readonly isCardFound: boolean
}

/** Waits until the servers have nothing left to do, by themselves, and compares both ledgers. */
export async function settledLedgers({ adminUrl, provider, written }: { readonly adminUrl: string; readonly provider: ProviderProcesses; readonly written: () => string }): Promise<Ledgers> {
  const began = Date.now()
  const left = async (): Promise<number> => (await readOurSide(adminUrl, { withDump: false })).queued + await agreementsUnderWay(adminUrl)
  while (await left() > 0 && Date.now() - began < drainLimitMs) await delay(200)
  const drainSeconds = (Date.now() - began) / 1000
  const { ledgers, dump, queued } = await readOurSide(adminUrl, { withDump: true })
  const ledger = await provider.ledger()
  const found = [...violations(ledger, ledgers), ...await compareAgreements(adminUrl, provider)]
  for (const facts of await violationFacts(adminUrl, found, ledger)) console.log(facts)
  return {
    drainSeconds, queued: queued + await agreementsUnderWay(adminUrl),
    charges: ledger.filter(({ type, capturedMinor }) => type === 'DEBIT' && capturedMinor > 0).length,
    holds: ledger.filter(({ type, status }) => type === 'PREAUTHORIZE' && status === 'SUCCESS').length,
    violations: found, isCardFound: `${dump}${written()}`.includes(typedCard.number),
  }
}
