import { PassPayload, type Pass } from '@checkin/releases'
import { verify } from '@checkin/releases/signing'

/** Reads a signed link's token: what the registry signed, for this host, still in time; null for anything else. */
export function readPass(token: string | undefined, host: string, publicKey: string, now: number): Pass | null {
  const [, payload, signature] = /^([\w-]{1,2000})\.([\w-]{80,100})$/.exec(token ?? '') ?? []
  if (payload === undefined || signature === undefined) return null
  const signed = { payload: Buffer.from(payload, 'base64url').toString(), signature: Buffer.from(signature, 'base64url').toString('base64'), keyId: '' }
  if (!verify(signed, publicKey)) return null
  const pass = PassPayload.safeParse(jsonOf(signed.payload))
  return pass.success && pass.data.host === host && Date.parse(pass.data.expires) > now ? pass.data : null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
