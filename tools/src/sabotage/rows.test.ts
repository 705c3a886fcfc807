import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import { expect, it } from 'vitest'
import { couldNotRun, wholePage, type WholeResult } from './report.ts'
import { rowsWith, wholeRows } from './rows.ts'

it.each(wholeRows.flatMap(({ what, module, edits }) => Object.entries(edits).map(([path, [from]]) => ({ what, file: join(module, path), from }))))('what breaks a real module is there to be broken: $what', ({ file, from }) => {
  expect(existsSync(join(projectRoot, file)) && readFileSync(join(projectRoot, file), 'utf8').includes(from)).toBe(true)
})

it('every broken version of docs/sabotage.md was stopped, and each of a real module by the gate that has to (DEC-243)', () => {
  const page = readFileSync(join(projectRoot, 'docs/sabotage.md'), 'utf8')
  expect(page).not.toContain('unnoticed')
  for (const { what, gate, at } of wholeRows) expect(page).toMatch(new RegExp(`\\| ${what} \\|[^\\n]*\\| ${gate} \\|${at === undefined ? '' : ` at ${at} \\|`}`))
})

it('who breaks what only renters notice is rolled back by visits of real browsers, and the registry says by what (DEC-243, DEC-313)', () => {
  const page = readFileSync(join(projectRoot, 'docs/sabotage.md'), 'utf8')
  const watched = wholeRows.flatMap(({ what, says }) => (says ? [{ what, says }] : []))
  expect(watched.length).toBeGreaterThanOrEqual(3)
  for (const { what, says } of watched) {
    const line = page.split('\n').find((each) => each.startsWith(`| ${what} |`)) ?? ''
    expect(line.split(' | ')[4]).toMatch(says)
    expect(line).toMatch(/\| \d+ of \d+ who came \|$/)
  }
})

it('the part about the whole product takes the place of its own, and of nothing before it; rows that were not tried stay', () => {
  const [row, other] = wholeRows
  const result = { row, gate: 'rehearsal', said: 'at upselling', seconds: 41, canary: null } as WholeResult
  const once = wholePage('# Broken versions\n\n| a | row |\n', [result])
  expect(once).toMatch(/^# Broken versions\n\n\| a \| row \|\n\n## In the whole product\n/)
  expect(once).toContain('| rehearsal | at upselling | 41 s | 0 |')
  expect(wholePage(once, [result])).toBe(once)
  const both = wholePage(once, [{ row: other, gate: 'canary', said: 'not left', seconds: 300, canary: { seconds: 90, hurt: 7, visits: 20 } } as WholeResult])
  expect(both).toContain('| rehearsal | at upselling | 41 s | 0 |')
  expect(both).toContain('| canary | not left | 1.5 min | 7 of 20 who came |')
})

it('a row that could not run leaves the page as it is, and so does a run of no row at all', () => {
  const page = readFileSync(join(projectRoot, 'docs/sabotage.md'), 'utf8')
  const missed = wholeRows.map((row): WholeResult => ({ row, gate: couldNotRun, said: 'Error: spawn ENOENT', seconds: 0, canary: null }))
  expect([wholePage(page, missed) === page, wholePage(page, []) === page]).toEqual([true, true])
})

it('words choose rows with and without npm, which takes away the hyphens before them', () => {
  expect(rowsWith(['--', 'waits', 'ten', 'seconds'])).toEqual(rowsWith(['waits ten seconds']))
  expect([rowsWith(['waits ten seconds']).length, rowsWith([]).length, rowsWith(['--']).length, rowsWith(['nobody wrote this']).length]).toEqual([1, wholeRows.length, wholeRows.length, 0])
})
