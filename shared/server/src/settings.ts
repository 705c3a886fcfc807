import { join, resolve } from 'node:path'
import * as z from 'zod'

/** A setting is missing or unusable. The message names the variable and never repeats its value, which may be a secret. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  /** The variables that must be mended, each once. */
  readonly variables: readonly string[]

  constructor(problems: ReadonlyMap<string, string>) {
    super(['These settings cannot be used:', ...[...problems].map(([variable, problem]) => `  ${variable}: ${problem}`)].join('\n'))
    this.variables = [...problems.keys()]
  }
}

/**
 * Reads the variables that `schema` names from the environment. An empty variable counts as unset.
 * @throws SettingsError that names every variable to mend.
 */
export function readSettings<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>, env: Readonly<Record<string, string | undefined>> = process.env,
): z.infer<z.ZodObject<Shape>> {
  const given = Object.fromEntries(Object.keys(schema.shape).flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const problems = new Map<string, string>()
  for (const issue of parsed.error.issues) {
    const variable = String(issue.path[0] ?? 'settings')
    if (!problems.has(variable)) problems.set(variable, variable in given ? issue.message : 'is not set')
  }
  throw new SettingsError(problems)
}

/** A TCP port; 0 lets the system choose, which tests use. */
export const portSetting = (standard: number) => z.coerce.number('must be a port number').int('must be a port number')
  .min(0, 'must be a port number').max(65_535, 'must be a port number').default(standard)

/** Address of a PostgreSQL database. */
export const databaseSetting = () => z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')

/** Folder of all that an installation writes. */
export const dataDirSetting = () => z.string().min(1).default('.data')

/** Folder of the modules' published files, absolute: the one that is set, else `assets` of the data folder; relative ones begin at `base`. */
export const assetsFolder = (
  { CHECKIN_DATA_DIR, CHECKIN_ASSETS_DIR }: { readonly CHECKIN_DATA_DIR: string; readonly CHECKIN_ASSETS_DIR?: string | undefined }, base = '.',
): string => resolve(base, CHECKIN_ASSETS_DIR ?? join(CHECKIN_DATA_DIR, 'assets'))

/** `demo` opens the demo conveniences (printed codes, known tokens), `production` none of them. */
export const modeSetting = () => z.enum(['demo', 'production'], 'must be demo or production').default('demo')

/** `1`, `true`, `yes`, `on` or their opposites. */
export const flagSetting = (standard: boolean) => z.stringbool({ error: 'must be true or false' }).default(standard)

/** A key or password that no one can guess. */
export const secretSetting = () => z.string().min(16, 'must have at least 16 characters')

/** A value given as JSON; one of another shape is refused by the variable's name. */
export const jsonSetting = <Schema extends z.ZodType>(schema: Schema) => z.string().transform((text, context): z.infer<Schema> => {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    context.addIssue({ code: 'custom', message: 'is no valid JSON of the expected shape' })
    return z.NEVER
  }
})
