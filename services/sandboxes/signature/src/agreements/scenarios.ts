import * as z from 'zod'

/**
 * What may go wrong with one agreement. `agreement-fails`: it is not taken. `away`: the provider does not serve this order; the same one sent again
 * is another try. `answer-lost`: it is taken, but the answer does not arrive. `summary-fails`: the signer could not be written to.
 * `previously-processed`: the provider says that it knew it already. `refused`: a signature is not accepted. `abandoned`: after signing nobody goes
 * back. `late`: the signature counts only some seconds later. `twice`: every report is sent twice. `silent`: nothing is reported.
 */
export const scenarios = [
  'agreement-fails', 'away', 'answer-lost', 'summary-fails', 'previously-processed', 'refused', 'abandoned', 'late', 'twice', 'silent',
] as const
export type Scenario = (typeof scenarios)[number]

/** What happens to the next agreements: all of them, or those of one signer. */
export const Rule = z.object({ scenario: z.enum(scenarios), email: z.string().optional(), times: z.int().min(1).default(1) })
export type Rule = z.infer<typeof Rule>

/**
 * An address such as `maria.sign-late@example.com` chooses a scenario by itself, so that trials at the same time do not meet. A provider that is
 * away comes back: the same order is turned away once.
 */
const byAddress = (email: string | null): Scenario | null => scenarios.find((scenario) => email?.split('@')[0]?.endsWith(`.sign-${scenario}`)) ?? null

/** The scenario of an order, and the rules that are left. `isFirst`: it was not sent before. */
export function chooseScenario(rules: readonly Rule[], email: string | null, isFirst: boolean): { readonly scenario: Scenario | null; readonly left: readonly Rule[] } {
  const rule = rules.find((candidate) => candidate.email === undefined || candidate.email === email)
  if (!rule) {
    const scenario = byAddress(email)
    return { scenario: scenario === 'away' && !isFirst ? null : scenario, left: rules }
  }
  const left = rules.flatMap((other) => (other !== rule ? [other] : rule.times > 1 ? [{ ...rule, times: rule.times - 1 }] : []))
  return { scenario: rule.scenario, left }
}
