import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'

/** Six digits without a leading zero, so that none can be lost on the way (DEC-08). */
export const newCode = (): string => String(randomInt(100_000, 1_000_000))

/** What is stored of a code: keyed, because a million codes are tried in no time, and bound to its own row. */
export const codeHash = (secret: string, codeId: string, code: string): Buffer =>
  createHmac('sha256', secret).update(`${codeId}:${code}`).digest()

/** Compares in constant time. */
export const isSameHash = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other)
