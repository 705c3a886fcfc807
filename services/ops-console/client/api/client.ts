import { createClient, HttpError, type Client } from '@checkin/http/client'

/** The answer to a call that was refused or did not come; its message is for the operator. */
export class CallError extends Error {
  /** HTTP status; 0 without an answer. */
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Milliseconds for which something that the operator did counts as being there. */
const activeMs = 60_000
let lastActivity = 0
for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const) {
  globalThis.addEventListener(kind, () => { lastActivity = Date.now() }, { passive: true, capture: true })
}

// A page asks for much by itself; only what the operator does keeps the session from ending.
const client = createClient({
  baseUrl: '/api', headers: () => ({ 'x-checkin-console': '1', ...(Date.now() - lastActivity < activeMs && { 'x-checkin-active': '1' }) }),
})

/** A call through the console's own server, which adds the operator's token. Rejects with CallError. */
export const call: Client['call'] = (endpoint, ...args) =>
  client.call(endpoint, ...args).catch((error: unknown) => {
    throw error instanceof HttpError ? new CallError(error.status, error.title || error.message) : new CallError(0, 'The console does not answer. Renters are not affected.')
  })
