import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits as 43 characters of base64url: a session cookie's value or a link's token (DEC-77). */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token. A plain hash is enough: 256 random bits cannot be guessed from it. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Saves the database a look-up for text that no token can be. */
export const isToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)
