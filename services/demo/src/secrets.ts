import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const random = [
  'proxySecret', 'codeSecret', 'documentKey', 'cardPassword', 'cardSecret', 'walletSecret', 'walletWebhookSecret', 'signKey', 'signSecret', 'releaseSecret', 'opsSecret',
] as const

/** Secrets of a demo installation: made once, readable by its user only. In production each comes from the environment. */
export type DemoSecrets = Readonly<Record<(typeof random)[number] | 'registryKey' | 'registryPublicKey', string>>

export async function demoSecrets(dataDir: string): Promise<DemoSecrets> {
  const file = join(dataDir, 'secrets.json')
  const kept = await readFile(file, 'utf8').catch(() => null)
  const known = kept === null ? {} : JSON.parse(kept) as Partial<DemoSecrets>
  // An installation of before may lack the newest.
  if (known.signSecret !== undefined && known.opsSecret !== undefined) return known as DemoSecrets
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const secrets: DemoSecrets = {
    ...Object.fromEntries(random.map((name) => [name, randomBytes(32).toString('base64url')])) as Record<(typeof random)[number], string>,
    registryKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    registryPublicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    ...known,
  }
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, JSON.stringify(secrets), { mode: 0o600 })
  await chmod(file, 0o600)
  return secrets
}
