import { aDriver, aReservation } from '@checkin/api/testing'
import { describe, expect, it } from 'vitest'
import { checkRows, maskedNumber, type Allowed } from './check-rows.ts'

const all: Allowed = { canAddDriver: true, canUpgrade: true, hasExtras: true }
const none: Allowed = { canAddDriver: false, canUpgrade: false, hasExtras: false }
const { reservation } = aReservation()
const driver = aDriver()
const rows = (allowed: Allowed, addDriver = null as typeof driver | null) => checkRows({ reservation: { ...reservation, addDriver: null }, driver, addDriver }, allowed)

describe('what is checked before paying (DEC-184)', () => {
  it.each([['FA-100123', '•••• 123'], [' 12 34 ', '•••• 234'], ['123', '••••'], ['', null], [null, null], [undefined, null]])('a number %s is shown as %s', (number, shown) => {
    expect(maskedNumber(number)).toBe(shown)
  })

  it('is every part in the order in which it is given, and what may be changed has a way there', () => {
    expect(rows(all).map(({ section, canChange }) => [section, canChange])).toEqual([
      ['driver', true], ['document', true], ['licence', true], ['offer-driver', true], ['vehicle', true], ['extras', true],
    ])
    expect(rows(none).map(({ section, canChange }) => [section, canChange])).toEqual([['driver', true], ['document', true], ['licence', true], ['vehicle', false]])
  })

  it('has the additional driver where there is one, also when no other may be added', () => {
    expect(rows(none, { ...driver, name: 'Rui', surname: 'Costa' })).toContainEqual({ section: 'additional-driver', text: 'Rui Costa', canChange: true })
  })
})
