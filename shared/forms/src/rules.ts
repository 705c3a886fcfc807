import type { FieldErrorKind } from '@checkin/i18n'
import * as z from 'zod/mini'
import { defaultMax, emailMaxLength } from './typing.ts'
import { earliestDate, isEmptyDate, isPlainDate, latestDate, type PlainDate } from './plain-date.ts'

/** The rules of one field. An issue's message is the code that the words are found by (SHELL-83), never a sentence. */
export type FieldSchema = z.ZodMiniType<string>

export interface Rule {
  readonly required?: boolean
}

/** A field with a rule of its own: answers what is wrong with the text, or null. */
export const checked = (wrong: (text: string) => FieldErrorKind | null): FieldSchema =>
  z.string().check(z.check((payload) => {
    const kind = wrong(payload.value)
    if (kind !== null) payload.issues.push({ code: 'custom', message: kind, input: payload.value, path: [] })
  }))

/** The first answer that is not null decides; an empty optional field is always right. */
const filledIn = (rule: Rule, isEmpty: (text: string) => boolean, wrong: (text: string) => FieldErrorKind | null): FieldSchema =>
  checked((text) => (isEmpty(text) ? (rule.required ? 'Required' : null) : wrong(text)))

const isBlank = (text: string): boolean => text.trim() === ''

/** A line of text; `maxLength` in characters. A minimum length is not enforced (SHELL-90). */
export const text = (rule: Rule & { readonly maxLength?: number } = {}): FieldSchema =>
  filledIn(rule, isBlank, (typed) => (rule.maxLength !== undefined && Array.from(typed).length > rule.maxLength ? 'MaxExceeded' : null))

const address = z.email()

/** An e-mail address of at most 255 characters (CONST-08). */
export const email = (rule: Rule = {}): FieldSchema =>
  filledIn(rule, isBlank, (typed) => (typed.length > emailMaxLength ? 'MaxExceeded' : z.safeParse(address, typed).success ? null : 'Invalid'))

/** A whole number, typed as digits; 0 to 9999999 by default (SHELL-90). */
export const wholeNumber = (rule: Rule & { readonly min?: number; readonly max?: number } = {}): FieldSchema =>
  filledIn(rule, isBlank, (typed) => {
    if (!/^\d+$/.test(typed)) return 'Valid'
    if (Number(typed) < (rule.min ?? 0)) return 'MinRequired'
    return Number(typed) > (rule.max ?? defaultMax) ? 'MaxExceeded' : null
  })

/** Digits that are no number, so that leading zeros count: a code, a phone number. */
export const digits = (rule: Rule & { readonly min: number; readonly max: number; readonly kind?: FieldErrorKind }): FieldSchema =>
  filledIn(rule, isBlank, (typed) => (/^\d*$/.test(typed) && typed.length >= rule.min && typed.length <= rule.max ? null : (rule.kind ?? 'Invalid')))

/** A plain date between `min` and `max`, both allowed; 1900 to 2200 by default (SHELL-84). */
export const plainDate = (rule: Rule & { readonly min?: PlainDate; readonly max?: PlainDate } = {}): FieldSchema =>
  filledIn(rule, isEmptyDate, (typed) => {
    if (!isPlainDate(typed)) return 'Valid'
    if (typed < (rule.min ?? earliestDate)) return 'MinRequired'
    return typed > (rule.max ?? latestDate) ? 'MaxExceeded' : null
  })

/** One of the offered values, or any value while the list is not known. */
export const choice = (rule: Rule & { readonly of?: readonly string[] } = {}): FieldSchema =>
  filledIn(rule, isBlank, (chosen) => (rule.of === undefined || rule.of.includes(chosen) ? null : 'Invalid'))

/** An image, held as base64 text. */
export const image = (rule: Rule = {}): FieldSchema => filledIn(rule, (text) => text === '', () => null)
