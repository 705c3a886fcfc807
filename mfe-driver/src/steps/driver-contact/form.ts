import { checked, createForm, email, formSchema, type FieldSchema, type FormModel, type FormSchema } from '@checkin/forms'
import { isRequired, personSwitch } from '../../domain/field-switches.ts'
import { prefixesOf } from '../../domain/mobile-number.ts'
import { $facts, type Facts } from '../../entry/facts.ts'
import type { Subject } from '../../subject.ts'
import * as z from 'zod/mini'

export type ContactField = 'email' | 'mobilePrefix' | 'mobile'

/** Digits of a phone number without its prefix (CONST-13). */
export const mobileDigits = { min: 6, max: 12 } as const

const numberRule = (required: boolean): FieldSchema =>
  checked((typed) => (typed === '' ? (required ? 'Required' : null) : typed.length < mobileDigits.min || typed.length > mobileDigits.max ? 'Invalid' : null))

/** What is wrong with the prefix of a number (DRIVER-37); without a number none is needed. */
export const prefixProblem = (prefix: string, mobile: string, known: readonly string[]): 'Required' | 'Invalid' | null => {
  if (prefix === '') return mobile === '' ? null : 'Required'
  return known.length === 0 || known.includes(prefix) ? null : 'Invalid'
}

/** DRIVER-33, DRIVER-36, DRIVER-37. */
export function contactRules({ rules, countries }: Facts): FormSchema {
  const mail = personSwitch(rules, 'email')
  const mobile = personSwitch(rules, 'mobile')
  const known = prefixesOf(countries).map(({ code }) => code)
  const fields = {
    ...(mail.visible ? { email: email({ required: isRequired(mail) }) } : {}),
    ...(mobile.visible ? { mobile: numberRule(isRequired(mobile)) } : {}),
  }
  if (!mobile.visible) return formSchema(fields)
  return z.object({ ...fields, mobilePrefix: z.string() }).check(z.check((payload) => {
    const values = payload.value as Readonly<Record<ContactField, string>>
    const problem = prefixProblem(values.mobilePrefix, values.mobile, known)
    if (problem !== null) payload.issues.push({ code: 'custom', message: problem, input: values.mobilePrefix, path: ['mobilePrefix'], continue: true })
  }))
}

/** How the driver is reached. */
export const createContactForm = (subject: Subject): FormModel<ContactField> =>
  createForm({
    name: `driver-contact/${subject}`,
    fields: {
      email: { type: 'email' },
      mobilePrefix: { type: 'select' },
      // Digits, not a number: what a phone number begins with counts.
      mobile: { type: 'string', regexAllowed: 'digits', maxLength: mobileDigits.max },
    },
    context: $facts,
    schema: contactRules,
  })
