import * as z from 'zod/mini'
import { givenText } from '../entities/values.schema.ts'
import { endpoint } from './endpoint.ts'

const FormName = z.string().check(z.regex(/^[a-z-]{1,40}(\/[a-z-]{1,40}){0,2}$/))
const longestValue = 300

/** Typed texts of one form by field; never images. */
export const DraftForm = z.strictObject({ form: FormName, texts: z.record(z.string().check(z.regex(/^[A-Za-z.]{1,40}$/)), givenText(longestValue)) })
export type DraftForm = z.infer<typeof DraftForm>

/** The same as it is answered. */
export const DraftedForm = z.object({ form: z.string(), texts: z.record(z.string(), z.string()) })
export type DraftedForm = z.infer<typeof DraftedForm>

export const Draft = z.object({ forms: z.array(DraftedForm) })
export type Draft = z.infer<typeof Draft>

/** DEC-18: what was typed for this reservation and is not saved yet, so that another device or tab goes on with it. */
export const getDraft = endpoint({ name: 'getDraft', method: 'GET', path: '/draft', access: 'link', answer: Draft, errors: [] })

export const DraftKept = z.object({ kept: z.boolean() })
export type DraftKept = z.infer<typeof DraftKept>

/** Keeps the typed texts of one form instead of those before; without any, forgets them. */
export const keepDraftForm = endpoint({
  name: 'keepDraftForm', method: 'PUT', path: '/draft', access: 'link', background: true, body: DraftForm, answer: DraftKept, errors: [],
})
