import { describe, expect, it } from 'vitest'
import { citingTests, rowsNamedIn, walkedRows } from './proof-titles.ts'

const known = new Set(['ERR-29', 'ERR-30', 'ERR-31', 'I18N-09', 'I18N-10', 'S3.41', 'S3.41b', 'P9', 'P-9', 'DEC-118'])
const found = (text: string) => citingTests('a.test.ts', text, known).map(({ title, cited }) => [title, ...cited])

describe('the rows that a title names', () => {
  it.each([
    ['one among brackets', 'stays (ERR-29)', ['ERR-29']], ['a scenario and a price rule apart', 'P9, P-9', ['P9', 'P-9']],
    ['a row and its variant apart', 'S3.41b, not the other', ['S3.41b']], ['a range', 'ERR-29 to ERR-31', ['ERR-29', 'ERR-31', 'ERR-30']], ['a short range', 'I18N-09..10', ['I18N-09', 'I18N-10']],
    ['nothing that only looks alike', 'P-999, SHA-256, MYERR-29, ERR-30b', []],
  ])('are %s', (_, text, ids) => { expect(rowsNamedIn(text, known)).toEqual(ids) })
})

describe('the tests of a file', () => {
  it('are found by their title, whatever table, group or loop they stand in', () => {
    expect(found(`
      describe.each(['a'])('a group (ERR-29)', (each) => { it('says it (P9)', async () => {}) })
      for (const name of names) test(\`a sample of \${name} (S3.41)\`, () => {})
      it('cites nothing', () => {})`)).toEqual([['a group (ERR-29)', 'ERR-29'], ['says it (P9)', 'P9'], ['a sample of ${name} (S3.41)', 'S3.41']])
  })

  it('are found by the table that fills their title, and not by one that does not', () => {
    expect(found("it.each([['P9', 1]] as const)('%s is told', () => {})\nit.each([['P9']])('is told', () => {})")).toEqual([['%s is told', 'P9']])
  })

  it('are found by a table that is a constant of their file, or made of some', () => {
    expect(found("const calls = [['P9', 1]] as const\nit.each([...calls, 'ERR-29'])('%s is told', () => {})")).toEqual([['%s is told', 'ERR-29', 'P9']])
  })

  it('are found by the doc comment before them, and by no other comment', () => {
    expect(found("/** Holds DEC-118. */\nit('holds', () => {})\n// ERR-30\nit('too', () => {})")).toEqual([['holds', 'DEC-118']])
  })

  it('prove no row by walking along a range of them in a browser', () => {
    const walking = "test('from here to there (P9, ERR-29 to ERR-31)', async () => {})"
    expect([citingTests('e2e/journeys/a.spec.ts', walking, known), citingTests('a.test.ts', walking, known)].map(([test]) => test?.cited.length)).toEqual([1, 4])
  })

  it('are calls with a body: a mention in another call is none', () => {
    expect(found("expect('ERR-29').toBe('ERR-29'); test.slow(); test.skip('P9')")).toEqual([])
  })
})

it('the steps of the walk prove the rows that they name', () => {
  expect(walkedRows('rows/a.ts', "{ rows: 'S3.41 S3.41b', does: x }, { rows: 'nothing' }", known)).toEqual([{ path: 'rows/a.ts', title: 'the walk', cited: ['S3.41', 'S3.41b'] }])
})
