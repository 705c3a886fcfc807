import { createHmac, randomUUID } from 'node:crypto'
import { isTaken, postToShop, shopPath, takeRule, type Language, type Owned } from '@checkin/sandbox-kit'
import * as z from 'zod'

/** How somebody signed. The picture of a drawn one is a PNG as base64. */
export interface Signature {
  readonly kind: 'drawn' | 'typed'
  readonly name: string
  readonly image: string | null
  /** ISO 8601 in UTC. */
  readonly signedAt: string
}

/** An agreement that waits for its signature, or has it. Its PDF lies beside it in the store. */
export interface Agreement extends Owned {
  /** Names it at the API. */
  readonly id: string
  /** Names it in browsers; whoever knows it may sign. */
  readonly signatureId: string
  readonly key: string
  readonly externalId: string
  readonly title: string
  readonly language: Language
  readonly signer: { readonly name: string; readonly email: string | null }
  readonly returnUrl: string
  readonly callbackUrl: string
  /** `refused`: by its signer; `rejected`: what was signed was not accepted; `withdrawn`: the shop withdrew it before anybody signed. */
  readonly status: 'open' | 'signed' | 'refused' | 'rejected' | 'withdrawn'
  readonly signature: Signature | null
  readonly scenario: Scenario | null
  /** A signature that counts only from then on, in milliseconds of the clock; null for at once. */
  readonly countsFrom: number | null
}

/** What the API answers: a late signature is still being processed. */
export const statusOf = ({ status, countsFrom }: Agreement, now: number): 'open' | 'processing' | 'signed' | 'refused' | 'rejected' | 'withdrawn' =>
  (status === 'signed' && countsFrom !== null && now < countsFrom ? 'processing' : status)

/** Where its renter goes back to. */
export const returnAddress = ({ returnUrl, signatureId }: Agreement): string => returnUrl.replace('{signatureId}', signatureId)

/**
 * What may go wrong with one agreement. `agreement-fails`: it is refused. `away`: the provider does not serve this request; the same one sent again
 * is another try. `answer-lost`: it is accepted, but the answer does not arrive. `summary-fails`: the signer could not be written to.
 * `previously-processed`: the provider answers that it had it already. `refused`: a signature is not accepted. `abandoned`: after signing nobody goes
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
 * An address such as `maria.sign-late@example.com` chooses a scenario by itself, so that tests at the same time do not meet. A provider that is
 * away comes back: the same request is turned away once.
 */
const byAddress = (email: string | null): Scenario | null => scenarios.find((scenario) => email?.split('@')[0]?.endsWith(`.sign-${scenario}`)) ?? null

/** The scenario of a request, and the rules that are left. `isFirst`: it was not sent before. */
export function chooseScenario(rules: readonly Rule[], email: string | null, isFirst: boolean): { readonly scenario: Scenario | null; readonly left: readonly Rule[] } {
  const { rule, left } = takeRule(rules, (candidate) => candidate.email === undefined || candidate.email === email)
  const scenario = rule ? rule.scenario : byAddress(email)
  return { scenario: !rule && scenario === 'away' && !isFirst ? null : scenario, left }
}

/** A report that is still to be delivered. Its content is decided then. */
export interface Report {
  readonly agreementId: string
}

const minute = 60_000
/** Milliseconds after a report that was not taken. */
export const retryDelays: readonly number[] = [minute, 5 * minute, 15 * minute, 60 * minute, 180 * minute, 720 * minute]

/** The reports about an agreement that has ended, and when each is due. */
export function reportsOf({ id, scenario, countsFrom }: Agreement, now: number): { readonly dueAt: number; readonly report: Report }[] {
  const times = scenario === 'silent' ? 0 : scenario === 'twice' ? 2 : 1
  return Array.from({ length: times }, () => ({ dueAt: Math.max(now, countsFrom ?? 0), report: { agreementId: id } }))
}

/** Posts a signed report; true when the shop took it. */
export async function deliverReport(agreement: Agreement, now: number, secret: string): Promise<boolean> {
  const { id: agreementId, signatureId, externalId } = agreement
  const body = JSON.stringify({ eventId: randomUUID(), agreementId, signatureId, externalId, status: statusOf(agreement, now) })
  const moment = new Date().toISOString()
  const signature = createHmac('sha256', secret).update(['v2', moment, shopPath(agreement.callbackUrl), body].join('\n')).digest('hex')
  return isTaken(await postToShop(agreement.callbackUrl, body, { 'content-type': 'application/json', 'x-signature-time': moment, 'x-signature': signature }))
}
