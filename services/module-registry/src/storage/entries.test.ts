import { setTimeout as delay } from 'node:timers/promises'
import { getAudit, getLogCheckpoint, listLogEntries } from '@checkin/registry'
import { openCheckpoint } from '@checkin/releases/log'
import { sampled } from '@checkin/testing/sample'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entryHash } from '../audit/chain.ts'
import { behindTheBack } from '../test/behind-the-back.ts'
import { aModule, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { waitsOrEnds } from '../test/waits.fixture.ts'
import { entriesWait, numbering } from './entries.ts'
import { type Change, changeAll, changeSubject, type Subject } from './ledger.ts'

let registry: TestRegistry
beforeAll(async () => {
  registry = await testRegistry()
  await registry.publish(aModule('mfe-driver', '2.0.0'))
})
afterAll(() => registry.close())

const noting = (reason: string, pauseMs = 0) => async ({ record, releasesChanged }: Change): Promise<void> => {
  await record({ actor: 'test', action: 'set', subject: 'x.example', before: null, after: null, reason })
  releasesChanged()
  await delay(pauseMs)
}
const noteOf = (subject: Subject, reason: string) => changeSubject(registry.database, subject, noting(reason))

/** Reasons of the audit from its first entry on, which is whole, as long as the log and without gaps. */
async function reasons(): Promise<string[]> {
  const { checkpoint, key } = await registry.client().call(getLogCheckpoint)
  const { size } = openCheckpoint(checkpoint, key) ?? { size: 0 }
  const { firstBroken, entries } = await registry.client().call(getAudit, { query: { chain: 'checked', limit: '500' } })
  expect(firstBroken).toBeNull()
  expect(size).toBe(await lastEntry())
  const { entries: leaves } = await registry.client().call(listLogEntries, { query: { from: String(Math.max(1, size - 400)), to: String(size) } })
  const texts = leaves.map(({ leaf }) => (JSON.parse(leaf ?? '[]') as string[])[7])
  const inOrder = entries.toReversed().map(({ reason }) => reason)
  expect(texts.slice(-inOrder.length)).toEqual(inOrder.slice(-texts.length))
  return inOrder
}
const ledger = () => registry.database.kysely.selectFrom('ledger').selectAll().executeTakeFirstOrThrow()
const lastEntry = async () => (await ledger()).last_entry

describe('entries of the audit are numbered after the commit (REL-18, DEC-367, decision 0291)', () => {
  it('has each entry once, without gaps, those of one subject in their order, and those that saw another behind it, however changes come between each other', async () => {
    const subjects = ['tenant a.example', 'tenant b.example', 'operators', 'everything'] as const
    const step = fc.record({ subject: fc.constantFrom(...subjects), pauseMs: fc.integer({ min: 0, max: 4 }), numbers: fc.boolean() })
    let run = 0
    await fc.assert(fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 5 }), async (writers) => {
      run += 1
      const before = (await reasons()).length
      const number = numbering(registry.database, () => new Date())
      await Promise.all(writers.map(async (steps, writer) => {
        for (const [at, { subject, pauseMs, numbers }] of steps.entries()) {
          const work = noting(`${run} ${writer} ${at} ${subject}`, pauseMs)
          await (subject === 'everything' ? changeAll(registry.database, work) : changeSubject(registry.database, subject, work))
          if (numbers) await number()
        }
      }))
      const added = (await reasons()).slice(before)
      expect([...added].sort()).toEqual(writers.flatMap((steps, writer) => steps.map(({ subject }, at) => `${run} ${writer} ${at} ${subject}`)).sort())
      // A writer makes its next change when it has the answer of the one before.
      for (const [writer, steps] of writers.entries()) {
        expect(added.filter((reason) => reason.startsWith(`${run} ${writer} `))).toEqual(steps.map(({ subject }, at) => `${run} ${writer} ${at} ${subject}`))
      }
    }), { numRuns: sampled(10, 60) })
  })

  it('numbers with the next change, or by the clock, what a process left that was ended before, and tells sites then', async () => {
    const { revision } = await ledger()
    await noteOf('tenant a.example', 'left one')
    expect(await entriesWait(registry.database.kysely)).toBe(true)
    await changeAll(registry.database, noting('the next change'))
    expect((await reasons()).slice(-2)).toEqual(['left one', 'the next change'])
    await noteOf('operators', 'left two')
    await registry.tick()
    expect(await entriesWait(registry.database.kysely)).toBe(false)
    expect((await reasons()).at(-1)).toBe('left two')
    // Two that wait may be one revision: sites ask whether there is another.
    expect((await ledger()).revision).toBe(revision + 2)
  })

  it('has numbered what was committed while others were being numbered, when it says so', async () => {
    const number = numbering(registry.database, () => new Date())
    const [held, free] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const holding = registry.database.withTx(async (tx) => {
      await sql`select pg_advisory_xact_lock(7)`.execute(tx)
      held.resolve(undefined)
      await free.promise
    })
    await held.promise
    // Numbering gets as far as the tree of the log.
    const keepingTree = behindTheBack(registry.database, 'begin; lock table log_node in access exclusive mode; select pg_advisory_lock(7); commit')
    await waitsOrEnds(registry.database, keepingTree)
    await noteOf('tenant a.example', 'numbered first')
    const first = number()
    await waitsOrEnds(registry.database, first, 2)
    await noteOf('tenant b.example', 'committed meanwhile')
    const second = number()
    free.resolve(undefined)
    await second
    expect(await entriesWait(registry.database.kysely)).toBe(false)
    expect((await reasons()).slice(-2)).toEqual(['numbered first', 'committed meanwhile'])
    await Promise.all([first, holding, keepingTree])
  })

  it('says nothing of the log before whatever was changed is in it', async () => {
    await noteOf('tenant a.example', 'asked for at once')
    const { checkpoint, key } = await registry.client().call(getLogCheckpoint)
    expect(openCheckpoint(checkpoint, key)?.size).toBe(await lastEntry())
    expect((await reasons()).at(-1)).toBe('asked for at once')
  })

  it('answers a change that is committed, even while nothing can be numbered, and numbers it later', async () => {
    await behindTheBack(registry.database, 'alter table log_node rename to log_node_away')
    try {
      expect((await registry.publish(aModule('mfe-driver', '3.0.0'))).status).toBe(201)
    } finally {
      await behindTheBack(registry.database, 'alter table log_node_away rename to log_node')
    }
    expect(await entriesWait(registry.database.kysely)).toBe(true)
    await registry.tick()
    const { entries: [newest] } = await registry.client().call(getAudit, { query: {} })
    expect(newest).toMatchObject({ action: 'publish', subject: 'mfe-driver@3.0.0' })
  })

  it('shares one chain with a registry of the release before, which locks the ledger for a whole change (decision 0145)', async () => {
    const before = (await reasons()).length
    const asBefore = (reason: string) => registry.database.withTx(async (tx) => {
      const { last_entry: last, last_hash: previousHash } = await tx.selectFrom('ledger').selectAll().where('id', '=', 1).forUpdate().executeTakeFirstOrThrow()
      const entry = { entry: last + 1, at: new Date().toISOString(), actor: 'test', action: 'set', subject: 'x.example', before: 'null', after: 'null', reason, previousHash }
      await delay(2)
      const { previousHash: previous_hash, ...columns } = entry
      await tx.insertInto('audit').values({ ...columns, previous_hash, hash: entryHash(entry) }).execute()
      await tx.updateTable('ledger').set({ last_entry: last + 1, last_hash: entryHash(entry) }).where('id', '=', 1).execute()
    })
    const number = numbering(registry.database, () => new Date())
    const made = Array.from({ length: 24 }, (_each, at) => `release ${at % 3} ${at}`)
    await Promise.all(made.map(async (reason, at) => {
      if (at % 3 === 0) return asBefore(reason)
      if (at % 3 === 1) return changeAll(registry.database, noting(reason))
      await noteOf(`tenant t${at % 2}.example`, reason)
      return number()
    }))
    expect((await reasons()).slice(before).sort()).toEqual([...made].sort())
  })

  it('stores more entries than one statement takes', async () => {
    const before = await lastEntry()
    await changeSubject(registry.database, 'sets', async (change) => { for (let at = 0; at < 2100; at += 1) await noting(`many ${at}`)(change) })
    await registry.tick()
    expect(await lastEntry()).toBe(before + 2100)
    expect((await registry.client().call(getAudit, { query: { chain: 'checked', limit: '1' } })).firstBroken).toBeNull()
  })

  it('lets the role of the registry change nothing that waits', async () => {
    await expect(sql`update audit_waiting set actor = 'another'`.execute(registry.database.kysely)).rejects.toThrow(/permission denied/)
  })
})
