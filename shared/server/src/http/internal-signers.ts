import { X509Certificate } from 'node:crypto'
import * as z from 'zod'
import { declareSettings, readSettings } from '../settings.ts'
import { keptFiles, type KeptFiles } from '../tls/kept-files.ts'

const Environment = declareSettings({
  /** PEM file of the certificates that alone may vouch for the services of this installation; without it all do that Node trusts. */
  CHECKIN_INTERNAL_CA: z.string().min(1).optional(),
})

type Env = Readonly<Record<string, string | undefined>>

/**
 * The file of `CHECKIN_INTERNAL_CA`, whose certificates alone vouch for services; null where the installation names none.
 * @throws SettingsError where it cannot be read or holds no certificate.
 */
export function keptSigners(env: Env = process.env): KeptFiles<string> | null {
  const { CHECKIN_INTERNAL_CA: file } = readSettings(Environment, env)
  return file === undefined ? null : keptFiles('CHECKIN_INTERNAL_CA', [file], ([text = '']) => {
    new X509Certificate(text)
    return text
  })
}

/**
 * The certificates, as PEM, that calls between services trust and no other (ASVS 12.3.4), as they are now; undefined where the installation names none.
 * @throws SettingsError where they cannot be read.
 */
export const internalSigners = (env: Env = process.env): string | undefined => keptSigners(env)?.current()
