import { createHmac, timingSafeEqual } from 'node:crypto'

/** Milliseconds that the moment of a callback may be away from now: it is signed anew each time it is sent. */
const longestAwayMs = 10 * 60_000

/** A callback's address as both sides know it, whatever a proxy in front puts before it: it names the provider and the tenant. */
const ownPath = (address: string): string => {
  const [path = ''] = address.split('?', 1)
  return path.slice(Math.max(0, path.indexOf('/provider/v1/')))
}

/** Whether a moment (ISO 8601) is now, give or take slow lines and clocks. */
const isFresh = (moment: string): boolean => Math.abs(Date.now() - Date.parse(moment)) <= longestAwayMs

/** Whether a hexadecimal HMAC-SHA-256 is that of these lines. Compares in constant time. */
export function isMacOf(lines: readonly string[], secret: string, given: string | undefined): boolean {
  const [proof, expected] = [Buffer.from(given ?? '', 'hex'), createHmac('sha256', secret).update(lines.join('\n')).digest()]
  return proof.length === expected.length && timingSafeEqual(proof, expected)
}

/** A callback of a provider whose form of signature is ours to say. */
export interface SignedCallback {
  /** Address that was called. */
  readonly path: string
  readonly body: string
  /** When it was sent, ISO 8601. */
  readonly moment: string
  readonly proof: string | undefined
}

/**
 * Whether a callback was sent by who knows the secret, to this very tenant's address, a moment ago (SEC-26). So one that was overheard counts neither for another
 * tenant, nor later. `others` are further lines of the provider's form, before the body.
 */
export const isCallbackProved = ({ path, body, moment, proof }: SignedCallback, secret: string, others: readonly string[] = []): boolean =>
  isFresh(moment) && isMacOf(['v2', ...others, moment, ownPath(path), body], secret, proof)
