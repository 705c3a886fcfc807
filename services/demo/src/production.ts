import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SettingsError, settingText } from '@checkin/server'
import * as z from 'zod'
import type { Ports } from './ports.ts'
import type { ServiceSpec } from './processes.ts'

/** What one machine of an installation runs, in the order in which it is started; the site asks the others once before it serves. */
export function productionSpecs(ports: Ports): readonly ServiceSpec[] {
  const service = (name: string, port: number): ServiceSpec => ({ name, script: `services/${name}/src/main.ts`, env: {}, ready: { port, path: '/readyz' } })
  return [service('module-registry', ports.registry), service('reservation-api', ports.api), service('ops-console', ports.opsMetrics), service('site', ports.siteMetrics)]
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Looks at everything that the services of one machine are told, before any of them starts.
 * @throws SettingsError with every variable that is missing, weak, the demo's, or the same as another.
 */
export async function checkProduction({ root, dataDir, specs, env }: { readonly root: string; readonly dataDir: string; readonly specs: readonly ServiceSpec[]; readonly env: Environment }): Promise<void> {
  const found = (await Promise.all(specs.map((spec) => problemsOf(root, spec, env)))).flat()
  const problems = new Map([...await demoSecretsIn(env, dataDir), ...sameSecrets(env), ...found].reverse())
  if (env['DATABASE_URL'] === undefined || env['DATABASE_URL'] === '') problems.set('DATABASE_URL', 'is not set: the embedded database is for the demo')
  for (const name of ofOneService) if (env[name]) problems.set(name, 'is of one service that is started by itself: on one machine no call leaves it')
  if (problems.size > 0) throw new SettingsError(new Map([...problems].sort(([one], [other]) => (one < other ? -1 : 1))))
}

/** What a service says of its own settings, without starting. */
const problemsOf = (root: string, { script }: ServiceSpec, env: Environment): Promise<readonly (readonly [string, string])[]> => new Promise((resolve, reject) => {
  execFile(process.execPath, ['--disable-warning=ExperimentalWarning', script.replace('main.ts', 'checkin.ts'), 'check'], { cwd: root, env: { ...env } }, (error, _output, said) => {
    const found = [...said.matchAll(/^ {2}([A-Z_]+): (.+)$/gm)].map(([, name = '', problem = '']) => [name, problem] as const)
    if (error && found.length === 0) reject(new Error(`${script} cannot be checked:\n${said}`, { cause: error }))
    else resolve(found)
  })
})

/** A demo on the same machine has its secrets in a file that whoever tried it may have read. */
async function demoSecretsIn(env: Environment, dataDir: string): Promise<readonly (readonly [string, string])[]> {
  const kept = z.record(z.string(), z.string()).safeParse(JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8').catch(() => '{}')))
  const known = new Set(Object.values(kept.data ?? {}).map((value) => value.trim()))
  const names = new Set(Object.keys(env).filter(isOurs).map((name) => name.replace(/_FILE$/, '')))
  return [...names].flatMap((name) => (known.has(settingText(name, env).value?.trim() ?? '') ? [[name, 'is the demo\'s, from secrets.json'] as const] : []))
}

/** Who knows one of two equal secrets knows both. */
function sameSecrets(env: Environment): readonly (readonly [string, string])[] {
  const first = new Map<string, string>()
  return ownSecrets.flatMap((name) => {
    const { value } = settingText(name, env)
    if (value === undefined) return []
    const other = first.get(value)
    first.set(value, other ?? name)
    return other === undefined ? [] : [[name, `is the same as ${other}`] as const]
  })
}

/** They say which service a process is, and all have the same environment here. */
const ofOneService = ['CHECKIN_TLS_CERTIFICATE', 'CHECKIN_TLS_KEY', 'CHECKIN_CALL_CERTIFICATE', 'CHECKIN_CALL_KEY', 'CHECKIN_CALLERS'] as const

const isOurs = (name: string): boolean => name.startsWith('CHECKIN_')

/** Secrets that an installation makes for itself. */
const ownSecrets = [
  'CHECKIN_ADMIN_TOKEN', 'CHECKIN_CODE_SECRET', 'CHECKIN_DOCUMENT_KEY', 'CHECKIN_OPS_SECRET', 'CHECKIN_PERSON_SECRET', 'CHECKIN_PROXY_SECRET', 'CHECKIN_REGISTRY_OPERATOR_TOKEN', 'CHECKIN_RELEASE_SECRET',
] as const

/** Throws for flags of the demo, which would take an installation's data away or put the demo's in. */
export function refuseDemoFlags(args: readonly string[]): void {
  if (args.length > 0) throw new SettingsError(new Map([['CHECKIN_MODE', `is production: ${args.join(' ')} is for the demo`]]))
}
