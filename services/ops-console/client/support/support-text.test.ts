import { expect, it } from 'vitest'
import { localText, missingOf, missingText, stepName } from './support-text.ts'

it('says what is missing, where it is given and which fields (DEC-328)', () => {
  expect(missingText({ code: 'DriverDataMissing', step: 'driver-contact', fields: ['driver.mobileObj.phone', 'driver.zipCode'] })).toBe('Data of the driver are missing. Screen: Driver, contact. Missing: mobile phone, zip code.')
  expect(missingText({ code: 'TermsNotAccepted', step: 'reservation' })).toBe('The terms are not accepted. Screen: Reservation.')
})

it('says each thing that is missing once, under all that it keeps from, and names of others as they are (DEC-328)', () => {
  const [terms, other] = [{ code: 'TermsNotAccepted', step: 'reservation' }, { code: 'Other', step: 'other-step' }]
  const [termsText, otherText] = ['The terms are not accepted. Screen: Reservation.', 'Other. Screen: other-step.']
  expect(missingOf({ complete: [terms, terms], pay: [], precheckout: [other] })).toEqual([
    { acts: 'To complete check-in', texts: [termsText] }, { acts: 'For the rental agreement', texts: [otherText] }, { acts: 'To pay', texts: [] },
  ])
  expect(missingOf({ complete: [terms], pay: [other, terms], precheckout: [terms, other] })).toEqual([
    { acts: 'To complete check-in, to pay and for the rental agreement', texts: [termsText] }, { acts: 'To pay and for the rental agreement', texts: [otherText] },
  ])
  expect(missingOf({ complete: [], pay: [], precheckout: [] })).toEqual([{ acts: 'To complete check-in, to pay and for the rental agreement', texts: [] }])
  expect([stepName('paymentview'), localText('2031-05-02T10:30:00')]).toEqual(['Payment', '2031-05-02 10:30'])
})
