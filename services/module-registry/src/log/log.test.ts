import { getLogCheckpoint, getLogConsistency, getLogInclusion, listLogEntries } from '@checkin/registry'
import { isConsistent, isIncluded, leafHash, openCheckpoint } from '@checkin/releases/log'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeAll } from '../storage/ledger.ts'
import { behindTheBack } from '../test/behind-the-back.ts'
import { testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { limitedToken, operator } from '../test/test-tenants.ts'

let registry: TestRegistry
beforeAll(async () => {
  registry = await testRegistry()
  await operator(registry).publishAll()
  await operator(registry).tenantWith('a.example')
})
afterAll(() => registry.close())

const hashes = (path: readonly string[]) => path.map((hash) => Buffer.from(hash, 'base64'))
async function head() {
  const { checkpoint, key } = await registry.client().call(getLogCheckpoint)
  const read = openCheckpoint(checkpoint, key)
  if (!read) throw new Error('the checkpoint is not signed')
  return read
}
const addEntry = (reason: string) => changeAll(registry.database, ({ record }) => record({ actor: 'test', action: 'set', subject: 'x.example', before: null, after: null, reason }))

describe('the append-only log', () => {
  it('has every entry of the audit, each proven in the tree that the checkpoint signs (DEC-189)', async () => {
    const { size, root } = await head()
    const { entries } = await registry.client('demo-viewer').call(listLogEntries, { query: { from: '1', to: '1000' } })
    expect(entries.map(({ entry }) => entry)).toEqual(Array.from({ length: size }, (_each, at) => at + 1))
    expect(entries.map(({ leaf }) => (JSON.parse(leaf ?? '[]') as string[])[3])).toEqual(expect.arrayContaining(['publisher key', 'publish', 'new set', 'set']))
    for (const { entry, leaf } of entries) {
      const { path } = await registry.client('demo-viewer').call(getLogInclusion, { query: { entry: String(entry), size: String(size) } })
      expect(isIncluded({ leaf: leafHash(leaf ?? ''), index: entry - 1, size, root, proof: hashes(path) })).toBe(true)
    }
  })

  it('grows without gaps however many write at once, and proves that it only grew (DEC-189)', async () => {
    const earlier = await head()
    await Promise.all(Array.from({ length: 12 }, (_each, at) => addEntry(`writer ${at}`)))
    const later = await head()
    expect(later.size).toBe(earlier.size + 12)
    const { path } = await registry.client('demo-viewer').call(getLogConsistency, { query: { from: String(earlier.size), to: String(later.size) } })
    expect(isConsistent(earlier, later, hashes(path))).toBe(true)
  })

  it('takes in what a registry of the release before added to the audit alone (DEC-189, decision 0145)', async () => {
    const { size } = await head()
    await behindTheBack(registry.database, 'update ledger set last_entry = last_entry + 1')
    await behindTheBack(registry.database, `insert into audit select last_entry, '2026-12-01T12:00:00.000Z', 'older', 'set', 'a.example', 'null', 'null', '', last_hash, 'x' from ledger; update ledger set last_hash = 'x'`)
    expect((await head()).size).toBe(size + 1)
  })

  it('keeps nothing of a change that was refused', async () => {
    const { size } = await head()
    await expect(changeAll(registry.database, async ({ record }) => {
      await record({ actor: 'test', action: 'set', subject: 'x.example', before: null, after: null, reason: '' })
      throw new Error('refused')
    })).rejects.toThrow('refused')
    expect((await head()).size).toBe(size)
    // Its number is free: the next change has it.
    await addEntry('after the refused one')
    expect((await head()).size).toBe(size + 1)
  })

  it.each(['update audit set actor = \'another\'', 'delete from audit', 'update log_node set hash = \'\'', 'delete from log_node', 'truncate log_node'])('can\'t be changed by the role that the registry works as: %s (DEC-189)', async (statement) => {
    await expect(sql.raw(statement).execute(registry.database.kysely)).rejects.toThrow(/permission denied/)
  })

  it('says nothing beyond its end', async () => {
    const { size } = await head()
    for (const path of [`proof/inclusion?entry=1&size=${size + 1}`, `proof/inclusion?entry=${size + 1}&size=${size}`, `proof/consistency?from=${size}&to=${size + 1}`, `entries?from=${size + 1}&to=${size + 2}`]) {
      expect([path, (await registry.call('GET', `/log/${path}`)).status]).toEqual([path, 400])
    }
  })

  it('shows a limited token the entries of its tenants, and of others the hash alone (decision 0115)', async () => {
    const token = await limitedToken(registry, 'viewer', ['a.example'])
    const { entries } = await registry.client(token).call(listLogEntries, { query: { from: '1', to: '1000' } })
    const seen = entries.flatMap(({ leaf }) => (leaf === null ? [] : [(JSON.parse(leaf) as string[])[4]]))
    expect(new Set(seen)).toEqual(new Set(['a.example']))
    expect(entries.length).toBeGreaterThan(seen.length)
  })
})
