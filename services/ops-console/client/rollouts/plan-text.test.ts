import { describe, expect, it } from 'vitest'
import { planOf } from '../releases/roll-out-form.ts'
import { changeText } from './change-text.ts'
import { waveStateText, waveText } from './plan-text.ts'

const hosts = (count: number) => Array.from({ length: count }, (_host, at) => `t${at + 1}.example`)

describe('a plan in waves (DEC-353)', () => {
  it.each([
    ['a group by its name and tenants', { groups: ['alpha'], hosts: hosts(2) }, 'group alpha (t1.example, t2.example)'],
    ['of many tenants the first ones', { groups: ['beta'], hosts: hosts(8) }, 'group beta (t1.example, t2.example, t3.example, t4.example, t5.example, 3 more)'],
    ['tenants without a group', { groups: [], hosts: hosts(1) }, 't1.example'],
    ['a wave that the reader does not reach', { groups: [], hosts: [] }, 'other tenants'],
  ])('names %s', (_case, wave, text) => { expect(waveText(wave)).toBe(text) })

  it('says that a wave stands still where the plan does, and nothing else of one that is through', () => {
    expect([waveStateText('running', 'running'), waveStateText('running', 'halted'), waveStateText('done', 'halted'), waveStateText('not-begun', 'aborted')]).toEqual(['running', 'halted', 'done', 'not begun'])
  })

  it('tells the second person who comes when', () => {
    const request = { name: 'driver 1.1.0', modules: { 'mfe-driver': '1.1.0' }, waves: [{ groups: ['alpha'], hosts: hosts(1) }, { groups: [], hosts: ['z.example'] }] }
    expect(changeText({ kind: 'plan', wish: request, everyone: false, hosts: [] })).toBe('driver 1.1.0 in waves: group alpha (t1.example), then z.example')
  })

  const form = { module: 'mfe-driver', version: '1.1.0', hosts: ['a.example'], how: 'plan', percent: 10, steps: '10, 100', dwellMinutes: 60, reason: 'new', waves: [{ members: ['group alpha', 'b.example'] }, { members: ['group beta'] }] } as const

  it('is asked for as the operator ordered it', () => {
    expect(planOf({ ...form, inWaves: true })).toMatchObject({ waves: [{ groups: ['alpha'], hosts: ['b.example'] }, { groups: ['beta'], hosts: [] }] })
    expect(planOf({ ...form, inWaves: true })).not.toHaveProperty('hosts')
  })

  it('is none where the operator chose hosts after all', () => {
    expect(planOf({ ...form, inWaves: false })).toMatchObject({ hosts: ['a.example'] })
    expect(planOf(form)).not.toHaveProperty('waves')
  })
})
