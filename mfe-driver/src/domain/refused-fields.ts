import type { ApiFailure } from '@checkin/api'
import type { FieldErrorKind } from '@checkin/i18n'

/** The screens whose fields a save may refuse, in their order; the licence itself is the last. */
export const refusableForms = ['details', 'contact', 'document', 'licence'] as const
export type RefusableForm = (typeof refusableForms)[number]

/** What a save found wrong, by form and field. */
export type RefusedFields = Readonly<Partial<Record<RefusableForm, Readonly<Record<string, FieldErrorKind>>>>>

interface Issue {
  readonly path: string
  readonly code: string
}

const isIssue = (value: unknown): value is Issue => typeof value === 'object' && value !== null && 'path' in value && typeof value.path === 'string' && 'code' in value && typeof value.code === 'string'

/** By hand: a library for one list would double the module. What is no such list names no field. */
function issuesOf(data: unknown): readonly Issue[] {
  const issues: unknown = typeof data === 'object' && data !== null && 'issues' in data ? data.issues : null
  return Array.isArray(issues) ? issues.filter(isIssue) : []
}

const contactFields: Readonly<Record<string, string>> = { email: 'email', mobile: 'mobile', 'mobileObj.prefix': 'mobilePrefix' }
/** Kinds that are spelled in a way of their own in the message keys (I18N rows). */
const kindsOfFields: Readonly<Record<string, FieldErrorKind>> = { zipCode: 'invalid', taxNumber: 'invalid' }
const kinds: Readonly<Record<string, FieldErrorKind>> = { required: 'Required', 'too-early': 'MinRequired', 'too-late': 'MaxExceeded', 'try-again': 'TryAgain' }

/** Where a path of the body, such as `driver.driverLicense.id`, stands on the screens; null for one that no screen has. */
function placeOf(path: string): { readonly form: RefusableForm; readonly field: string } | null {
  const [root, part = '', ...rest] = path.split('.')
  if (root !== 'driver' || part === '') return null
  const field = rest.join('.')
  const own = rest.length === 0 ? part : `${part}.${field}`
  const ofContact = contactFields[own]
  if (ofContact !== undefined) return { form: 'contact', field: ofContact }
  if (part === 'document') return { form: 'document', field }
  if (part === 'driverLicense') return { form: 'licence', field }
  if (part === 'secondDriverLicense') return { form: 'licence', field: `second.${field}` }
  return rest.length === 0 ? { form: 'details', field: part } : null
}

/** The fields that a refused save names, each with what is wrong with it (ERR-31, DRIVER-34); empty where it names none. */
export function refusedFields({ code, answer }: ApiFailure): RefusedFields {
  if (code === 'EmailInUse') return { contact: { email: 'inUse' } }
  const refused: Partial<Record<RefusableForm, Record<string, FieldErrorKind>>> = {}
  for (const issue of issuesOf(answer.error.data)) {
    const place = placeOf(issue.path)
    if (place === null) continue
    refused[place.form] = { ...refused[place.form], [place.field]: kinds[issue.code] ?? kindsOfFields[place.field] ?? 'Invalid' }
  }
  return refused
}
