import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import type { AnyAccount } from './account-kinds.ts'

const opened = <Value>(open: () => Value): Value | null => {
  try {
    return open()
  } catch {
    return null
  }
}
const rsaKey = (pem: string): KeyObject | null => {
  const key = opened(() => createPrivateKey(pem))
  return key?.asymmetricKeyType === 'rsa' ? key : null
}

/** Names of the parts of a wallet's account that nothing can be signed with: no RSA key, no certificate, or a certificate of another key or issuer (DEC-233, DEC-234). */
export function unusableParts(account: AnyAccount): readonly string[] {
  if (!('key' in account)) return []
  const key = rsaKey(account.key)
  if (!('certificate' in account)) return key ? [] : ['key']
  const [certificate, wwdr] = [account.certificate, account.wwdr].map((pem) => opened(() => new X509Certificate(pem)))
  return [
    ...(key ? [] : ['key']),
    ...(certificate && (!key || certificate.checkPrivateKey(key)) ? [] : ['certificate']),
    ...(wwdr && (!certificate || (certificate.checkIssued(wwdr) && certificate.verify(wwdr.publicKey))) ? [] : ['wwdr']),
  ]
}
