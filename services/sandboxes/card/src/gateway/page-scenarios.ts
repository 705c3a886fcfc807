import * as z from 'zod'
import type { CardStore } from './store.ts'

/**
 * What can go wrong before there is an order: the script never answers (P1), is missing, breaks or comes late; the frames come and say
 * nothing (P2); somebody speaks in the provider's name from a frame of its own (P3).
 */
export const pageScenarios = ['P1', 'P1-404', 'P1-500', 'P1-slow', 'P2', 'P3'] as const
export type PageScenario = (typeof pageScenarios)[number]

/** What an operator set for browsers, until it is cleared; `agent` is a part of the user agent of the one browser that is meant. */
export const PageRule = z.object({
  scenario: z.enum(pageScenarios),
  match: z.object({ agent: z.string().min(1).optional() }).default({}),
})
export type PageRule = z.infer<typeof PageRule>

/** What happens to a browser that loads the script or a field; null for nothing special. */
export function pageScenarioFor(store: CardStore, userAgent: string | undefined): PageScenario | null {
  const rule = (store.kept('pages') ?? []).find(({ match: { agent } }) => agent === undefined || (userAgent ?? '').includes(agent))
  return rule?.scenario ?? null
}
