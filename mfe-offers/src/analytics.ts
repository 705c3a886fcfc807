import type { AnalyticsEvent } from '@checkin/api'
import { $session } from '@checkin/flow'
import { attach } from 'effector'
import { postAnalyticsFx } from './api.ts'

/** How a renter answered an offer (DATA-15). */
export type OfferAction = AnalyticsEvent['action']

/** Reports answers to one offer for the funnel (DEC-47). Nobody waits for it and its failure is not shown (API-34). */
export const reporterOf = (viewTag: AnalyticsEvent['viewTag']) => attach({
  source: $session,
  effect: postAnalyticsFx,
  mapParams: (action: OfferAction, session) => ({ body: { sessionKey: session?.sessionKey ?? '', analyticsData: [{ viewTag, action }] } }),
})
