import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Person } from '@checkin/server'
import * as z from 'zod'
import { Operator } from './session.contract.ts'

/** Hours after which an operator signs in again. */
export const sessionHours = 8

const Session = Operator.extend({ token: z.string(), until: z.number() })
/** Who is signed in. The registry's token never reaches the page: it lives inside the sealed cookie. */
export type Session = z.infer<typeof Session>

/** The session of somebody whom the identity provider vouched for. */
export const personSession = (token: string, { label, role, hosts }: Person): Omit<Session, 'until'> =>
  Session.omit({ until: true }).parse({ token, label, role, hosts })

export type SealedSessions = ReturnType<typeof sealedSessions>

/** Sessions as encrypted cookies: no store, so every server of the console knows every session; revoking the token ends it at the next call. */
export function sealedSessions(secret: string, now: () => number = Date.now) {
  const texts = sealedTexts(`ops-session:${secret}`)
  return {
    seal: (session: Omit<Session, 'until'>): string => texts.seal(JSON.stringify({ ...session, until: now() + sessionHours * 3_600_000 })),
    /** Null for a cookie that is not ours, was changed, or is over. */
    open: (cookie: string | undefined): Session | null => {
      const text = texts.open(cookie ?? '')
      if (text === null) return null
      const session = Session.parse(JSON.parse(text))
      return session.until > now() ? session : null
    },
  }
}

/** Texts that a browser keeps for us and can neither read nor change (AES-256-GCM). */
export function sealedTexts(secret: string) {
  const key = createHash('sha256').update(secret).digest()
  return {
    seal: (text: string): string => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
    },
    /** Null for what is not ours or was changed. */
    open: (sealed: string): string | null => {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < 29) return null
      try {
        const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
        cipher.setAuthTag(bytes.subarray(-16))
        return Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}
