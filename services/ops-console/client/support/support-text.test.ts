import { expect, it } from 'vitest'
import { localText, missingOf, missingText, stepName } from './support-text.ts'

it('says what is missing, where it is given and which fields (DEC-328)', () => {
  expect(missingText({ code: 'DriverDataMissing', step: 'driver-contact', fields: ['driver.mobileObj.phone', 'driver.zipCode'] })).toBe('Data of the driver are missing. Screen: Driver, contact. Missing: mobile phone, zip code.')
  expect(missingText({ code: 'TermsNotAccepted', step: 'reservation' })).toBe('The terms are not accepted. Screen: Reservation.')
})

it('says what two rules miss once, and names of others as they are', () => {
  const terms = { code: 'TermsNotAccepted', step: 'reservation' }
  expect(missingOf({ complete: [terms, terms], pay: [], precheckout: [{ code: 'Other', step: 'other-step' }] })).toEqual([
    { act: 'To complete check-in', texts: ['The terms are not accepted. Screen: Reservation.'] }, { act: 'To pay', texts: [] }, { act: 'For the rental agreement', texts: ['Other. Screen: other-step.'] },
  ])
  expect([stepName('paymentview'), localText('2031-05-02T10:30:00')]).toEqual(['Payment', '2031-05-02 10:30'])
})
