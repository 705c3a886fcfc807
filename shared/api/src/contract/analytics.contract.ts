import * as z from 'zod/mini'
import { AnalyticsEvent } from '../entities/analytics.schema.ts'
import { Count, SessionKey } from '../entities/values.schema.ts'
import { endpoint } from './endpoint.ts'
import { sessionMismatch } from './refusals.ts'

export const AnalyticsRequest = z.strictObject({ sessionKey: SessionKey, analyticsData: z.array(AnalyticsEvent).check(z.minLength(1), z.maxLength(10)) })
export type AnalyticsRequest = z.infer<typeof AnalyticsRequest>

export const AnalyticsStored = z.object({ stored: Count })
export type AnalyticsStored = z.infer<typeof AnalyticsStored>

/** API-34: fire and forget. */
export const postAnalytics = endpoint({
  name: 'postAnalytics', method: 'POST', path: '/analytics', access: 'link', background: true, body: AnalyticsRequest,
  answer: AnalyticsStored, errors: [sessionMismatch],
})
