import type { AccountBody } from '@checkin/internal'
import { outboundFetch } from '@checkin/server/outbound'
import * as z from 'zod'
import type { Updated } from './apple-push.ts'
import { googleObjectId, signedByServiceAccount } from './google-pass.ts'

/** A pass to be brought up to date: its serial, and what of its object changes. */
export interface GoogleChange {
  readonly serial: string
  readonly object: object
}

const timeoutMs = 5000
const Token = z.object({ access_token: z.string().regex(/^[\x21-\x7e]{1,4000}$/) })

const again = (reason: string): Updated => ({ kind: 'again', reason })

/** A token of the service account for a quarter of an hour (RFC 7523); why there is none as text. */
async function tokenOf({ tokenUrl = 'https://oauth2.googleapis.com/token', ...account }: AccountBody<'google-wallet'>): Promise<{ readonly token: string } | { readonly reason: string }> {
  const now = Math.floor(Date.now() / 1000)
  const assertion = signedByServiceAccount(account, { iss: account.email, scope: 'https://www.googleapis.com/auth/wallet_object.issuer', aud: tokenUrl, iat: now, exp: now + 900 })
  const answer = await outboundFetch(tokenUrl, {
    method: 'POST', timeoutMs, headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString(),
  })
  const token = answer.status === 200 ? Token.safeParse(answer.json()).data : undefined
  return token ? { token: token.access_token } : { reason: `token ${answer.status}` }
}

/** 404: nobody saved the pass, so that there is nothing to change; who saves it later is found at the next change. */
async function patch(account: AccountBody<'google-wallet'>, token: string, { serial, object }: GoogleChange): Promise<Updated> {
  const { status } = await outboundFetch(new URL(`/walletobjects/v1/genericObject/${encodeURIComponent(googleObjectId(account, serial))}`, account.apiUrl ?? 'https://walletobjects.googleapis.com'), {
    method: 'PATCH', timeoutMs, headers: { authorization: `Bearer ${token}` }, body: object,
  })
  return status === 200 || status === 404 ? { kind: 'done' } : again(String(status))
}

/** Brings saved passes at Google Wallet up to date. Never rejects; answers stand in the order of the changes (DEC-280). */
export async function changeGoogleObjects(account: AccountBody<'google-wallet'>, changes: readonly GoogleChange[]): Promise<readonly Updated[]> {
  const token = await tokenOf(account).catch(() => ({ reason: 'ENOANSWER' }))
  if ('reason' in token) return changes.map(() => again(token.reason))
  return Promise.all(changes.map((change) => patch(account, token.token, change).catch(() => again('ENOANSWER'))))
}
