import type { RequestLimits } from './request-limits.ts'

/** How far a body is, and how much longer it may be silent. */
export interface BodyCredit {
  readonly leftMs: number
  readonly bytes: number
}

/** Every body begins with the same patience. */
export const freshCredit = ({ bodyMs }: Pick<RequestLimits, 'bodyMs'>, bytes: number): BodyCredit => ({ leftMs: bodyMs, bytes })

/**
 * What is left after some time: bytes earn time at the least rate, time passes, and no more is saved than the longest silence.
 * So a body of any size passes a slow line, and one that trickles has only what every body has.
 */
export function creditAfter(
  { leftMs, bytes }: BodyCredit, now: { readonly bytes: number; readonly passedMs: number },
  { bodyMs, bodyBytesPerSecond, bodyStallMs }: Pick<RequestLimits, 'bodyMs' | 'bodyBytesPerSecond' | 'bodyStallMs'>,
): BodyCredit {
  const earnedMs = ((now.bytes - bytes) / bodyBytesPerSecond) * 1000
  return { leftMs: Math.min(leftMs + earnedMs, Math.max(bodyMs, bodyStallMs)) - now.passedMs, bytes: now.bytes }
}
