import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import * as z from 'zod'

/** Hours after which an operator signs in again. */
export const sessionHours = 8

/** Roles of the registry (its access/actor.ts). */
export const roles = ['publisher', 'operator', 'approver', 'viewer'] as const

const Session = z.object({ token: z.string(), label: z.string(), role: z.enum(roles), hosts: z.nullable(z.array(z.string())), until: z.number() })
/** Who is signed in. The registry's token never reaches the page: it lives inside the sealed cookie. */
export type Session = z.infer<typeof Session>

export interface SealedSessions {
  readonly seal: (session: Omit<Session, 'until'>) => string
  /** Null for a cookie that is not ours, was changed, or is over. */
  readonly open: (cookie: string | undefined) => Session | null
}

/** Sessions as encrypted cookies (AES-256-GCM): no store, so every server of the console knows every session; revoking the token ends it at the next call. */
export function sealedSessions(secret: string, now: () => number = Date.now): SealedSessions {
  const key = createHash('sha256').update(`ops-session:${secret}`).digest()
  return {
    seal: (session) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const text = JSON.stringify({ ...session, until: now() + sessionHours * 3_600_000 })
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
    },
    open: (cookie) => {
      if (!cookie) return null
      const bytes = Buffer.from(cookie, 'base64url')
      if (bytes.length < 29) return null
      try {
        const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
        cipher.setAuthTag(bytes.subarray(-16))
        const text = Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()]).toString('utf8')
        const session = Session.parse(JSON.parse(text))
        return session.until > now() ? session : null
      } catch {
        return null
      }
    },
  }
}
