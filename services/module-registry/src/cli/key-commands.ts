import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { listPublisherKeys, revokePublisherKey, setPublisherKey } from '@checkin/registry'
import { instant, moduleName } from './arguments.ts'
import { pendingText } from './change-commands.ts'
import type { RegistryClient } from './client.ts'
import { command, reasonOption } from './declare.ts'
import { CommandError, minute, table } from './output.ts'

const moduleArgument = { takes: 'one', says: 'Whose key, payment or mfe-payment' } as const

export const keyListCommand = command({
  name: 'key list', says: 'Lists the keys that sign modules now', examples: ['key list'], json: [listPublisherKeys],
  run: async ({ client }) => {
    const data = await client('viewer').call(listPublisherKeys)
    const text = table(['module', 'key', 'since', 'by', 'approved by', 'counts until'], data.keys.map((key) =>
      [key.module, key.keyId, minute(key.addedAt), key.addedBy, key.approvedBy ?? '-', key.startsAt ? `announced, from ${minute(key.startsAt)} UTC` : key.retiresAt === null ? '-' : `${minute(key.retiresAt)} UTC, replaced`]))
    return { data, text }
  },
})

/** The public half of a key in a PEM file; a private key may stand there too, it stays on this machine. */
export async function publicKeyIn(file: string): Promise<string> {
  const pem = await readFile(file, 'utf8').catch(() => { throw new CommandError(`There is no file ${file}`) })
  try {
    const key = pem.includes('PRIVATE KEY') ? createPublicKey(createPrivateKey(pem)) : createPublicKey(pem)
    return key.export({ type: 'spki', format: 'pem' }).toString()
  } catch {
    throw new CommandError(`${file} holds no key in PEM form`)
  }
}

export const keySetCommand = command({
  name: 'key set', says: 'Proposes the key that signs a module from now on',
  args: { module: moduleArgument, file: { takes: 'one', named: 'file.pem', says: 'The key; its public half is sent', offers: 'file' } }, options: { from: { takes: 'text', value: 'time', says: 'It is announced, and signs from then on only: 2027-01-31T06:00Z' }, reason: reasonOption },
  examples: ['key set payment new.pem --reason rotation', 'key set payment new.pem --from 2027-01-31T06:00Z'], json: [setPublisherKey],
  run: async ({ client }, { args: { module: name, file }, options: { from, reason } }) => {
    const module = moduleName(name)
    const data = await client('operator').call(setPublisherKey, { params: { module }, body: { publicKey: await publicKeyIn(file), reason, from: from === undefined ? undefined : instant(from) } })
    return { data, text: 'change' in data ? pendingText(data.change) : `${data.keyId} signs ${module} already` }
  },
})

export const keyRevokeCommand = command({
  name: 'key revoke', says: 'Ends a key at once', args: { module: moduleArgument, key: { takes: 'one', says: 'Its id, as rollout key list shows it' } }, options: { reason: reasonOption },
  examples: ['key revoke payment aB3dE5fG7hJ9kL1m --reason "a lost laptop"'], json: [revokePublisherKey],
  run: async ({ client }, { args: { module: name, key: keyId }, options: { reason } }) => {
    const module = moduleName(name)
    const data = await client('operator').call(revokePublisherKey, { params: { module, keyId }, query: { reason } })
    const rest = data.keys.map((key) => key.keyId).join(', ')
    return { data, text: `${keyId} signs nothing of ${module} any more; ${rest === '' ? 'no key does: rollout key set' : `${rest} does`}` }
  },
})

/** What operators should know without asking: keys that were replaced lately. Empty when none was. */
export async function replacedKeysText(client: RegistryClient): Promise<string> {
  const { keys } = await client('viewer').call(listPublisherKeys)
  const replaced = keys.flatMap((old) => {
    const now = keys.find((key) => key.module === old.module && key.retiresAt === null)
    return old.retiresAt === null || !now ? [] : [`The key of ${old.module} ${now.startsAt ? `will be replaced on ${minute(now.startsAt)} UTC, as announced` : `was replaced on ${minute(now.addedAt)}`} by ${now.addedBy}${now.approvedBy === null ? '' : `, approved by ${now.approvedBy}`}; the one before counts until ${minute(old.retiresAt)} UTC`]
  })
  return [...new Set(replaced)].join('\n')
}
