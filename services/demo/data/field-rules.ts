/** How a tenant treats a field: not shown, shown, or shown and needed. */
type Wish = 'hidden' | 'optional' | 'needed'
interface Rule {
  readonly visible: boolean
  readonly mandatory: boolean
}

const rules = (wishes: Readonly<Record<string, Wish>>): Readonly<Record<string, Rule>> =>
  Object.fromEntries(Object.entries(wishes).map(([name, wish]) => [name, { visible: wish !== 'hidden', mandatory: wish === 'needed' }]))

const below = (part: string, wishes: Readonly<Record<string, Wish>>): Readonly<Record<string, Wish>> =>
  Object.fromEntries(Object.entries(wishes).map(([name, wish]) => [`${part}.${name}`, wish]))

interface Wishes {
  readonly details: Readonly<Record<string, Wish>>
  readonly document: Readonly<Record<string, Wish>>
  readonly licence: Readonly<Record<string, Wish>>
  readonly second: Readonly<Record<string, Wish>>
  readonly additional: Readonly<Record<string, Wish>>
}

/** Field rules as a tenant's settings hold them; fields of the document and the licence are named with their part in front. */
export function fieldRules({ details, document, licence, second, additional }: Wishes) {
  const main = { ...details, ...below('document', document), ...below('driverLicense', licence) }
  return { main: { fields: rules(main), second: rules(second) }, additional: rules({ ...main, ...additional }) }
}

const details = {
  name: 'needed', surname: 'needed', address: 'needed', addressComp: 'optional',
  countryId: 'needed', zipCode: 'needed', city: 'needed', taxNumber: 'optional',
  birthDate: 'needed', birthPlace: 'optional', email: 'needed', mobile: 'needed', mobilePrefix: 'needed',
} as const
const document = { idType: 'needed', id: 'needed', issuePlace: 'optional', issueDate: 'optional', expiryDate: 'needed', imageFront: 'optional', imageBack: 'optional' } as const
const licence = { id: 'needed', issuePlace: 'optional', issueDate: 'needed', expiryDate: 'needed', issueCountry: 'needed', imageFront: 'optional', imageBack: 'optional' } as const

/** What most companies ask for. */
export const usualRules = fieldRules({ details, document, licence, second: licence, additional: { taxNumber: 'hidden' } })

/** Everything, pictures included. */
export const strictRules = fieldRules({
  details: { ...details, taxNumber: 'needed', birthPlace: 'needed' },
  document: { ...document, issuePlace: 'needed', issueDate: 'needed', imageFront: 'needed', imageBack: 'needed' },
  licence: { ...licence, issuePlace: 'needed', imageFront: 'needed', imageBack: 'needed' },
  second: { ...licence, imageFront: 'needed', imageBack: 'needed' },
  additional: {},
})

/** As little as possible. */
export const shortRules = fieldRules({
  details: { ...details, address: 'optional', addressComp: 'hidden', zipCode: 'optional', city: 'optional', taxNumber: 'hidden', birthPlace: 'hidden', mobile: 'optional', mobilePrefix: 'optional' },
  document: { ...document, issuePlace: 'hidden', issueDate: 'hidden', imageFront: 'hidden', imageBack: 'hidden' },
  licence: { ...licence, issuePlace: 'hidden', imageFront: 'hidden', imageBack: 'hidden' },
  second: { ...licence, issuePlace: 'hidden', imageFront: 'hidden', imageBack: 'hidden' },
  additional: {},
})
