import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { beginCall, timeLimit } from '@checkin/server'
import { OutboundRefused, outboundLookupOf } from '@checkin/server/outbound'
import type { ProviderTimes } from './provider-settings.ts'

const mostBytes = 256 * 1024

export interface ProviderRequest {
  readonly method: 'GET' | 'POST'
  /** Whole address; its base comes from the settings and never from an answer. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * What came of a call. `unreached`: no connection was made, so nothing can have happened there.
 * `lost`: it may have happened and nobody knows (P9, P10).
 */
export type ProviderReply =
  | { readonly kind: 'answer'; readonly status: number; readonly headers: IncomingHttpHeaders; readonly json: unknown }
  | { readonly kind: 'unreached' }
  | { readonly kind: 'lost'; readonly reason: 'timeout' | 'network' | 'unreadable' }

/**
 * Calls a provider: a connection within `connectMs`, the whole answer within `answerMs`, at most 256 kB of JSON.
 * Redirects are answers like others and are never followed. `limit` gives it up like a time that is over; after it no call is made at all.
 * Rejects with SettingsError alone, where the environment names no hosts that may be called: that is no provider's silence.
 */
export async function callProvider({ method, url, headers, body }: ProviderRequest, times: ProviderTimes, limit?: AbortSignal): Promise<ProviderReply> {
  // An earlier call of the same question may have done something: nobody knows is the only true answer.
  if (limit?.aborted) return { kind: 'lost', reason: 'timeout' }
  const address = new URL(url)
  const lookup = lookupOf(address)
  if (!lookup) return { kind: 'unreached' }
  const span = beginCall({ method, host: address.hostname, isForeign: true })
  return new Promise((resolve) => {
    const send = address.protocol === 'https:' ? httpsRequest : httpRequest
    let connected = false
    let timedOut = false
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    // A connection of its own for every call: one kept open may be dead, and then nobody knows what arrived.
    const request = send(address, { method, headers: { ...headers, ...length, ...span.headers }, agent: false, lookup })
    const giveUp = (): void => {
      timedOut = true
      request.destroy()
    }
    const liftConnecting = timeLimit(times.connectMs, giveUp)
    const liftAnswering = timeLimit(times.answerMs, giveUp)
    limit?.addEventListener('abort', giveUp, { once: true })
    const end = (reply: ProviderReply): void => {
      liftConnecting()
      liftAnswering()
      limit?.removeEventListener('abort', giveUp)
      span.end(reply.kind === 'answer' ? { status: reply.status } : { failure: reply.kind })
      resolve(reply)
    }
    const broken = (): void => { end(connected ? { kind: 'lost', reason: timedOut ? 'timeout' : 'network' } : { kind: 'unreached' }) }

    request.on('socket', (socket) => {
      socket.once(address.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        connected = true
        liftConnecting()
      })
    })
    request.on('error', broken)
    request.on('response', (response) => {
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        parts.push(part)
        if (size > mostBytes) {
          end({ kind: 'lost', reason: 'unreadable' })
          request.destroy()
        }
      })
      response.on('error', broken)
      response.on('aborted', broken)
      response.on('end', () => { end(answerOf(response.statusCode ?? 0, response.headers, Buffer.concat(parts).toString('utf8'))) })
    })
    request.end(body)
  })
}

/** Null where the provider's address may not be called; the operator was told of its host by then (`onOutboundRefused`). Throws SettingsError where no hosts are named. */
function lookupOf(address: URL): LookupFunction | null {
  try {
    return outboundLookupOf(address)
  } catch (error) {
    if (error instanceof OutboundRefused) return null
    throw error
  }
}

function answerOf(status: number, headers: IncomingHttpHeaders, text: string): ProviderReply {
  try {
    return { kind: 'answer', status, headers, json: text === '' ? null : JSON.parse(text) as unknown }
  } catch {
    // A proxy's page of a refused call is no JSON either; its status still says that the provider took nothing.
    return status === 503 || status === 429 ? { kind: 'answer', status, headers, json: null } : { kind: 'lost', reason: 'unreadable' }
  }
}
