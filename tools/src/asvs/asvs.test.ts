import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import { describe, expect, it } from 'vitest'
import { asvsPage, asvsRows } from './asvs.ts'

describe('the table of ASVS 5.0', () => {
  it('has each of the 70 requirements of level 1 and the 183 of level 2 once (DEC-249)', () => {
    expect(new Set(asvsRows.map(({ id }) => id)).size).toBe(253)
    expect([1, 2].map((level) => asvsRows.filter((row) => row.level === level).length)).toEqual([70, 183])
  })

  it('has a proof that exists for everything that is held, and for nothing else (DEC-249)', () => {
    for (const { id, state, proofs = [] } of asvsRows) {
      expect(proofs.length > 0, id).toBe(state === 'held')
      for (const path of proofs) expect(existsSync(join(projectRoot, path)), `${id}: ${path}`).toBe(true)
    }
  })

  it('is written down as it is (DEC-249)', () => {
    expect(readFileSync(join(projectRoot, 'docs/asvs.md'), 'utf8')).toBe(asvsPage())
  })
})
