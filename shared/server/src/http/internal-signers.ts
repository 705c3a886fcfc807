import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { declareSettings, readSettings, SettingsError } from '../settings.ts'

const Environment = declareSettings({
  /** PEM file of the certificates that alone may vouch for the services of this installation; without it all do that Node trusts. */
  CHECKIN_INTERNAL_CA: z.string().min(1).optional(),
})

const read = new Map<string, string>()

/**
 * The certificates, as PEM, that calls between services trust and no other (ASVS 12.3.4); undefined where the installation names none. Of the file of
 * `CHECKIN_INTERNAL_CA`, read once in a process.
 * @throws SettingsError where it cannot be read or holds no certificate.
 */
export function internalSigners(env: Readonly<Record<string, string | undefined>> = process.env): string | undefined {
  const { CHECKIN_INTERNAL_CA: file } = readSettings(Environment, env)
  if (file === undefined) return undefined
  const known = read.get(file)
  if (known !== undefined) return known
  const certificates = certificatesIn(file)
  read.set(file, certificates)
  return certificates
}

function certificatesIn(file: string): string {
  try {
    const text = readFileSync(file, 'utf8')
    new X509Certificate(text)
    return text
  } catch {
    throw new SettingsError(new Map([['CHECKIN_INTERNAL_CA', 'is no file of certificates (PEM) that can be read']]))
  }
}
