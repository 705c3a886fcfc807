import { createHash } from 'node:crypto'
import { takeRule } from '@checkin/sandbox-kit'
import * as z from 'zod'
import type { FollowUpType, Order } from './order.ts'

/** What the gateway decides about an order, apart from whether the answer arrives. */
const Result = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('approve') }),
  z.object({ kind: z.literal('decline'), code: z.number().int() }),
  /** Declined until 3-D Secure is asked for (2022), then a challenge. */
  z.object({ kind: z.literal('soft-decline') }),
  z.object({ kind: z.literal('redirect'), challenge: z.enum(['challenge', 'frictionless', 'down']) }),
  /** In work; ends after `afterMs` of the sandbox's clock. */
  z.object({ kind: z.literal('pending'), afterMs: z.number().int().min(0), code: z.number().int().nullable().default(null) }),
])

/** Everything that can be made to happen to one order. */
export const Behaviour = z.object({
  result: Result.default({ kind: 'approve' }),
  transport: z.enum([
    'answer',
    /** Before anything happened: busy, maintenance, too many, or a connection that just ends. */
    'refuse-503', 'refuse-1009', 'refuse-1010', 'refuse-3003', 'drop-before',
    /** Charged, and nobody hears it. */
    'silent-after', 'drop-after', 'error-after', 'garbage-after', 'html-after', 'slow-body-after',
    /** Never answered, charged `lateMs` later. */
    'late',
  ]).default('answer'),
  lateMs: z.number().int().min(0).max(86_400_000).default(1500),
  /** Milliseconds before an answer. */
  delayMs: z.number().int().min(0).max(60_000).default(0),
  callbacks: z.enum(['once', 'twice', 'storm', 'never', 'late', 'early', 'contradictory']).default('once'),
})
export type Behaviour = z.infer<typeof Behaviour>

const behaviour = (part: z.input<typeof Behaviour>): Behaviour => Behaviour.parse(part)
export const ordinary = behaviour({})
const declined = (code: number): Behaviour => behaviour({ result: { kind: 'decline', code } })

/** The failures of docs/spec/payment-scenarios.md by name; those that need a page or a clock are not here. */
export const scenarios: Readonly<Record<string, Behaviour>> = {
  ok: ordinary,
  P6: declined(2003),
  P7: behaviour({ result: { kind: 'soft-decline' } }),
  P8: behaviour({ result: { kind: 'redirect', challenge: 'challenge' } }),
  'P8-frictionless': behaviour({ result: { kind: 'redirect', challenge: 'frictionless' } }),
  'P8-down': behaviour({ result: { kind: 'redirect', challenge: 'down' } }),
  P9: behaviour({ transport: 'silent-after' }),
  'P9-drop': behaviour({ transport: 'drop-after' }),
  'P9-500': behaviour({ transport: 'error-after' }),
  'P9-garbage': behaviour({ transport: 'garbage-after' }),
  'P9-html': behaviour({ transport: 'html-after' }),
  'P9-slow': behaviour({ transport: 'slow-body-after' }),
  P10: behaviour({ transport: 'late' }),
  P11: behaviour({ transport: 'refuse-503' }),
  'P11-1009': behaviour({ transport: 'refuse-1009' }),
  'P11-1010': behaviour({ transport: 'refuse-1010' }),
  'P11-3003': behaviour({ transport: 'refuse-3003' }),
  'P11-drop': behaviour({ transport: 'drop-before' }),
  P12: behaviour({ delayMs: 400 }),
  P13: behaviour({ callbacks: 'storm' }),
  'P13-late': behaviour({ callbacks: 'late' }),
  'P13-early': behaviour({ callbacks: 'early' }),
  'P13-twice': behaviour({ callbacks: 'twice' }),
  'P13-contradictory': behaviour({ callbacks: 'contradictory' }),
  P15: behaviour({ callbacks: 'never' }),
  pending: behaviour({ result: { kind: 'pending', afterMs: 3000 } }),
  'pending-declined': behaviour({ result: { kind: 'pending', afterMs: 3000, code: 2003 } }),
  ...Object.fromEntries([2001, 2002, 2005, 2006, 2008, 2009, 2010, 2011, 2013, 2015, 2016, 2020, 2021, 3001].map((code) => [String(code), declined(code)])),
}

/** Numbers that stand for a scenario, all with a right check digit. Every other right number is an ordinary card. */
export const cardScenarios: Readonly<Record<string, string>> = {
  '4000000000000002': 'P6', '4000000000009995': '2006', '4000000000000069': '2009', '4100000000000019': '2010', '4000000000009235': '2013',
  '4000000000009987': '2015', '4000000000009979': '2016', '4000000000000127': '2020', '4000000000003063': 'P7',
  '4000000000003220': 'P8', '4000000000003055': 'P8-frictionless', '4000000000003097': 'P8-down',
  '4000000000000259': 'P9', '4000000000000341': 'P10', '4000000000000119': 'P11', '4000000000000077': 'pending',
}

/** Amounts that stand for a scenario whatever the card: 70NN and any part after the point, as 7009.00 for P9. */
export function amountScenario(amount: string): string | null {
  const whole = Math.floor(Number(amount))
  const name = `P${whole - 7000}`
  return whole > 7000 && whole < 7024 && name in scenarios ? name : null
}

