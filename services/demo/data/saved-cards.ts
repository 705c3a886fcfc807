/**
 * Cards that the renter of CV1009 kept earlier: the reservation names them by their references, and the card sandbox
 * knows the same references from its start. Numbers are those of test cards, first six and last four digits.
 */
export const savedCards = [
  { reference: 'ref_demo_visa', token: 'tok_demo_visa_1111', brand: 'visa', flag: 'Visa', firstSix: '411111', lastFour: '1111', month: '12', year: '2031', holder: 'Maria Silva' },
  { reference: 'ref_demo_mc', token: 'tok_demo_mc_4444', brand: 'mastercard', flag: 'Mastercard', firstSix: '555555', lastFour: '4444', month: '08', year: '2030', holder: 'Maria Silva' },
] as const

/** As the fleet API takes them with a reservation. */
export const savedCardsOfReservation = savedCards.map(({ reference, token, flag, firstSix, lastFour }) => ({
  provider: 'card', creditCardNumber: `${firstSix.slice(0, 4)} **** **** ${lastFour}`, cardFlag: flag, token, referenceToken: reference,
}))

/** As the card sandbox takes them with its settings. */
export const savedCardsOfSandbox = savedCards.map(({ reference, brand, firstSix, lastFour, month, year, holder }) => ({ reference, brand, firstSix, lastFour, month, year, holder }))
