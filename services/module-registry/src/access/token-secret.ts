import { createHash, randomBytes } from 'node:crypto'

/** What is stored of a token: its SHA-256, base64url. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** A new token: 256 random bits. Whoever makes it is the only one to see it; the registry gets its hash. */
export const newToken = (): string => `crt_${randomBytes(32).toString('base64url')}`

/** So much of a token's hash that two people can compare it by voice. */
export const fingerprintOf = (hash: string): string => hash.slice(0, 12)
