import * as z from 'zod'
import { ReleasableName, Version } from '@checkin/releases'
import { supportCodePattern } from '@checkin/releases/support-code'

/** Where in its life a module was when something happened to it. */
export const phases = ['load', 'init', 'render', 'step', 'unhandled'] as const
export type Phase = (typeof phases)[number]

/**
 * Why a module did not come or did not work; the browser tells no difference between a dead address and a file with other bytes.
 * A closed list, because messages may quote what the renter typed. `asked`: nothing failed, somebody wanted a
 * code for support (DEC-188). `blocked`: the page answered nothing for longer than `longestBlockMs` (DEC-297). `other` is what a reader does not know yet.
 */
export const reasons = ['unreachable', 'threw', 'too-slow', 'not-in-release', 'no-such-step', 'broken-view', 'not-as-drawn', 'blocked', 'asked', 'other'] as const
export type Reason = (typeof reasons)[number]

/** Upper bounds of the buckets in which measured values are counted, in milliseconds (layout shift in thousandths); one more bucket has none. */
export const vitalBounds = {
  load: [100, 250, 500, 1000, 2000, 4000],
  lcp: [500, 1000, 1500, 2500, 4000, 8000],
  inp: [50, 100, 200, 350, 500, 1000],
  cls: [1, 10, 20, 50, 100, 250],
} as const
export type VitalName = keyof typeof vitalBounds
export const vitalNames = Object.keys(vitalBounds) as [VitalName, ...VitalName[]]

/** A screen by its name. A release set may bring some that no table here has (DEC-195): whoever counts asks the set. */
export const ScreenName = z.string().max(60).regex(/^[a-zA-Z][a-zA-Z0-9-]*$/)

const target = { module: ReleasableName.max(60), version: Version.max(40) }

/** What happened to a module version in a page. Counted per version, so that a bad release is seen; nothing personal. */
export const ModuleReport = z.strictObject({
  ...target,
  phase: z.enum(phases),
  /** `absent`: the release set has no such screen, or nothing failed at all. It speaks against no version. */
  outcome: z.enum(['ok', 'retried', 'last-good', 'failed', 'absent']),
  reason: z.exactOptional(z.enum(reasons)),
  /** The screen that was shown, where one was. */
  step: z.exactOptional(ScreenName),
  /** The code for support that the renter sees, in place of the screen or in the help. */
  trace: z.exactOptional(z.string().regex(supportCodePattern)),
})
export type ModuleReport = Readonly<z.infer<typeof ModuleReport>>

/**
 * How far renters come in a screen; a failure is a `ModuleReport` with the screen's name. `left`: an event of its module led on.
 * `alive`: the page still answers when the screen has been there for `settleMs`.
 */
export const StepReport = z.strictObject({ ...target, step: ScreenName, phase: z.literal('step'), outcome: z.enum(['reached', 'alive', 'left']) })
export type StepReport = Readonly<z.infer<typeof StepReport>>

/** What the browser measured where a module version was shown. */
export const VitalsReport = z.strictObject({
  ...target,
  step: z.exactOptional(ScreenName),
  phase: z.literal('vitals'),
  /** Milliseconds, layout shift in thousandths. */
  values: z.partialRecord(z.enum(vitalNames), z.number().min(0).max(600_000)),
})
export type VitalsReport = Readonly<z.infer<typeof VitalsReport>>

/** A place in one of a version's own scripts: the file's name, line and column from 1. Never an address, a message or a name of a function. */
export const StackFrame = z.strictObject({ file: z.string().max(100).regex(/^[A-Za-z0-9_.-]+\.js$/), line: z.int().min(1).max(1_000_000), column: z.int().min(1).max(10_000_000) })
export type StackFrame = Readonly<z.infer<typeof StackFrame>>
/** So many places of an error's stack are told, the innermost first. */
export const mostFrames = 8
export const StackFrames = z.array(StackFrame).min(1).max(mostFrames)

/** Where in a version's own scripts an error was thrown (DEC-314, ECO-6). A report of its own beside the failure that it explains: it counts for and against no version. */
export const StackReport = z.strictObject({ ...target, phase: z.literal('stack'), frames: StackFrames })
export type StackReport = Readonly<Omit<z.infer<typeof StackReport>, 'frames'> & { readonly frames: readonly StackFrame[] }>

/** What a page reports (`POST /beacon`); every other shape of it is derived from here. */
export const PageReport = z.union([ModuleReport, StepReport, VitalsReport, StackReport])
export type PageReport = ModuleReport | StepReport | VitalsReport | StackReport

const isOneOf = (values: readonly string[], value: unknown): boolean => typeof value === 'string' && values.includes(value)

/**
 * A report as its reader knows it; null for what is none. Pages may be newer than their reader: a failure counts also where its reason or
 * its screen is not known here yet, without them. `isScreen` says which names are screens of what the page runs.
 */
export function readPageReport(json: unknown, isScreen: (name: string) => boolean): PageReport | null {
  if (typeof json !== 'object' || json === null) return null
  const { step, reason, ...rest } = json as Record<string, unknown>
  const read = PageReport.safeParse({
    ...rest, ...(typeof step === 'string' && isScreen(step) && { step }), ...(reason !== undefined && { reason: isOneOf(reasons, reason) ? reason : 'other' }),
  })
  return read.success ? read.data : null
}
