/** What every candidate offers. */
export const countries = ['Portugal', 'Poland', 'France', 'Austria', 'Belgium', 'Brazil', 'Canada', 'Denmark', 'Germany', 'Ireland', 'Italy', 'Japan', 'Netherlands', 'Norway', 'Spain', 'Sweden', 'Switzerland', 'Turkey', 'Ukraine', 'Zambia']
  .map((label, index) => ({ value: String(index + 1), label }))
export const documents = [{ value: 'passport', label: 'Passport' }, { value: 'card', label: 'Identity card' }]
