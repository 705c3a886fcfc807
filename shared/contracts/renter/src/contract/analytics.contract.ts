import { describeCall, describeSchema } from '@checkin/http'
import * as z from 'zod/mini'
import { Count, SessionKey } from '../entities/values.schema.ts'
import { endpoint } from './endpoint.ts'
import { sessionMismatch } from './errors.ts'

/** A renter's answer to an offer (DATA-15). */
export const AnalyticsEvent = z.strictObject({ viewTag: z.enum(['adview', 'upview', 'exview']), action: z.enum(['skip', 'complete', 'reject', 'accept']) })
export type AnalyticsEvent = z.infer<typeof AnalyticsEvent>
/* @__PURE__ */ describeSchema(AnalyticsEvent, () => ({
  id: 'AnalyticsEvent', description: 'One answer to an offer.',
  fields: { viewTag: 'Which offer: additional driver, upgrade or extras.', action: 'What the renter did; the last one of an offer counts.' },
}))

export const AnalyticsRequest = z.strictObject({ sessionKey: SessionKey, analyticsData: z.array(AnalyticsEvent).check(z.minLength(1), z.maxLength(10)) })
/* @__PURE__ */ describeSchema(AnalyticsRequest, () => ({
  id: 'AnalyticsRequest', description: "A renter's answers to offers.",
  fields: { sessionKey: 'Correlation id of the session.', analyticsData: 'One to ten answers, in order.' },
}))

export const AnalyticsStored = z.object({ stored: Count })
/* @__PURE__ */ describeSchema(AnalyticsStored, () => ({ id: 'AnalyticsStored', description: 'The answers are kept.', fields: { stored: 'How many.' } }))

/** API-34: fire and forget. */
export const postAnalytics = endpoint({
  name: 'postAnalytics', method: 'POST', path: '/analytics', access: 'link', background: true, body: AnalyticsRequest,
  answer: AnalyticsStored, errors: [sessionMismatch],
})
/* @__PURE__ */ describeCall(postAnalytics, "Records the renter's answers to offers")
