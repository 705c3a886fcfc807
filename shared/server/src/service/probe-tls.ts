import { X509Certificate, createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { isLoopback, plainHopsSetting } from '../plain-hops.ts'
import { declareSettings, modeSetting, processSettings, readSettings, SettingsError } from '../settings.ts'

const Environment = declareSettings({
  CHECKIN_MODE: modeSetting(),
  CHECKIN_PLAIN_HOPS: plainHopsSetting(),
  /** PEM files by which probes and metrics that are not on the service's own port are answered over TLS. */
  CHECKIN_PROBE_CERTIFICATE: z.string().min(1).optional(),
  CHECKIN_PROBE_KEY: z.string().min(1).optional(),
})

/** A certificate with its chain and the private key of it, both PEM. */
export interface ProbeTls {
  readonly cert: string
  readonly key: string
}

/**
 * What probes and metrics are answered with (ASVS 12.3.1); null for in clear, which production does on this machine alone unless a mesh encrypts.
 * @throws SettingsError with the variables to mend.
 */
export function probeTls(env: Readonly<Record<string, string | undefined>> = process.env): ProbeTls | null {
  const { CHECKIN_PROBE_CERTIFICATE: certificate, CHECKIN_PROBE_KEY: privateKey, CHECKIN_MODE: mode, CHECKIN_PLAIN_HOPS: plainHops } = readSettings(Environment, env)
  if ((certificate === undefined) !== (privateKey === undefined)) throw new SettingsError(new Map([[certificate === undefined ? 'CHECKIN_PROBE_CERTIFICATE' : 'CHECKIN_PROBE_KEY', 'is needed with the other of the two']]))
  if (certificate === undefined || privateKey === undefined) {
    if (mode === 'production' && !plainHops && !isLoopback(processSettings(env).probeHost)) {
      throw new SettingsError(new Map([['CHECKIN_PROBE_CERTIFICATE', 'is needed in production where CHECKIN_PROBE_HOST is no address of this machine alone, unless CHECKIN_PLAIN_HOPS=true says that a mesh encrypts']]))
    }
    return null
  }
  return {
    cert: readPem('CHECKIN_PROBE_CERTIFICATE', certificate, (text) => new X509Certificate(text)),
    key: readPem('CHECKIN_PROBE_KEY', privateKey, createPrivateKey),
  }
}

function readPem(name: string, file: string, parse: (text: string) => unknown): string {
  try {
    const text = readFileSync(file, 'utf8')
    parse(text)
    return text
  } catch {
    throw new SettingsError(new Map([[name, 'is no file (PEM) that can be used']]))
  }
}
