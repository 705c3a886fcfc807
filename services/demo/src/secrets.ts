import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Secrets of a demo installation: made once, readable by its user only. In production each comes from the environment. */
export interface DemoSecrets {
  readonly proxySecret: string
  readonly codeSecret: string
  readonly documentKey: string
  readonly cardPassword: string
  readonly cardSecret: string
  readonly walletSecret: string
  readonly walletWebhookSecret: string
  readonly signKey: string
  readonly signSecret: string
  readonly releaseSecret: string
  readonly registryKey: string
  readonly registryPublicKey: string
  readonly opsSecret: string
}

export async function demoSecrets(dataDir: string): Promise<DemoSecrets> {
  const file = join(dataDir, 'secrets.json')
  const kept = await readFile(file, 'utf8').catch(() => null)
  const known = kept === null ? {} : JSON.parse(kept) as Partial<DemoSecrets>
  // An installation of before may lack the newest.
  if (known.signSecret !== undefined && known.opsSecret !== undefined) return known as DemoSecrets
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const secrets: DemoSecrets = {
    proxySecret: randomBytes(32).toString('base64url'),
    codeSecret: randomBytes(32).toString('base64url'),
    documentKey: randomBytes(32).toString('base64url'),
    cardPassword: randomBytes(32).toString('base64url'),
    cardSecret: randomBytes(32).toString('base64url'),
    walletSecret: randomBytes(32).toString('base64url'),
    walletWebhookSecret: randomBytes(32).toString('base64url'),
    signKey: randomBytes(32).toString('base64url'),
    signSecret: randomBytes(32).toString('base64url'),
    releaseSecret: randomBytes(32).toString('base64url'),
    registryKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    opsSecret: randomBytes(32).toString('base64url'),
    registryPublicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    ...known,
  }
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, JSON.stringify(secrets), { mode: 0o600 })
  await chmod(file, 0o600)
  return secrets
}
