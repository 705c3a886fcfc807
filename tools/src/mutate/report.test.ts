import { describe, expect, it } from 'vitest'
import { findingsIn, isEnough, mutationPage, killedOnly } from './report.ts'

const source = 'const a = 1\nif (one &&\n  two) three()\n'
const at = (line: number, column: number, endLine: number, endColumn: number) => ({ start: { line, column }, end: { line: endLine, column: endColumn } })
const report = {
  schemaVersion: '2', thresholds: {},
  files: {
    'a/src/rules.ts': {
      source, language: 'ts',
      mutants: [
        { id: '1', status: 'Killed', mutatorName: 'x', replacement: '2', location: at(1, 11, 1, 12) }, { id: '2', status: 'Timeout', mutatorName: 'x', location: at(1, 11, 1, 12) },
        { id: '3', status: 'Survived', mutatorName: 'x', replacement: 'one ||\n two', location: at(2, 5, 3, 6) }, { id: '4', status: 'NoCoverage', mutatorName: 'x', replacement: '', location: at(3, 8, 3, 15) },
        { id: '5', status: 'CompileError', mutatorName: 'x', location: at(1, 1, 1, 2) },
      ],
    },
  },
}
const findings = findingsIn('rules', report, [{ file: 'rules.ts', before: 'one && two', after: 'one || two', reason: 'Two is one.' }])

describe('what a run leaves behind', () => {
  it('is read as changes that were noticed, also by running for ever, and those that were not; what does not compile is none', () => {
    expect(findings).toEqual({
      area: 'rules', killed: 2,
      survivors: [
        { file: 'a/src/rules.ts', line: 2, before: 'one && two', after: 'one || two', reason: 'Two is one.' },
        { file: 'a/src/rules.ts', line: 3, before: 'three()', after: '', reason: null },
      ],
    })
  })

  it('is gone on from with what tests killed, the rest of it as it was', () => {
    const { files, ...rest } = killedOnly(report)
    expect(files['a/src/rules.ts']?.mutants.map((mutant) => mutant['id'])).toEqual(['1'])
    expect([rest, files['a/src/rules.ts']?.['language']]).toEqual([{ schemaVersion: '2', thresholds: {} }, 'ts'])
  })

  it('is enough from nine of ten on, whatever is explained', () => {
    const survivor = { file: 'a.ts', line: 1, before: 'a', after: 'b', reason: 'Same.' }
    expect([9, 8].map((killed) => isEnough({ area: 'a', killed, survivors: [survivor] }))).toEqual([true, false])
  })

  it('is shown area by area, with what is explained apart from what is open', () => {
    const page = mutationPage([findings, { area: 'flow' }])
    expect(page).toContain('| rules | 4 | 2 | 1 | 1 | 50.0 % |')
    expect(page).toContain('| flow | has not run | | | | |')
    expect(page).toContain('| rules.ts:2 | `one && two` | `one \\|\\| two` | Two is one. |')
    expect(page).toContain('| rules.ts:3 | `three()` | `nothing` |')
  })
})
