import { publicKeyOf } from '@checkin/releases/signing'
import { approveChange } from '../features/changes/changes.contract.ts'
import { keyFileOf, readKeyFile } from '../features/modules/key-file.ts'
import { setPublisherKey } from '../features/modules/publisher-keys.contract.ts'
import { CommandError } from './command-error.ts'
import type { RegistryClient } from './registry-client.ts'
import type { CliSettings } from './settings.ts'

/** The private key that signs a module, PEM. In the demo one is made on first use; elsewhere a team brings its own. */
export async function moduleKey(settings: CliSettings, module: string): Promise<string> {
  if (settings.publisherKey !== undefined) return settings.publisherKey
  if (settings.demo) return keyFileOf(settings.keysDir, module)
  const kept = await readKeyFile(settings.keysDir, module)
  if (kept === null) throw new CommandError(`Set CHECKIN_PUBLISHER_KEY to the private key of ${module}`)
  return kept
}

/** Tells the demo's registry which key signs a module that is new to it; whoever sits at the demo is both of its persons. */
export async function registerKey(client: RegistryClient, module: string, privateKey: string): Promise<void> {
  const answer = await client.call(setPublisherKey, { as: 'operator', params: { module }, body: { publicKey: publicKeyOf(privateKey), reason: 'a new module' } })
  if ('change' in answer) await client.call(approveChange, { as: 'approver', params: { id: String(answer.change.id) }, body: {} })
}
