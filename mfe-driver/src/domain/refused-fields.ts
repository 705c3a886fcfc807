import type { ApiFailure } from '@checkin/api'
import type { FieldErrorKind } from '@checkin/i18n'
import * as z from 'zod/mini'

/** The screens whose fields a save may refuse, in their order; the licence itself is the last. */
export const refusableForms = ['details', 'contact', 'document', 'licence'] as const
export type RefusableForm = (typeof refusableForms)[number]

/** What a save found wrong, by form and field. */
export type RefusedFields = Readonly<Partial<Record<RefusableForm, Readonly<Record<string, FieldErrorKind>>>>>

const Issues = z.object({ issues: z.array(z.object({ path: z.string(), code: z.string() })) })

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
  for (const issue of z.safeParse(Issues, answer.error.data).data?.issues ?? []) {
    const place = placeOf(issue.path)
    if (place === null) continue
    refused[place.form] = { ...refused[place.form], [place.field]: kinds[issue.code] ?? kindsOfFields[place.field] ?? 'Invalid' }
  }
  return refused
}
