import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { ownSecretLength, weaknessOf } from './secret-strength.ts'
import { secretsOf } from './secrets.ts'

/** A setting is missing or unusable. The message names the variable and never repeats its value, which may be a secret. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  /** The variables that must be mended, each once. */
  readonly variables: readonly string[]
  /** What is wrong with each of them. */
  readonly problems: ReadonlyMap<string, string>

  constructor(problems: ReadonlyMap<string, string>) {
    super(['These settings cannot be used:', ...[...problems].map(([variable, problem]) => `  ${variable}: ${problem}`)].join('\n'))
    this.variables = [...problems.keys()]
    this.problems = problems
  }
}

/** All settings that the modules of this process read, in the order in which these were loaded. */
const declared: z.ZodRawShape[] = []

/** A schema of settings that `checkin settings` and docs/installation.md list: each variable of the environment with its rule and its default. */
export const declareSettings = <Shape extends z.ZodRawShape>(shape: Shape) => {
  declared.push(shape)
  return z.object(shape)
}

/** A variable of the environment that this process reads. */
export interface DeclaredSetting {
  readonly name: string
  /** Without it the service does not start. */
  readonly isNeeded: boolean
  /** What counts where it is not set, as it would be written; null without one, or where it depends on other settings. */
  readonly standard: string | null
  readonly isSecret: boolean
}

/** Every declared setting once, by name. */
export function declaredSettings(): readonly DeclaredSetting[] {
  const found = new Map<string, DeclaredSetting>()
  for (const [name, schema] of declared.flatMap((shape) => Object.entries(shape)) as [string, z.ZodType][]) {
    const { default: standard } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    const text = typeof standard === 'string' || typeof standard === 'number' || typeof standard === 'boolean' ? String(standard) : ''
    found.set(name, { name, isNeeded: !schema.safeParse(undefined).success, standard: text === '' ? null : text, isSecret: secretLength(schema) !== null })
  }
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

/**
 * What a variable says: itself, or the text of the file that `<name>_FILE` names, as a manager of secrets mounts it (systemd's credentials, Kubernetes, an agent
 * of a vault); one line break at its end is not of it. Told as a problem where the file cannot be read, or where both are set.
 */
export function settingText(name: string, env: Readonly<Record<string, string | undefined>>): { readonly value?: string; readonly problem?: string } {
  const [value, file] = [env[name], env[`${name}_FILE`]]
  if (!file) return value ? { value } : {}
  if (value) return { problem: `is set itself and by ${name}_FILE` }
  try {
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    return text === '' ? {} : { value: text }
  } catch {
    return { problem: `cannot be read from the file that ${name}_FILE names` }
  }
}

/**
 * Reads the variables that `schema` names from the environment, or from files that it names (ASVS 13.3.1). An empty variable counts as unset. With `CHECKIN_MODE=production` secrets that
 * belong to the demo or that somebody could guess are refused.
 * @throws SettingsError that names every variable to mend.
 */
export function readSettings<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>, env: Readonly<Record<string, string | undefined>> = process.env,
): z.infer<z.ZodObject<Shape>> {
  const values = Object.keys(schema.shape).map((name) => [name, settingText(name, env)] as const)
  const given = Object.fromEntries(values.flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])))
  const unreadable = values.flatMap(([name, { problem }]) => (problem === undefined ? [] : [[name, problem] as const]))
  const parsed = schema.safeParse(given)
  const weak = env['CHECKIN_MODE'] === 'production' ? weakSecrets(schema.shape, given) : []
  if (parsed.success && weak.length === 0 && unreadable.length === 0) return parsed.data
  const problems = new Map<string, string>([...weak, ...unreadable])
  for (const issue of parsed.error?.issues ?? []) {
    const variable = String(issue.path[0] ?? 'settings')
    if (!problems.has(variable)) problems.set(variable, variable in given ? issue.message : 'is not set')
  }
  throw new SettingsError(problems)
}

const weakSecrets = (shape: z.ZodRawShape, given: Readonly<Record<string, string | undefined>>): readonly (readonly [string, string])[] =>
  Object.entries(shape as Readonly<Record<string, z.ZodType>>).flatMap(([name, each]) => {
    const [length, value] = [secretLength(each), given[name]]
    const weakness = length === null || value === undefined ? null : secretsOf(value).map((one) => weaknessOf(one, length)).find((problem) => problem !== null) ?? null
    return weakness === null ? [] : [[name, weakness] as const]
  })

