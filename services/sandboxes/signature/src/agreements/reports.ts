import { createHmac, randomUUID } from 'node:crypto'
import { statusOf, type Agreement } from './agreement.ts'
import type { AgreementStore, Report } from './store.ts'

const minute = 60_000
/** Waiting times after a report that was not taken. */
const retryDelays: readonly number[] = [minute, 5 * minute, 15 * minute, 60 * minute, 180 * minute, 720 * minute]

export interface Reports {
  /** What became of an agreement is told to the shop. */
  readonly tell: (agreement: Agreement) => void
  /** Delivers what is due; resolves when nothing is. */
  readonly flush: () => Promise<void>
  readonly stop: () => void
}

export interface ReportsOptions {
  readonly store: AgreementStore
  readonly now: () => number
  /** What signs the reports of an agreement. */
  readonly secretOf: (agreement: Agreement) => string
  readonly delayScale: number
}

/** Posts a signed report. Done only when the shop answers 200 with exactly `OK` within 10 s. */
async function deliver(agreement: Agreement, now: number, secret: string): Promise<boolean> {
  const { id: agreementId, signatureId, externalId } = agreement
  const body = JSON.stringify({ eventId: randomUUID(), agreementId, signatureId, externalId, status: statusOf(agreement, now) })
  const answer = await fetch(agreement.callbackUrl, {
    method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(10_000),
    headers: { 'content-type': 'application/json', 'x-signature': createHmac('sha256', secret).update(body).digest('hex') },
  })
  return (await answer.text()) === 'OK' && answer.status === 200
}

/** Reports by the sandbox's clock; they survive restarts, because what is left to do is in the store. */
export function createReports({ store, now, secretOf, delayScale }: ReportsOptions): Reports {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let stopped = false
  const one = async ({ id, agreementId, attempt }: Report): Promise<void> => {
    const agreement = store.byId(agreementId)
    const done = !agreement || await deliver(agreement, now(), secretOf(agreement)).catch(() => false)
    if (stopped) return
    store.dropReport(id)
    const delay = retryDelays[attempt]
    if (!done && delay !== undefined) store.addReport(now() + delay * delayScale, agreementId, attempt + 1)
  }
  const allDue = async (): Promise<void> => {
    for (let due = store.dueReports(now()); due.length > 0 && !stopped; due = store.dueReports(now())) await Promise.all(due.map(one))
  }
  const flush = async (): Promise<void> => {
    while (running) await running
    running = allDue().finally(() => { running = null })
    await running
    wake()
  }
  const wake = (): void => {
    clearTimeout(timer)
    const next = stopped ? null : store.nextReportAt()
    if (next === null) return
    timer = setTimeout(() => void flush(), Math.max(next - now(), 0))
    timer.unref()
  }
  wake()
  return {
    tell: (agreement) => {
      if (agreement.scenario === 'silent') return
      const at = Math.max(now(), agreement.countsFrom ?? 0)
      for (let times = agreement.scenario === 'twice' ? 2 : 1; times > 0; times -= 1) store.addReport(at, agreement.id, 0)
      wake()
    },
    flush,
    stop: () => {
      clearTimeout(timer)
      stopped = true
    },
  }
}
