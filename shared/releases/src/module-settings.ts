import * as z from 'zod'

const says = z.string().min(3).max(300)
/** Name of a setting, `shownCards`. */
export const SettingName = z.string().regex(/^[a-z][A-Za-z0-9]{0,40}$/)

/**
 * One thing that operators may set about a module, per tenant: what it is for, in English, and its default. A closed list of kinds,
 * so that the registry can check a value, the console can draw a control and a reviewer can read what broke.
 */
export const SettingSpec = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('switch'), says, default: z.boolean() }),
  z.strictObject({ kind: z.literal('number'), says, default: z.number(), least: z.number(), most: z.number() }),
  z.strictObject({ kind: z.literal('choice'), says, default: z.string(), choices: z.array(z.string().min(1)).min(2) }),
  z.strictObject({ kind: z.literal('text'), says, default: z.string(), longest: z.number().int().positive().max(1000) }),
])
export type SettingSpec = z.infer<typeof SettingSpec>
export const SettingSpecs = z.record(SettingName, SettingSpec)
export type SettingSpecs = z.infer<typeof SettingSpecs>

export const SettingValue = z.union([z.boolean(), z.number(), z.string().max(1000)])
export type SettingValue = z.infer<typeof SettingValue>
/** What was set of one module; everything else has its default. */
export const SettingValues = z.record(SettingName, SettingValue)
export type SettingValues = z.infer<typeof SettingValues>

/** True when a setting may have this value. */
export function isAllowed(spec: SettingSpec, value: SettingValue): boolean {
  switch (spec.kind) {
    case 'switch': return typeof value === 'boolean'
    case 'number': return typeof value === 'number' && value >= spec.least && value <= spec.most
    case 'choice': return typeof value === 'string' && spec.choices.includes(value)
    case 'text': return typeof value === 'string' && value.length <= spec.longest
  }
}

/** A value that a module version can't have. */
export interface SettingProblem {
  readonly code: 'unknown-setting' | 'wrong-setting'
  readonly setting: string
}

export const settingProblems = (specs: SettingSpecs, values: SettingValues): readonly SettingProblem[] =>
  Object.entries(values).flatMap(([setting, value]): SettingProblem[] => {
    const spec = specs[setting]
    if (!spec) return [{ code: 'unknown-setting', setting }]
    return isAllowed(spec, value) ? [] : [{ code: 'wrong-setting', setting }]
  })

/** What a module version reads: every setting that it has, with what was set or its default. */
export const effectiveSettings = (specs: SettingSpecs, values: SettingValues = {}): SettingValues =>
  Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, values[name] ?? spec.default]))
