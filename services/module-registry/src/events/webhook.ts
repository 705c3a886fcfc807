import { RolloutEvents } from '@checkin/registry'
import { backoffSeconds, type Database, repeat, type Repeated, sendWebhook, type WebhookReceiver } from '@checkin/server'
import type { Tables } from '../storage/tables.ts'
import { startDelivery, type Due, noteAttempt, takeDue } from './delivery.ts'

export interface WebhookWork {
  readonly database: Database<Tables>
  readonly receiver: WebhookReceiver
  readonly log: { readonly warn: (details: object, message: string) => void; readonly error: (details: object, message: string) => void }
  readonly everyMs: number
  /** Most milliseconds that the receiver may take to acknowledge. */
  readonly timeoutMs?: number
}

/** Tells the receiver what happens to releases, in the order of the audit, until each is acknowledged. As many processes as wanted may run one. */
export function startWebhook({ database, receiver, log, everyMs, timeoutMs = 10_000 }: WebhookWork): Repeated<void> {
  const dispatch = async (): Promise<void> => {
    await database.withTx((tx) => startDelivery(tx, receiver.url))
    for (let due = await takeDue(database, receiver.url); due !== null; due = await takeDue(database, receiver.url)) {
      const reason = due.events.length === 0 ? null : await sendWebhook(receiver, messageOf(due), timeoutMs)
      await noteAttempt(database, receiver.url, due, reason === null ? { pauseSeconds: 0 } : { reason, pauseSeconds: backoffSeconds(due.attempts) })
      if (reason === null) continue
      log.warn({ attempt: due.attempts, reason }, 'rollout events will be told again')
      return
    }
  }
  return repeat(dispatch, everyMs, (error) => { log.error({ err: error }, 'rollout events cannot be told') })
}

const messageOf = ({ after, upTo, events }: Due) => ({ id: `rollout-${after + 1}-${upTo}`, body: JSON.stringify(RolloutEvents.parse({ events })) })
