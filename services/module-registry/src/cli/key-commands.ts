import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { listPublisherKeys, revokePublisherKey, setPublisherKey } from '@checkin/registry'
import { moduleName } from './arguments.ts'
import { pendingText } from './change-commands.ts'
import type { RegistryClient } from './client.ts'
import { CommandError, minute, table } from './output.ts'

const forms = 'rollout key list | set <module> <file.pem> [--reason "…"] | revoke <module> <key> [--reason "…"]'

/** `rollout key …`: which keys sign modules. */
export async function keyCommand(client: RegistryClient, args: readonly string[], reason: string): Promise<string> {
  const [verb, module, what] = args
  if (verb === 'list') return list(client)
  if (module === undefined || what === undefined) throw new CommandError(forms)
  if (verb === 'set') return set(client, moduleName(module), what, reason)
  if (verb === 'revoke') return revoke(client, moduleName(module), what, reason)
  throw new CommandError(forms)
}

async function list(client: RegistryClient): Promise<string> {
  const { keys } = await client('viewer').call(listPublisherKeys, undefined)
  return table(['module', 'key', 'since', 'by', 'approved by', 'counts until'], keys.map((key) =>
    [key.module, key.keyId, minute(key.addedAt), key.addedBy, key.approvedBy ?? '-', key.retiresAt === null ? '-' : `${minute(key.retiresAt)} UTC, replaced`]))
}

/** The public half of a key in a PEM file; a private key may stand there too, it stays on this machine. */
async function publicKeyIn(file: string): Promise<string> {
  const pem = await readFile(file, 'utf8').catch(() => { throw new CommandError(`There is no file ${file}`) })
  try {
    const key = pem.includes('PRIVATE KEY') ? createPublicKey(createPrivateKey(pem)) : createPublicKey(pem)
    return key.export({ type: 'spki', format: 'pem' }).toString()
  } catch {
    throw new CommandError(`${file} holds no key in PEM form`)
  }
}

async function set(client: RegistryClient, module: string, file: string, reason: string): Promise<string> {
  const answer = await client('operator').call(setPublisherKey, { params: { module }, body: { publicKey: await publicKeyIn(file), reason } })
  return 'change' in answer ? pendingText(answer.change) : `${answer.keyId} signs ${module} already`
}

async function revoke(client: RegistryClient, module: string, keyId: string, reason: string): Promise<string> {
  const { keys } = await client('operator').call(revokePublisherKey, { params: { module, keyId }, query: { reason } })
  return `${keyId} signs nothing of ${module} any more; ${keys.length === 0 ? 'no key does: rollout key set' : `${keys.map((key) => key.keyId).join(', ')} does`}`
}

/** What operators should know without asking: keys that were replaced lately. Empty when none was. */
export async function replacedKeysText(client: RegistryClient): Promise<string> {
  const { keys } = await client('viewer').call(listPublisherKeys, undefined)
  const replaced = keys.flatMap((old) => {
    const now = keys.find((key) => key.module === old.module && key.retiresAt === null)
    return old.retiresAt === null || !now ? [] : [`The key of ${old.module} was replaced on ${minute(now.addedAt)} by ${now.addedBy}${now.approvedBy === null ? '' : `, approved by ${now.approvedBy}`}; the one before counts until ${minute(old.retiresAt)} UTC`]
  })
  return [...new Set(replaced)].join('\n')
}
