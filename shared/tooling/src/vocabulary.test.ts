import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from './ownership.ts'
import { bannedNames, bannedWords } from './vocabulary.ts'

const banned = bannedWords([
  '# Glossary', '| `tenant` | a host |', '## Words that are not used', '| not | but | where | may stay |', '|---|---|---|---|',
  '| `verdict` | result | everywhere | `verdictOf`, `.canaryVerdict`, `bench/` |', '| `take back`, `taken back` | roll back | `services/site/` | |',
].join('\n'))
const found = (path: string, text: string) => bannedNames(path, text, banned).map(({ name, line, standard }) => `${line} ${name}: ${standard}`)

describe('a word that the glossary does not use', () => {
  it('is refused in the name of a value, a type, a parameter, a field and a file', () => {
    expect(found('shared/a.ts', 'const lastVerdict = 1\ninterface Verdict { readonly verdict: string }\nfunction f(verdict: number, { x: verdict2 }: { x: 1 }) {}')).toEqual([
      '1 lastVerdict: result', '2 Verdict: result', '2 verdict: result', '3 verdict: result', '3 verdict2: result',
    ])
    expect(found('shared/canary-verdict.ts', '')).toEqual(['0 canary-verdict.ts: result'])
  })

  it('is refused in parts of a name, only where it is the invented one', () => {
    expect(found('services/site/src/a.ts', 'export const mayTakeBack = true')).toEqual(['1 mayTakeBack: roll back'])
    expect(found('shell/src/a.ts', 'export const mayTakeBack = true')).toEqual([])
    expect(found('services/site/src/a.ts', 'export const takesBackup = true, $takenBack = 1')).toEqual(['1 $takenBack: roll back'])
  })

  it('may stay where others say so, and is not looked for in text or in what a file merely uses', () => {
    expect(found('shared/a.ts', 'const verdictOf = 1')).toEqual([])
    expect(found('shared/a.ts', 'const { canaryVerdict } = answer; const body = { canaryVerdict }; interface Answer { readonly canaryVerdict: 1 }')).toEqual([])
    expect(found('shared/a.ts', 'const canaryVerdict = 1; function f({ x: canaryVerdict }: X) {}')).toEqual(['1 canaryVerdict: result', '1 canaryVerdict: result'])
    expect(found('bench/src/a.ts', 'const verdict = 1')).toEqual([])
    expect(found('shared/a.ts', 'interface Row { canary_verdict: string }')).toEqual([])
    expect(found('shared/a.ts', "const text = 'the verdict'; console.log(other.verdict, text) // verdict")).toEqual([])
  })

  it('is read from the glossary itself (CODE-14)', () => {
    const ofProject = bannedWords(readFileSync(join(projectRoot, 'docs/glossary.md'), 'utf8'))
    const planted = "export const verdictOf = (lane: number) => lane\nexport interface Plan { readonly wish: unknown; readonly takeBack: true }"
    expect(bannedNames('services/site/src/planted.ts', planted, ofProject).map(({ line, name }) => `${line} ${name}`)).toEqual(['1 verdictOf', '1 lane', '2 takeBack'])
  })
})
