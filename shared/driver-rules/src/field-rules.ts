import type { FieldRule, FieldRuleSet } from '@checkin/api'

/** The tenant's field rules by name (API-04); null while they are not loaded. */
export type FieldRules = FieldRuleSet | null

const shown: FieldRule = { visible: true, mandatory: false }
const hidden: FieldRule = { visible: false, mandatory: false }

/** Rules of a document's fields are named by the document and the field, such as `driverLicense.issueDate`. */
export type Group = 'document' | 'driverLicense'

/** A field of details or contact: shown only when a rule says so (DRIVER-20, DRIVER-33). Rules that never came hide nothing. */
export const personRule = (rules: FieldRules, field: string): FieldRule => (rules === null ? shown : rules[field] ?? hidden)

/** A field of a document or licence: shown unless a rule hides it (DRIVER-40, DRIVER-48); by its full name, or by the field's alone. */
export const documentRule = (rules: FieldRules, group: Group, field: string): FieldRule => rules?.[`${group}.${field}`] ?? rules?.[field] ?? shown

/** Whether images can be uploaded at all, and whether they must be (DEC-30). */
export interface Upload {
  readonly isAvailable: boolean
  readonly isMandatory: boolean
}

/** An image of a document: only where upload is available; mandatory by its rule or by the tenant (DRIVER-40, DRIVER-42, DRIVER-52). */
export function imageRule(rules: FieldRules, group: Group, field: string, { isAvailable, isMandatory }: Upload): FieldRule {
  if (!isAvailable) return hidden
  const { visible, mandatory } = documentRule(rules, group, field)
  return { visible, mandatory: mandatory || isMandatory }
}

/** A hidden field is never required (DEC-31). */
export const isRequired = ({ visible, mandatory }: FieldRule): boolean => visible && mandatory
