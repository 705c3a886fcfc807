import { describe, expect, it } from 'vitest'
import { growing } from './growth.ts'
import { dearest, normalized, ranStatements, wholeMessages } from './plans.ts'

const message = (plan: object, text: string, context = ''): string =>
  `2026-11-28 10:00:00.000 UTC [7] LOG:  duration: 0.120 ms  plan:\n\t${JSON.stringify({ 'Query Text': text, Plan: plan }, null, 2).replaceAll('\n', '\n\t')}\n${context}`
const scan = { 'Node Type': 'Seq Scan', 'Relation Name': 'mail_outbox', 'Actual Rows': 2, 'Actual Loops': 3, 'Rows Removed by Filter': 4, 'Shared Hit Blocks': 30, 'Shared Read Blocks': 10, 'Actual Total Time': 1.239 }

describe('the plans of a server\'s log', () => {
  it('are read with what a function says of itself after them, and between other lines', () => {
    const log = `2026-11-28 10:00:00.000 UTC [7] LOG:  started\n${message(scan, 'select 1', '2026-11-28 10:00:00.000 UTC [7] CONTEXT:  PL/pgSQL function f() {x}\n\tline 2\n')}${message(scan, 'select 2')}`
    expect(ranStatements(log).map(({ text }) => text)).toEqual(['select 1', 'select 2'])
  })

  it('are read up to the last message, of which more may come', () => {
    const log = `${message(scan, 'select 1')}${message(scan, 'select 2')}`
    for (const length of [log.length, log.length - 1, log.length - 9]) expect(ranStatements(wholeMessages(log.slice(0, length))).map(({ text }) => text)).toEqual(['select 1'])
    expect(wholeMessages('no line')).toBe('')
  })

  it('say what was read: rows that a filter took away too, in each turn of a loop', () => {
    const [cost] = dearest(ranStatements(message({ 'Node Type': 'Limit', 'Shared Hit Blocks': 50, 'Shared Read Blocks': 1, 'Actual Total Time': 2, Plans: [scan, { 'Node Type': 'Index Scan', 'Index Name': 'a_key', 'Actual Rows': 1, 'Actual Loops': 1 }] }, 'select 1')))
    expect(cost).toEqual({ statement: 'select 1', times: 1, buffers: 51, rowsRead: 19, ms: 2, indexes: ['a_key'], scanned: ['mail_outbox'] })
  })

  it('of one statement are told by the dearest, however long its lists are', () => {
    const costs = dearest(ranStatements([message(scan, 'select 1 where a in ($1, $2)'), message({ ...scan, 'Shared Hit Blocks': 90 }, 'select 1\n  where a in ($1, $2, $3)')].join('')))
    expect(costs).toMatchObject([{ statement: 'select 1 where a in ($…)', times: 2, buffers: 100 }])
  })

  it.each([
    ['insert into a values ($1, $2), ($3, $4), ($5, $6)', 'insert into a values ($…), …'],
    ['select a from b where c = $12', 'select a from b where c = $'],
  ])('%s is the same statement as others of its kind', (text, expected) => {
    expect(normalized(text).replace('($, $)', '($…)')).toBe(expected)
  })
})

describe('a statement that grows with the table', () => {
  const cost = { statement: 's', times: 1, buffers: 400, rowsRead: 1, ms: 1, indexes: [], scanned: [] }
  it.each([
    ['reads four times as much', cost, 100, ['4 times the buffers of a hundredth']],
    ['reads three times as much, as deeper indexes do', { ...cost, buffers: 300 }, 100, []],
    ['reads many times next to nothing', { ...cost, buffers: 90 }, 2, []],
    ['was not asked at the other size', cost, undefined, []],
    ['reads a large table from end to end', { ...cost, scanned: ['mail_outbox'] }, 400, ['reads mail_outbox from end to end']],
    ['reads a small one so', { ...cost, scanned: ['tenant'] }, 400, []],
  ])('%s', (_, full, small, why) => {
    const found = growing([full], small === undefined ? [] : [{ ...cost, buffers: small }], new Map([['mail_outbox', 50_000], ['tenant', 200]]))
    expect(found.flatMap((one) => one.why)).toEqual(why)
  })
})
