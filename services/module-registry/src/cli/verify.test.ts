import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { behindTheBack } from '../test/behind-the-back.ts'
import { newKey } from '../test/test-registry.ts'
import { testRollout, type TestRollout } from '../test/test-rollout.ts'
import { verifierKeyOf } from '@checkin/releases/log'

let registry: TestRollout
let file: string
beforeEach(async () => {
  registry = await testRollout()
  file = join(registry.folder, 'log.checkpoint')
  for (const line of ['publish shell', 'publish mfe-driver', 'publish mfe-driver --version 1.0.1', 'set costaverde shell@1.0.0 driver@1.0.0', 'set islandcars shell@1.0.0 driver@1.0.1']) await registry.rollout(line)
})
afterEach(() => registry.close())

/** What a run says is wrong; empty when it says that all holds. */
const failures = async (more = ''): Promise<readonly string[]> => registry.json(`verify --checkpoint ${file}${more}`)
  .then((found) => (found as { failures: string[] }).failures, (error: unknown) => (error as { data?: { failures: string[] } }).data?.failures ?? [String(error)])
const behind = (statement: string) => behindTheBack(registry.database, statement)

describe('rollout verify', () => {
  it('proves the sets, versions and publishers that each tenant gets, and keeps the checkpoint for the next time (DEC-189)', async () => {
    expect(await registry.rollout(`verify --checkpoint ${file}`)).toMatch(/This was the first time[^]+costaverde\.localhost, islandcars\.localhost stands in it/)
    const first = await readFile(file, 'utf8')
    await registry.rollout('set costaverde driver@1.0.1 --percent 10')
    expect(await registry.rollout(`verify costaverde --checkpoint ${file} --witness`)).toMatch(/It begins with the \d+ that were known/)
    expect(await readFile(file, 'utf8')).not.toBe(first)
  })

  it.each([
    ['another set', 'update pointer set set_id = 2, variants = \'[2]\' where host = \'costaverde.localhost\'', /costaverde\.localhost at revision 1: it is not the one of entry/],
    ['other bytes in a set', 'update release_set set payload = replace(payload, \'main.js\', \'evil.js\') where id = 1', /^set 1: it is not the one of entry/],
    ['another manifest of a version', 'update module_version set manifest = replace(manifest, \'main.js\', \'evil.js\') where name = \'mfe-driver\' and version = \'1.0.0\'', /^mfe-driver@1\.0\.0: it is not/],
    ['another publisher\'s key', 'update publisher_key set public_key = (select public_key from publisher_key where module = \'shell\') where module = \'mfe-driver\'', /^mfe-driver@1\.0\.0: it is not what its publisher signed/],
  ])('tells that somebody gave a tenant %s behind the registry\'s back (DEC-189)', async (_what, statement, sentence) => {
    expect(await failures()).toEqual([])
    await behind(`${statement}; update ledger set revision = revision + 1`)
    expect((await failures()).find((failure) => sentence.test(failure))).toBeDefined()
  })

  it('tells that an entry was changed, also where its hash was as well (DEC-189)', async () => {
    expect(await failures()).toEqual([])
    await behind('update audit set actor = \'somebody else\' where action = \'set\' and subject = \'costaverde.localhost\'')
    expect(await failures()).toEqual([expect.stringMatching(/^costaverde\.localhost at revision 1: entry \d+ is not what the log has/)])
    expect(await failures(' --witness')).toEqual([expect.stringMatching(/^Entry \d+ was changed/), expect.stringMatching(/^costaverde/)])
  })

  it('names an entry that was taken out (DEC-189)', async () => {
    expect(await failures()).toEqual([])
    await behind('delete from audit where entry = 3')
    expect(await failures(' --witness')).toEqual(['Entry 3 is gone, or this token may not read it'])
  })

  it('tells that an older database came back, before it has grown again and after (DEC-189)', async () => {
    expect(await failures()).toEqual([])
    const shorter = 'delete from log_node where level > 0 or index >= 8; delete from audit where entry > 8; update ledger set last_entry = 8, log_size = 8, last_hash = (select hash from audit where entry = 8);'
    // What a backup of then has: the complete subtrees of its eight entries.
    await behind(`create table kept as select * from log_node where (index + 1) * (1 << level) <= 8; ${shorter} delete from log_node; insert into log_node select * from kept`)
    expect(await failures(' costaverde')).toEqual([expect.stringMatching(/^The log has 8 entries, and had \d+ when the checkpoint was kept/)])
    for (const reason of ['one', 'two', 'three', 'four', 'five']) await registry.rollout(`freeze costaverde --reason ${reason}`)
    for (const _each of [1, 2, 3, 4, 5]) await registry.rollout('freeze islandcars')
    expect(await failures(' costaverde')).toEqual([expect.stringMatching(/^The log does not begin with the \d+ entries/)])
  })

  it('tells a fork: as many entries, another history (DEC-189)', async () => {
    expect(await failures()).toEqual([])
    await behind('update log_node set hash = (select hash from log_node where level = 0 and index = 1) where level = 0 and index = (select log_size - 1 from ledger); update log_node set hash = (select hash from log_node where level = 0 and index = 0) where level = (select max(level) from log_node) and index = 0')
    expect((await failures())[0]).toMatch(/^The log does not begin with the \d+ entries of the checkpoint/)
  })

  it('takes no checkpoint of another key, held or new, and leaves the held one (DEC-189)', async () => {
    expect(await failures()).toEqual([])
    const held = await readFile(file, 'utf8')
    const origin = held.split('\n')[0] ?? ''
    expect(await failures(` --key ${verifierKeyOf(origin, newKey())}`)).toEqual([expect.stringMatching(/^The checkpoint is not signed by the key of this log/)])
    await writeFile(file, held.replace(/\n\d+\n/, '\n2\n'))
    expect(await failures()).toEqual([expect.stringMatching(/holds no checkpoint that the key of this log signed/)])
    expect(await readFile(file, 'utf8')).toMatch(/\n2\n/)
  })

  it('says what entries of before the log cannot tell, and holds the rest (decision 0145)', async () => {
    await behind(`update audit set after = replace(after, 'sha256', 'older') where action = 'publish' and subject = 'shell@1.0.0'`)
    const rebuilt = 'delete from log_node; update ledger set log_size = 0'
    await behind(rebuilt)
    expect(await registry.rollout('verify costaverde')).toMatch(/shell@1\.0\.0: entry \d+ is from a time when entries had no digest[^]+stands in it/)
  })
})