const Shares = z.record(z.string(), z.number().min(0).max(1))

/** Shares of orders per scenario, the same for the same seed: what the chaos test mixes. What follows a charge has shares of its own, none when left out. */
export const Mix = z.object({ seed: z.string().min(1), shares: Shares, followUps: z.object({ capture: Shares, void: Shares, refund: Shares }).partial().optional() })
export type Mix = z.infer<typeof Mix>

const followUpOf = (operation: string): Lowercase<FollowUpType> | null => (operation === 'capture' || operation === 'void' || operation === 'refund' ? operation : null)

/** The scenario of an order in a mix; another attempt at the same order draws again, so that a refused one gets through. */
export function drawn(mix: Mix, operation: string, merchantTransactionId: string, attempt: number): string {
  const followUp = followUpOf(operation)
  const shares = followUp === null ? mix.shares : mix.followUps?.[followUp] ?? {}
  const digest = createHash('sha256').update(`${mix.seed}:${merchantTransactionId}:${attempt}`).digest()
  let point = digest.readUInt32BE(0) / 2 ** 32
  for (const [name, share] of Object.entries(shares)) {
    if (point < share) return name
    point -= share
  }
  return 'ok'
}

/** What an operator set by hand: for the next `times` orders that match. */
export const Rule = z.object({
  scenario: z.string().optional(),
  behaviour: Behaviour.optional(),
  times: z.number().int().min(1).max(1_000_000).default(1),
  match: z.object({
    merchantTransactionId: z.string().optional(), amount: z.string().optional(), operation: z.string().optional(), callbackUrlEndsWith: z.string().optional(),
  }).default({}),
}).refine((rule) => rule.behaviour !== undefined || (rule.scenario ?? '') in scenarios, { message: 'unknown scenario' })
export type Rule = z.infer<typeof Rule>

/**
 * What can go wrong before there is an order: the script never answers (P1), is missing, breaks or comes late; the frames come and never
 * answer (P2); a frame forges the provider's messages (P3).
 */
export const pageScenarios = ['P1', 'P1-404', 'P1-500', 'P1-slow', 'P2', 'P3'] as const
export type PageScenario = (typeof pageScenarios)[number]

/** What an operator set for browsers, until it is cleared; `agent` is a part of the user agent of the one browser that is meant. */
export const PageRule = z.object({
  scenario: z.enum(pageScenarios),
  match: z.object({ agent: z.string().min(1).optional() }).default({}),
})
export type PageRule = z.infer<typeof PageRule>

/** What an operator set, until it is cleared. */
export interface CardValues {
  readonly rules: readonly Rule[]
  readonly pages: readonly PageRule[]
  readonly mix: Mix | null
}

/** What happens to a browser that loads the script or a field; null for nothing special. */
export const pageScenarioFor = (rules: CardValues['pages'], userAgent = ''): PageScenario | null =>
  rules.find(({ match: { agent } }) => agent === undefined || userAgent.includes(agent))?.scenario ?? null

export interface OrderFacts {
  /** As the API names it: `debit`, `preauthorize`, `register`, `capture`, `void`, `refund`. */
  readonly operation: string
  /** Without an amount, all that is left or held is meant. */
  readonly order: Pick<Order, 'merchantTransactionId' | 'callbackUrl'> & { readonly amount?: string | undefined }
  /** What the number of its card stands for, of a charge. */
  readonly cardScenario: string | null
  /** How often this order was sent, this time included. */
  readonly attempt: number
}

/**
 * What happens to an order: what an operator set for it, else what its amount, else what its card stands for, else what the mix draws,
 * else nothing special. `left` are the operator's rules afterwards.
 */
export function chooseBehaviour({ rules, mix }: Pick<CardValues, 'rules' | 'mix'>, { operation, order, cardScenario, attempt }: OrderFacts): { readonly behaviour: Behaviour; readonly left: readonly Rule[] } {
  const { rule, left } = takeRule(rules, ({ match }) => (match.merchantTransactionId ?? order.merchantTransactionId) === order.merchantTransactionId
    && (match.amount ?? order.amount) === order.amount
    && (match.operation ?? operation) === operation
    && (order.callbackUrl ?? '').endsWith(match.callbackUrlEndsWith ?? ''))
  const named = (name: string): Behaviour => scenarios[name] ?? ordinary
  if (rule) return { left, behaviour: rule.behaviour ?? named(rule.scenario ?? 'ok') }
  const standsFor = (order.amount === undefined ? null : amountScenario(order.amount)) ?? cardScenario
  if (standsFor !== null) return { left, behaviour: onlyOnce(named(standsFor), attempt) }
  return { left, behaviour: mix ? named(drawn(mix, operation, order.merchantTransactionId, attempt)) : ordinary }
}

/** A provider that refused an order for being busy takes it the next time; else nobody could ever pay with that card. */
const onlyOnce = (behaviour: Behaviour, attempt: number): Behaviour =>
  attempt > 1 && (behaviour.transport.startsWith('refuse') || behaviour.transport === 'drop-before') ? { ...behaviour, transport: 'answer' } : behaviour
