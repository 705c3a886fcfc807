import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import { citingTests } from '@checkin/tooling/proof-titles'
import { anchorsIn } from '@checkin/tooling/spec'
import { describe, expect, it } from 'vitest'
import { code } from './code.ts'
import { ecosystem } from './ecosystem.ts'
import { experience } from './experience.ts'
import { findingIds, findingsPage, unheld } from './findings-page.ts'
import { operations } from './operations.ts'
import { security } from './security.ts'

describe.each([['of walks', experience], ['of attacks', security], ['of the bad day', operations], ['of the neighbourhood', ecosystem], ['of a reading of the code', code]] as const)('findings %s', (_of, findings) => {
  const { all, prefix } = findings
  const named = `${prefix}-2`
  const citing = (title: string) => citingTests('shell/src/a.test.ts', `it('${title}', () => {})`, findingIds(findings))

  it('are numbered without a gap, and their rulings exist', () => {
    expect(all.map(({ id }) => id)).toEqual(all.map((_finding, at) => `${prefix}-${at + 1}`))
    const anchors = anchorsIn(readFileSync(join(projectRoot, 'docs/spec/decisions.md'), 'utf8'))
    expect(all.flatMap(({ rulings }) => rulings).filter((ruling) => !anchors.includes(ruling) && !existsSync(join(projectRoot, `docs/decisions/${ruling}.md`)))).toEqual([])
  })

  it('are held by the tests whose titles name them, and by no other', () => {
    const tests = citing(`is told (DEC-102, ${named})`)
    expect(tests.map(({ cited }) => cited)).toEqual([[named]])
    expect(unheld(findings, tests)).toEqual(all.filter(({ id, open }) => id !== named && open === undefined).map(({ id }) => id))
    expect(citing(`is told (${prefix}-99, X${prefix}-1)`)).toEqual([])
  })

  it('stand on their page with these tests, or with none', () => {
    const lines = findingsPage(findings, citing(`is told (DEC-102, ${named})`)).split('\n')
    expect(lines.find((line) => line.startsWith(`| ${named} |`))).toContain(`| \`shell/src/a.test.ts\`: is told (DEC-102, ${named}) |`)
    expect(lines.find((line) => line.startsWith(`| ${prefix}-1 |`))).toContain('| **no test** |')
  })
})

it('one that is open needs no test, and its page says why', () => {
  const findings = { ...operations, all: [{ id: 'REL-1', was: 'It broke.', open: 'nobody has the part.', rulings: [] }] } as const
  expect(unheld(findings, [])).toEqual([])
  expect(findingsPage(findings, [])).toContain('| REL-1 | It broke. **Open:** nobody has the part. |  |  |')
})
