import { internalFetch } from '@checkin/server'
import type { Reporter } from './reporter.ts'

/** Sends what pages reported once a second. What the registry does not take is dropped: it is down, and renters come first. */
export function sendReports(reporter: Reporter, { registry, secret, everyMs }: { readonly registry: string; readonly secret: string; readonly everyMs: number }): { readonly stop: () => void } {
  let sending = false
  const timer = setInterval(() => {
    const batch = sending ? null : reporter.drain(Date.now())
    if (!batch) return
    sending = true
    internalFetch(`${registry}/registry/v1/reports`, { method: 'POST', body: batch, headers: { 'x-checkin-proxy': secret }, timeoutMs: 2000 })
      .catch(() => undefined).finally(() => { sending = false })
  }, everyMs)
  timer.unref()
  return { stop: () => { clearInterval(timer) } }
}
