import { createPrivateKey, X509Certificate } from 'node:crypto'
import * as z from 'zod'
import { internalSigners } from '../http/internal-signers.ts'
import { declareSettings, readSettings, SettingsError } from '../settings.ts'
import { keptFiles, type KeptFiles } from './kept-files.ts'

type Env = Readonly<Record<string, string | undefined>>

/** A certificate with its chain and the private key of it, both PEM. */
export interface OwnCertificate {
  readonly cert: string
  readonly key: string
}

const file = () => z.string().min(1).optional()

const Environment = declareSettings({
  /** PEM files by which this process answers on its own port over TLS; in clear without. */
  CHECKIN_TLS_CERTIFICATE: file(),
  CHECKIN_TLS_KEY: file(),
  /** PEM files by which this process proves to other services of the installation which one it is. */
  CHECKIN_CALL_CERTIFICATE: file(),
  CHECKIN_CALL_KEY: file(),
})

type Purpose = 'TLS' | 'CALL'

/** The certificate and key of two settings, which need each other; null where neither is set. */
function ownCertificate(purpose: Purpose, env: Env): KeptFiles<OwnCertificate> | null {
  const settings = readSettings(Environment, env)
  const [certificateName, keyName] = [`CHECKIN_${purpose}_CERTIFICATE`, `CHECKIN_${purpose}_KEY`] as const
  const [certificate, key] = [settings[certificateName], settings[keyName]]
  if ((certificate === undefined) !== (key === undefined)) throw new SettingsError(new Map([[certificate === undefined ? certificateName : keyName, 'is needed with the other of the two']]))
  if (certificate === undefined || key === undefined) return null
  return keptFiles(certificateName, [certificate, key], ([cert = '', privateKey = '']) => {
    const isOne = usable(certificateName, () => new X509Certificate(cert)).checkPrivateKey(usable(keyName, () => createPrivateKey(privateKey)))
    if (!isOne) throw new SettingsError(new Map([[keyName, `is not the key of ${certificateName}`]]))
    return { cert, key: privateKey }
  })
}

function usable<Found>(setting: string, read: () => Found): Found {
  try {
    return read()
  } catch {
    throw new SettingsError(new Map([[setting, 'is no file (PEM) that can be used']]))
  }
}

/**
 * What this process answers with on its own port; null for in clear.
 * @throws SettingsError with the variables to mend: one without the other, no PEM, or a key of another certificate.
 */
export const listenTls = (env: Env = process.env): KeptFiles<OwnCertificate> | null => ownCertificate('TLS', env)

/** What a call to another service of this installation trusts and shows. */
export interface CallTls {
  /** Certificates (PEM) that alone may vouch for the server; all that Node trusts where there is none. */
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
}

/**
 * What calls to other services of this installation trust and show (ASVS 12.3.4, 13.2.1), as the files are now.
 * @throws SettingsError with the variables to mend.
 */
export function callTls(env: Env = process.env): CallTls {
  const [ca, own] = [internalSigners(env), ownCertificate('CALL', env)]
  return { ...(ca !== undefined && { ca }), ...own?.current() }
}

/** The files of both, to watch the end of their certificates. */
export function ownCertificateFiles(env: Env = process.env): readonly string[] {
  const { CHECKIN_TLS_CERTIFICATE: listen, CHECKIN_CALL_CERTIFICATE: call } = readSettings(Environment, env)
  return [...new Set([listen, call].filter((each) => each !== undefined))]
}
