import * as z from 'zod'
import { rowDefaults, stepperSteps, type FlowSlot } from './row-defaults.ts'

export { rowDefaults }

/** Any federated module, the next team's included: its folder name and the value of `data-module`. */
export type ModuleName = `mfe-${string}`

const name = z.string().regex(/^[a-zA-Z][a-zA-Z0-9-]*$/)
const parameter = String.raw`:[a-z]+`
const segment = '[a-z0-9-]+'

/** What an event of the screen's module leads to (DEC-195): on along the flow, to what stands before, or to a screen of the same module. */
const Lead = z.strictObject({
  to: z.union([z.enum(['next', 'back']), name]),
  /** The reservation is loaded again first: the screen has changed it. */
  reload: z.exactOptional(z.literal('reservation')),
})
export type Lead = Readonly<z.infer<typeof Lead>>
/** `parking/spaceChosen`: the namespace is the module's name without `mfe-`. */
const eventName = z.string().regex(/^[a-z][a-z0-9-]*\/[a-z][A-Za-z0-9]*$/)

/** One screen and everything that shell and site decide by it (SHELL-07 to SHELL-32). Plain data: a module's manifest can carry it. */
export const RouteRow = z.strictObject({
  /** The screen's name in docs/spec/flow.md. */
  name,
  module: z.templateLiteral(['mfe-', z.string().regex(/^[a-z][a-z0-9-]*$/)]) satisfies z.ZodType<ModuleName>,
  /** `/`, or literal segments and parameters; a parameter called `guid` takes a link's token only (DEC-04). */
  path: z.string().regex(new RegExp(`^/$|^(/(${segment}|${parameter}))+$`)),
  /** Which of the screens that share the path this is (DEC-17); null where it has the path for itself. */
  when: z.union([z.strictObject({ mode: z.enum(['main', 'precheckout']) }), z.strictObject({ completion: z.enum(['complete', 'ra', 'ra-no-payment']) })]).nullable().default(rowDefaults.when),
  /** What must be there before the screen may open. */
  needs: z.enum(['nothing', 'lookup', 'reservation', 'completion', 'sandbox']).default(rowDefaults.needs),
  /** Marked "safe": a loaded reservation is required (SHELL-39). */
  safe: z.boolean().default(rowDefaults.safe),
  /** Opens although check-in is complete; every other screen that needs a reservation leads to the ending then (DEC-75). */
  afterCompletion: z.boolean().default(rowDefaults.afterCompletion),
  /** The act whose missing data lead away from the screen (DEC-95). */
  requires: z.enum(['complete', 'precheckout']).nullable().default(rowDefaults.requires),
  /** `payment`: its page is served with the provider's origins and shared with no other module's code (SHELL-37). */
  document: z.enum(['plain', 'payment']).default(rowDefaults.document),
  /** `card`: the card provider's script is loaded if a card gateway is configured (SHELL-37). */
  scripts: z.enum(['card']).nullable().default(rowDefaults.scripts),
  /** The build renders it into the HTML: it needs nothing of a session and shows nothing of a tenant (decision 0100). */
  preRendered: z.boolean().default(rowDefaults.preRendered),
  /** Links of mails and the way back from the signature bring all that the screen needs, on any device (DEC-66). */
  link: z.boolean().default(rowDefaults.link),
  /** A provider sends the renter back to it: the answer of a payment or a signature is still to come. */
  providerReturn: z.boolean().default(rowDefaults.providerReturn),
  /** `replaced`: what follows takes its place in history. `final`: it replaces what came before, and Back stays on it (DEC-75). */
  history: z.enum(['kept', 'replaced', 'final']).default(rowDefaults.history),
  /** When leaving the screen other than by its own buttons asks first (SHELL-41, DEC-15, DEC-16). */
  leave: z.enum(['free', 'ask-forward', 'ask-always']).default(rowDefaults.leave),
  /** Side image (SHELL-40). */
  frame: z.enum(['calendar', 'driver', 'driver-id', 'driver-license', 'car', 'none']).default(rowDefaults.frame),
  /** Part of check-in that the screen belongs to (SHELL-40). */
  tag: z.enum(['driver', 'addriver', 'extras']).nullable().default(rowDefaults.tag),
  /** How wide the screen is laid out (SHELL-71). */
  container: z.enum(['grid', 'narrow', 'upgrade', 'full']).default(rowDefaults.container),
  stepper: z.enum(stepperSteps).nullable().default(rowDefaults.stepper),
  /** The screen of another module that most renters see next, by whether the tenant offers anything: its module is got ready. */
  likelyNext: z.strictObject({ withOffers: name, otherwise: name }).nullable().default(rowDefaults.likelyNext),
  /** How long most renters stay: three minutes, six where they type much or wait for others, or to the end: nothing leads on. */
  stay: z.enum(['short', 'long', 'end']).default(rowDefaults.stay),
  /** A screen that is none of the flow's contract: the screen of the flow (`flowSlots`) after which it stands (DEC-197). */
  after: name.nullable().default(rowDefaults.after),
  /** The screen of the same module that it belongs to, in place of `after`: what is next or before is said from there. */
  within: name.nullable().default(rowDefaults.within),
  /** Where each event of its module leads; null for the screens of the flow's contract, whose table is the shell's. */
  leads: z.record(eventName, Lead).nullable().default(rowDefaults.leads),
}).refine(({ preRendered, needs }) => !preRendered || needs === 'nothing', 'a pre-rendered screen needs nothing')
  .refine(({ scripts, document }) => scripts === null || document === 'payment', 'a provider\'s script runs in a payment document only')
export type RouteRow = Readonly<z.infer<typeof RouteRow>>

/** A row without what it has by default: how manifests and pages carry it. */
export type SparseRow = Pick<RouteRow, 'name' | 'path' | 'module'> & Partial<RouteRow>

/** A row without its defaults. */
export const sparse = (row: RouteRow): SparseRow =>
  Object.fromEntries(Object.entries(row).filter(([key, value]) => !(key in rowDefaults) || value !== rowDefaults[key as keyof typeof rowDefaults])) as SparseRow

/** Rows as a manifest carries them. */
export const SparseRows = z.array(RouteRow.transform(sparse))

/** Whether the flow's contract has no such screen: it comes with a release set (DEC-195). */
export const isProvided = ({ leads }: Pick<SparseRow, 'leads'>): boolean => leads !== undefined && leads !== null

/** First segments of addresses that servers answer or that links have: no screen of a release set stands below them (DEC-196). */
export const reservedRoots: readonly string[] = ['', 'api', 'assets', 'beacon', 'completed', 'dev', 'fleet', 'health', 'internal', 'metrics', 'preview', 'ready', 'registry', 'session', 'test']

/** A row as its module writes it. */
export type RouteInput = Pick<RouteRow, 'name' | 'path'> & Partial<Omit<RouteRow, 'name' | 'path' | 'module' | 'after'>> & { readonly after?: FlowSlot | null }
