import { describe, expect, it } from 'vitest'
import { recordProblems, subjectProblem } from './decision-records.ts'

const record = (number = '0007', change = (text: string) => text) => ({
  name: `${number}-a-decision.md`,
  text: change(`# ${number} A decision\n\n- Date: 2026-11-27\n- Owner: platform\n- Status: accepted\n\n**Context.** a\n\n**Choice.** b\n\n**Others looked at.** c\n\n**Consequence.** d\n`),
})
const row = (number = '0007', name = `${number}-a-decision.md`) => `| [${number}](${name}) | A decision | accepted | 2026-11-27 |`

describe('records of decisions (CODE-13)', () => {
  it('have one form, a number of their own and a row in the list', () => {
    expect(recordProblems([record(), { name: 'README.md', text: '' }, { name: '0000-template.md', text: '' }], row())).toEqual([])
  })

  it.each([
    ['no date', (text: string) => text.replace('- Date: 2026-11-27', '- Date: soon'), ['has not a date in its place']],
    ['no status', (text: string) => text.replace('accepted', 'thought about'), ['has not a status in its place']],
    ['no alternatives', (text: string) => text.replace('**Others looked at.** c', ''), ['has no part "Others looked at"']],
    ['another number', (text: string) => text.replace('# 0007', '# 0008'), ['has another number than its file']],
    ['no title', (text: string) => text.replace('# 0007 A decision', '# 0007'), ['has not a number and a title in its place']],
  ])('are refused with %s', (_what, change, expected) => {
    expect(recordProblems([record('0007', change)], row())).toEqual(expected.map((what) => `0007-a-decision.md ${what}`))
  })

  it('are refused where the list lacks them, has them twice or leads nowhere, and where two have one number', () => {
    expect(recordProblems([record()], '')).toEqual(['0007-a-decision.md has not one row in the list'])
    expect(recordProblems([record()], `${row()}\n${row()}`)).toEqual(['0007-a-decision.md has not one row in the list'])
    expect(recordProblems([record()], `${row()}\n${row('0008')}`)).toEqual(['the row 0008 leads to no record of that number'])
    const twin = { ...record(), name: '0007-another.md' }
    expect(recordProblems([record(), twin], `${row()}\n${row('0007', twin.name)}`)).toEqual(['0007 is the number of two records'])
  })
})

describe('the subject of a commit (CODE-13)', () => {
  it.each(['feat(registry): a version may be looked at', 'docs: sizes as they are', `fix(site): ${'x'.repeat(61)}`, 'feat(api,registry)!: a new form', 'Merge branch \'money\'', 'merge: two subjects'])('may be "%s"', (subject) => {
    expect(subjectProblem(subject)).toBeNull()
  })

  it.each([[`fix(site): ${'x'.repeat(62)}`, 'has 73 characters, of 72'], ['some changes', 'begins with none of feat, fix, perf, refactor, test, docs, style, chore, revert'], ['feat(Site): x', 'begins with none of feat, fix, perf, refactor, test, docs, style, chore, revert']])('may not be "%s"', (subject, problem) => {
    expect(subjectProblem(subject)).toBe(problem)
  })
})
