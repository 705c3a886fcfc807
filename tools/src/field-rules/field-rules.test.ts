import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints as registryCalls } from '@checkin/registry/endpoints'
import { everyCall } from '@checkin/api/every-call'
import { fleetContract } from '@checkin/fleet'
import { internalContract } from '@checkin/internal'
import { projectRoot } from '@checkin/tooling/ownership'
import { describe, expect, it } from 'vitest'
import { fieldRulesPage } from './field-rules.ts'
import { stateRules } from './state-rules.ts'

const page = fieldRulesPage()

describe('the document of rules by field (ASVS 8.1.2)', () => {
  it('has each call of every API once, with who may make it', () => {
    const calls = [Object.values(everyCall), Object.values(fleetContract), Object.values(internalContract), registryCalls].flat()
    expect(calls.length).toBeGreaterThan(150)
    for (const { method, path } of calls) {
      const rows = page.split('\n').filter((line) => line.startsWith(`| \`${method} ${path.replace(/:(\w+)/g, '{$1}')}\` | `))
      expect(rows.length, `${method} ${path}`).toBe(1)
      expect(rows[0]?.split(' | ')[1], path).toMatch(/^(Open|Needs|Roles)/)
    }
  })

  it('names the fields that a call takes and answers', () => {
    expect(page).toContain('| `POST /driver/validate-age` | Needs a session that a link or a code opened. | *AgeRequest* | *AgeAllowed* |')
    for (const entity of ['| *AgeRequest* | reservation, birthDate |', '| *AgeAllowed* | fee {*AgeFee*} |', '| *AgeFee* | type, amount |']) expect(page).toContain(entity)
  })

  it('cites a test that exists for each rule that depends on the data', () => {
    for (const { fields, proof } of stateRules) expect(existsSync(join(projectRoot, proof)), `${fields}: ${proof}`).toBe(true)
  })

  it('is written down as it is', () => {
    expect(readFileSync(join(projectRoot, 'docs/field-rules.md'), 'utf8')).toBe(page)
  })
})
