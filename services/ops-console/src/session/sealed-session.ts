import type { Person } from '@checkin/server'
import * as z from 'zod'
import { sealedTexts } from './sealed-text.ts'

/** Hours after which an operator signs in again. */
export const sessionHours = 8

/** Roles of the registry (its access/actor.ts). */
export const roles = ['publisher', 'operator', 'approver', 'viewer'] as const

const Session = z.object({ token: z.string(), label: z.string(), role: z.enum(roles), hosts: z.nullable(z.array(z.string())), until: z.number() })
/** Who is signed in. The registry's token never reaches the page: it lives inside the sealed cookie. */
export type Session = z.infer<typeof Session>

/** The session of somebody whom the identity provider vouched for. */
export const personSession = (token: string, { label, role, hosts }: Person): Omit<Session, 'until'> =>
  Session.omit({ until: true }).parse({ token, label, role, hosts })

export interface SealedSessions {
  readonly seal: (session: Omit<Session, 'until'>) => string
  /** Null for a cookie that is not ours, was changed, or is over. */
  readonly open: (cookie: string | undefined) => Session | null
}

/** Sessions as encrypted cookies: no store, so every server of the console knows every session; revoking the token ends it at the next call. */
export function sealedSessions(secret: string, now: () => number = Date.now): SealedSessions {
  const texts = sealedTexts(`ops-session:${secret}`)
  return {
    seal: (session) => texts.seal(JSON.stringify({ ...session, until: now() + sessionHours * 3_600_000 })),
    open: (cookie) => {
      const text = texts.open(cookie ?? '')
      if (text === null) return null
      const session = Session.parse(JSON.parse(text))
      return session.until > now() ? session : null
    },
  }
}
