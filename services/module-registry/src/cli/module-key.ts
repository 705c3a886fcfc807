import { generateKeyPairSync } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publicKeyOf } from '@checkin/releases/signing'
import { setPublisherKey } from '../features/modules/modules.contract.ts'
import { CommandError } from './command-error.ts'
import type { RegistryClient } from './registry-client.ts'
import type { CliSettings } from './settings.ts'

/** The private key that signs a module, PEM. In the demo one is made on first use; elsewhere a team brings its own. */
export async function moduleKey(settings: CliSettings, module: string): Promise<string> {
  if (settings.publisherKey !== undefined) return settings.publisherKey
  const file = join(settings.keysDir, `${module}.pem`)
  const kept = await readFile(file, 'utf8').catch(() => null)
  if (kept !== null) return kept
  if (!settings.demo) throw new CommandError(`Set CHECKIN_PUBLISHER_KEY to the private key of ${module}`)
  const made = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  await mkdir(settings.keysDir, { recursive: true, mode: 0o700 })
  await writeFile(file, made, { mode: 0o600, flag: 'wx' })
  return made
}

/** Tells the registry which key signs a module; in the demo the operator's token is at hand. */
export async function registerKey(client: RegistryClient, module: string, privateKey: string): Promise<void> {
  await client.call(setPublisherKey, { as: 'operator', params: { module }, body: { publicKey: publicKeyOf(privateKey) } })
}
