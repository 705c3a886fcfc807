import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from './ownership.ts'
import { anchorsIn, deadCitations } from './spec.ts'

it('an id that code cites is explained in docs/spec or is a record, and one that nobody gave is refused (CODE-5)', () => {
  const folder = join(projectRoot, 'docs/spec')
  const anchors = readdirSync(folder).filter((name) => name.endsWith('.md')).flatMap((name) => anchorsIn(readFileSync(join(folder, name), 'utf8')))
  const records = readdirSync(join(projectRoot, 'docs/decisions'))
  const dead = (text: string) => deadCitations([{ path: 'shell/src/a.ts', text }], anchors, records).map(({ cited }) => cited)
  expect(dead('// DEC-48, STATES S1.62, P-12, PAY-02, decision 0129')).toEqual([])
  // Put together, so that this file cites nothing that is not there.
  const none = [['DEC', '9999'].join('-'), ['PAY', '99'].join('-'), ['09', '99'].join('')]
  expect(dead(`// ${none[0]}, ${none[1]}, decision ${none[2]}`)).toEqual(none)
})
