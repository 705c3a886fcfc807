import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import { citingTests } from '@checkin/tooling/proof-titles'
import { anchorsIn } from '@checkin/tooling/spec'
import { describe, expect, it } from 'vitest'
import { findings } from './findings.ts'
import { findingIds, findingsPage, unheld } from './findings-page.ts'

const citing = (title: string) => citingTests('shell/src/a.test.ts', `it('${title}', () => {})`, findingIds)

describe('findings of walks', () => {
  it('are numbered without a gap, and their rulings exist', () => {
    expect(findings.map(({ id }) => id)).toEqual(findings.map((_finding, at) => `UX-${at + 1}`))
    const anchors = anchorsIn(readFileSync(join(projectRoot, 'docs/spec/decisions.md'), 'utf8'))
    expect(findings.flatMap(({ rulings }) => rulings).filter((ruling) => !anchors.includes(ruling))).toEqual([])
  })

  it('are held by the tests whose titles name them, and by no other', () => {
    const tests = citing('is told (DEC-102, UX-2)')
    expect(tests.map(({ cited }) => cited)).toEqual([['UX-2']])
    expect(unheld(tests)).toEqual(findings.map(({ id }) => id).filter((id) => id !== 'UX-2'))
    expect(citing('is told (UX-99, XUX-1)')).toEqual([])
  })

  it('stand on their page with these tests, or with none', () => {
    const lines = findingsPage(citing('is told (DEC-102, UX-2)')).split('\n')
    expect(lines.find((line) => line.startsWith('| UX-2 |'))).toContain('| `shell/src/a.test.ts`: is told (DEC-102, UX-2) |')
    expect(lines.find((line) => line.startsWith('| UX-1 |'))).toContain('| **no test** |')
  })
})