/** A TCP port; 0 lets the system choose, which tests use. */
export const portSetting = (standard: number) => z.coerce.number('must be a port number').int('must be a port number')
  .min(0, 'must be a port number').max(65_535, 'must be a port number').default(standard)

/** Address of a PostgreSQL database. */
export const databaseSetting = () => z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
  .refine((address) => {
    const named = URL.parse(address)?.searchParams
    return named?.has('sslcert') === named?.has('sslkey')
  }, 'names a certificate without its key, or the key alone: sslcert and sslkey')

/** Folder of all that an installation writes. */
export const dataDirSetting = () => z.string().min(1).default('.data')

/** Folder of the modules' published files, absolute: the one that is set, else `assets` of the data folder; relative ones begin at `base`. */
export const assetsFolder = (
  { CHECKIN_DATA_DIR, CHECKIN_ASSETS_DIR }: { readonly CHECKIN_DATA_DIR: string; readonly CHECKIN_ASSETS_DIR?: string | undefined }, base = '.',
): string => resolve(base, CHECKIN_ASSETS_DIR ?? join(CHECKIN_DATA_DIR, 'assets'))

const ProcessEnvironment = declareSettings({
  CHECKIN_CERTIFICATE_FILES: z.string().default('').transform((files) => files.split(',').map((file) => file.trim()).filter(Boolean)),
  CHECKIN_PROBE_HOST: z.string().min(1).default('127.0.0.1'),
  CHECKIN_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be fatal, error, warn, info, debug, trace or silent').default('info'),
})

/** What every process is told beside its own settings; throws SettingsError with the variable's name. */
export function processSettings(env: Readonly<Record<string, string | undefined>> = process.env) {
  const read = readSettings(ProcessEnvironment, env)
  return {
    /** Address at which probes and metrics are answered where the public port does not; loopback by default. */
    probeHost: read.CHECKIN_PROBE_HOST,
    logLevel: read.CHECKIN_LOG_LEVEL,
    /** PEM files whose certificates are watched until their end. */
    certificateFiles: read.CHECKIN_CERTIFICATE_FILES,
  }
}

/** `demo` opens the demo conveniences (printed codes, known tokens), `production` none of them. */
export const modeSetting = () => z.enum(['demo', 'production'], 'must be demo or production').default('demo')

/** `1`, `true`, `yes`, `on` or their opposites. */
export const flagSetting = (standard: boolean) => z.stringbool({ error: 'must be true or false' }).default(standard)

/** Secrets, each with the characters that production asks of it. */
const secrets = new WeakMap<z.ZodType, number>()

const secret = <Schema extends z.ZodType>(schema: Schema, length: number): Schema => {
  secrets.set(schema, length)
  return schema
}

/** The length that production asks of a secret, however it is wrapped; null for what is no secret. */
function secretLength(schema: z.ZodType): number | null {
  const known = secrets.get(schema)
  if (known !== undefined) return known
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNonOptional || schema instanceof z.ZodDefault ? secretLength(schema.unwrap() as z.ZodType) : null
}

/** A key or password of the installation's own choice that no one can guess. */
export const secretSetting = () => secret(z.string().min(16, 'must have at least 16 characters'), ownSecretLength)

/** The same, with further ones below it, one a line, that open and prove what they made (DEC-307). */
export const secretsSetting = () => secret(z.string().refine((text) => secretsOf(text).every((one) => one.length >= 16), 'must have at least 16 characters in each line'), ownSecretLength)

/** A token of the installation's own choice; the demo has short ones. */
export const tokenSetting = () => secret(z.string().min(1), ownSecretLength)

/** A key or password that a provider gave, and whose length is the provider's. */
export const accountSecretSetting = () => secret(z.string().min(16, 'must have at least 16 characters'), 16)

/** A value given as JSON; one of another shape is refused by the variable's name. */
export const jsonSetting = <Schema extends z.ZodType>(schema: Schema) => z.string().transform((text, context): z.infer<Schema> => {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    context.addIssue({ code: 'custom', message: 'is no valid JSON of the expected shape' })
    return z.NEVER
  }
})
