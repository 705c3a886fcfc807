import { X509Certificate } from 'node:crypto'
import * as z from 'zod'
import { declareSettings, readSettings } from '../settings.ts'
import { keptFiles } from '../tls/kept-files.ts'

const Environment = declareSettings({
  /** PEM file of the certificates that alone may vouch for the services of this installation; without it all do that Node trusts. */
  CHECKIN_INTERNAL_CA: z.string().min(1).optional(),
})

/**
 * The certificates, as PEM, that calls between services trust and no other (ASVS 12.3.4); undefined where the installation names none. As the file of
 * `CHECKIN_INTERNAL_CA` has them now.
 * @throws SettingsError where it cannot be read or holds no certificate.
 */
export function internalSigners(env: Readonly<Record<string, string | undefined>> = process.env): string | undefined {
  const { CHECKIN_INTERNAL_CA: file } = readSettings(Environment, env)
  if (file === undefined) return undefined
  return keptFiles('CHECKIN_INTERNAL_CA', [file], ([text = '']) => {
    new X509Certificate(text)
    return text
  }).current()
}
