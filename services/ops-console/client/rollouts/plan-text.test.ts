import { describe, expect, it } from 'vitest'
import { isInWaves, planOf } from '../releases/roll-out-form.ts'
import { waveStateText } from './plan-text.ts'

describe('a plan in waves (DEC-353)', () => {
  it('says that a wave stands still where the plan does, and nothing else of one that is through', () => {
    expect([waveStateText('running', 'running'), waveStateText('running', 'halted'), waveStateText('done', 'halted'), waveStateText('not-begun', 'aborted')]).toEqual(['running', 'halted', 'done', 'not begun'])
  })

  const form = { module: 'mfe-driver', version: '1.1.0', hosts: ['a.example'], how: 'plan', percent: 10, steps: '10, 100', dwellMinutes: 60, reason: 'new', waves: [{ members: ['group alpha', 'b.example'] }, { members: ['group beta'] }] } as const

  it('is asked for as the operator ordered it', () => {
    expect(planOf({ ...form, inWaves: true })).toMatchObject({ waves: [{ groups: ['alpha'], hosts: ['b.example'] }, { groups: ['beta'], hosts: [] }] })
    expect(planOf({ ...form, inWaves: true })).not.toHaveProperty('hosts')
  })

  it('is none where the operator chose hosts after all', () => {
    expect(planOf({ ...form, inWaves: false })).toMatchObject({ hosts: ['a.example'] })
    expect(planOf(form)).not.toHaveProperty('waves')
    expect([isInWaves({ how: 'plan', inWaves: true }), isInWaves({ how: 'percent', inWaves: true })]).toEqual([true, false])
  })
})
