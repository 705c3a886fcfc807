import { is } from 'effector'
import { describe, expect, it } from 'vitest'
import * as stores from './stores.ts'
import { storedFields } from './stored-fields.ts'

const persisted = storedFields.filter((field) => field.persist).map((field) => field.name)

describe('what may leave memory', () => {
  it('says of every store of the flow, once, whether it is kept and whether it is about a person', () => {
    const all = Object.values(stores).filter((store) => is.store(store))
    expect(new Set(storedFields.map((field) => field.store))).toEqual(new Set(all))
    expect(storedFields).toHaveLength(all.length)
  })

  it('keeps for a reload what SHELL-56 and DEC-18 list', () => {
    expect(persisted).toEqual(['flow', 'mode', 'completion', 'session', 'lookup', 'progress', 'offerDraft', 'precheckoutToken', 'language'])
  })

  it('never keeps the reservation, its drivers or their documents in browser storage (DEC-18)', () => {
    expect(persisted).not.toContain('reservation')
    expect(persisted).not.toContain('summary')
  })
})
