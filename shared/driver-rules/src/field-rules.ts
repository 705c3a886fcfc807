/** What the server says about one field (API-04). */
export interface Switch {
  readonly visible: boolean
  readonly mandatory: boolean
}
/** The rules in force by name; null while they are not loaded. */
export type Switches = Readonly<Record<string, Switch>> | null

const shown: Switch = { visible: true, mandatory: false }
const hidden: Switch = { visible: false, mandatory: false }

/** Rules of a document's fields are named by the document and the field, such as `driverLicense.issueDate`. */
export type Group = 'document' | 'driverLicense'

const named = (rules: NonNullable<Switches>, ...names: readonly string[]): Switch | undefined => names.map((name) => rules[name]).find((rule) => rule !== undefined)

/** A field of details or contact: shown only when a rule says so (DRIVER-20, DRIVER-33). Rules that never came hide nothing. */
export const personSwitch = (rules: Switches, field: string): Switch => (rules === null ? shown : rules[field] ?? hidden)

/** A field of a document or licence: shown unless a rule hides it (DRIVER-40, DRIVER-48); by its full name, or by the field's alone. */
export const documentSwitch = (rules: Switches, group: Group, field: string): Switch =>
  (rules === null ? shown : named(rules, `${group}.${field}`, field) ?? shown)

/** Whether images can be uploaded at all, and whether they must be (DEC-30). */
export interface Upload {
  readonly isAvailable: boolean
  readonly isMandatory: boolean
}

/** An image of a document: only where upload is available; mandatory by its rule or by the tenant (DRIVER-40, DRIVER-42, DRIVER-52). */
export function imageSwitch(rules: Switches, group: Group, field: string, { isAvailable, isMandatory }: Upload): Switch {
  if (!isAvailable) return hidden
  const rule = documentSwitch(rules, group, field)
  return isMandatory ? { visible: true, mandatory: true } : rule
}

/** A hidden field is never required (DEC-31). */
export const isRequired = ({ visible, mandatory }: Switch): boolean => visible && mandatory
