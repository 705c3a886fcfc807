import { randomUUID } from 'node:crypto'
import type { WalletStore, Webhook } from './store.ts'
import { webhookSignature } from './webhook-signature.ts'

const minute = 60_000
/** Waiting times after an event that the shop did not take; afterwards it is given up. */
const retryDelays: readonly number[] = [minute, 5 * minute, 30 * minute, 2 * 60 * minute, 6 * 60 * minute, 24 * 60 * minute]

export interface DeliveryOptions {
  readonly store: WalletStore
  readonly now: () => number
  /** What signs the events of a merchant. */
  readonly secretOf: (merchant: string | null) => string
  /** Factor of the waiting times. */
  readonly delayScale: number
}

/** Posts one signed event; taken means an answer of 200 to 299. */
export async function deliver(url: string, body: string, secret: string): Promise<boolean> {
  const id = randomUUID()
  const time = new Date().toISOString()
  const answer = await fetch(url, {
    method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(10_000),
    headers: {
      'content-type': 'application/json', 'wallet-transmission-id': id, 'wallet-transmission-time': time,
      'wallet-transmission-sig': webhookSignature({ id, time, body }, secret),
    },
  })
  await answer.arrayBuffer()
  return answer.ok
}

/** Sends what waits; what was not taken waits again. Survives a restart, because what waits is in the store. */
export function createDelivery({ store, now, secretOf, delayScale }: DeliveryOptions) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let stopped = false

  const one = async ({ id, url, body, attempt, merchant }: Webhook): Promise<void> => {
    const taken = await deliver(url, body, secretOf(merchant)).catch(() => false)
    if (stopped) return
    const delay = retryDelays[attempt]
    store.atomically(() => {
      store.dropWebhook(id)
      if (!taken && delay !== undefined) store.addWebhook(now() + delay * delayScale, url, body, attempt + 1, merchant)
    })
  }
  const allDue = async (): Promise<void> => {
    for (let due = store.dueWebhooks(now()); due.length > 0 && !stopped; due = store.dueWebhooks(now())) await Promise.all(due.map(one))
  }
  const flush = async (): Promise<void> => {
    while (running) await running
    running = allDue().finally(() => { running = null })
    await running
    wake()
  }
  const wake = (): void => {
    clearTimeout(timer)
    const next = stopped ? null : store.nextWebhookAt()
    if (next === null) return
    timer = setTimeout(() => void flush(), Math.min(Math.max(next - now(), 0), 60 * minute))
    timer.unref()
  }
  const stop = (): void => {
    clearTimeout(timer)
    stopped = true
  }
  return { flush, wake, stop }
}
