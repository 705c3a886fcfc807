import type { TenantSettings } from '@checkin/internal'

type FieldRules = TenantSettings['fieldRules']
type RuleSet = FieldRules['additional']

/** Fields of a person: without a rule renters are not asked for them (DRIVER-20, DRIVER-33). */
const personFields = ['name', 'surname', 'address', 'addressComp', 'countryId', 'zipCode', 'city', 'taxNumber', 'birthDate', 'birthPlace', 'email', 'mobile', 'mobilePrefix']
const documentFields = ['idType', 'id', 'issuePlace', 'issueDate', 'expiryDate', 'imageFront', 'imageBack']
const licenceFields = ['id', 'issuePlace', 'issueDate', 'expiryDate', 'issueCountry', 'imageFront', 'imageBack']

const all = (names: readonly string[], visible: boolean): RuleSet => Object.fromEntries(names.map((name) => [name, { visible, mandatory: false }]))
const below = (part: string, names: readonly string[]): readonly string[] => names.map((name) => `${part}.${name}`)

/** What renters get of each field where no rule says otherwise: those of documents are shown (DRIVER-40, DRIVER-48). */
const driver = { ...all(personFields, false), ...all([...below('document', documentFields), ...below('driverLicense', licenceFields)], true) }
const licence = all(licenceFields, true)

const map = ({ main, additional }: FieldRules, change: (rules: RuleSet, unsaid: RuleSet, set: (of: FieldRules) => RuleSet) => RuleSet): FieldRules => ({
  main: { fields: change(main.fields, driver, (of) => of.main.fields), second: change(main.second, licence, (of) => of.main.second) }, additional: change(additional, driver, (of) => of.additional),
})

/** Rules with one for every field that there is, so that each can be changed; one that is not there says what renters get without it. */
export const withEveryField = (rules: FieldRules): FieldRules => map(rules, (own, unsaid) => ({ ...unsaid, ...own }))

/** What of such rules has to be kept: those that were there, and those that say something else than no rule does. */
export const onlySaid = (seen: FieldRules, typed: FieldRules): FieldRules => map(typed, (rules, unsaid, set) =>
  Object.fromEntries(Object.entries(rules).filter(([name, { visible, mandatory }]) => {
    const without = unsaid[name]
    return set(seen)[name] !== undefined || without === undefined || without.visible !== visible || without.mandatory !== mandatory
  })))
