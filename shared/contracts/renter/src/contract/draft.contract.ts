import { describeCall, describeSchema } from '@checkin/http'
import * as z from 'zod/mini'
import { givenText } from '../entities/values.schema.ts'
import { endpoint } from './endpoint.ts'

const FormName = z.string().check(z.regex(/^[a-z-]{1,40}(\/[a-z-]{1,40}){0,2}$/))
const longestValue = 300

/** Typed texts of one form by field; never images. */
export const DraftForm = z.strictObject({ form: FormName, texts: z.record(z.string().check(z.regex(/^[A-Za-z.]{1,40}$/)), givenText(longestValue)) })
export type DraftForm = z.infer<typeof DraftForm>
/* @__PURE__ */ describeSchema(DraftForm, () => ({
  id: 'DraftForm', description: 'What was typed into one form.',
  fields: { form: 'Name of the form.', texts: 'Texts by field; images are never among them.' },
}))

/** The same as it is answered. */
export const DraftedForm = z.object({ form: z.string(), texts: z.record(z.string(), z.string()) })
/* @__PURE__ */ describeSchema(DraftedForm, () => ({ id: 'DraftedForm', description: 'What was typed into one form, as it was kept.', fields: { form: 'Name of the form.', texts: 'Texts by field.' } }))

export const Draft = z.object({ forms: z.array(DraftedForm) })
export type Draft = z.infer<typeof Draft>
/* @__PURE__ */ describeSchema(Draft, () => ({ id: 'Draft', description: 'What was typed for a reservation and is not saved yet.', fields: { forms: 'One entry per form.' } }))

/** DEC-18: what was typed for this reservation and is not saved yet, so that another device or tab goes on with it. */
export const getDraft = endpoint({ name: 'getDraft', method: 'GET', path: '/draft', access: 'link', answer: Draft, errors: [] })
/* @__PURE__ */ describeCall(getDraft, 'What was typed and is not saved yet')

export const DraftKept = z.object({ kept: z.boolean() })
/* @__PURE__ */ describeSchema(DraftKept, () => ({ id: 'DraftKept', description: 'The draft is kept.', fields: { kept: 'False when nothing was typed, and what was there is gone.' } }))

/** Keeps the typed texts of one form instead of those before; without any, forgets them. */
export const keepDraftForm = endpoint({
  name: 'keepDraftForm', method: 'PUT', path: '/draft', access: 'link', background: true, body: DraftForm, answer: DraftKept, errors: [],
})
/* @__PURE__ */ describeCall(keepDraftForm, 'Keeps what was typed into one form')
