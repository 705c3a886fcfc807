import { databaseSetting, declaredSettings, declareSettings, modeSetting, readSettings, SettingsError } from '../settings.ts'
import { internalFetch } from '../http/internal-fetch.ts'
import { plainHopsSetting, requireTlsDatabase } from '../plain-hops.ts'
import type { ProbeTls } from './probe-tls.ts'

/** Where a process answers its probes, and with which certificate; none for in clear. */
export interface Probe {
  readonly host: string
  readonly port: number
  readonly tls?: ProbeTls | null
}

/** Something that an operator starts by its name. */
export interface ServiceCommand {
  /** What it is for, in a few words. */
  readonly does: string
  /** Everything that it reads from the environment; each throws SettingsError. */
  readonly settings: readonly (() => unknown)[]
  /** Resolves when it serves, or when it is done. */
  readonly start: () => Promise<void>
  /** Where `/readyz` of what runs is asked; none for a command that ends by itself. */
  readonly probe?: () => Probe
  /** Called by an operator by hand: nothing of an installation starts it. */
  readonly isByHand?: boolean
}

/**
 * The command line of an artefact: `checkin <command>` starts, `checkin check <command>` only looks at the settings, `checkin health <command>`
 * asks what runs whether it can serve, `checkin settings` lists what is read from the environment. What an operator can mend is told in
 * its own words, all of it at once, and ends the process with 1; a wrong command line with 2.
 */
export async function runCommands(commands: Readonly<Record<string, ServiceCommand>>, args: readonly string[] = process.argv.slice(2)): Promise<void> {
  const [first = '', second = ''] = args
  try {
    const named = commands[first]
    const meant = commands[second === '' ? Object.keys(commands)[0] ?? '' : second]
    if (named) {
      checkSettings(named)
      await named.start()
    } else if (first === 'settings') {
      showSettings(second === '--json' ? Object.entries(commands).flatMap(([name, { isByHand = false }]) => (isByHand ? [] : [name])) : null)
    } else if (first === 'check' && meant) {
      checkSettings(meant)
    } else if (first === 'health' && meant?.probe) {
      await askHealth(meant.probe())
    } else {
      console.error(usage(commands))
      process.exitCode = 2
    }
  } catch (error) {
    console.error(error instanceof SettingsError || error instanceof NotReady ? error.message : error)
    process.exit(1)
  }
}

const usage = (commands: Readonly<Record<string, ServiceCommand>>): string => [
  'Usage: checkin <command>', ...Object.entries(commands).map(([name, { does }]) => `  ${name.padEnd(18)}${does}`),
  '  check <command>   says which settings it lacks or cannot use, and starts nothing', '  health <command>  asks what runs whether it can serve', '  settings          lists what is read from the environment',
].join('\n')

/** Reads all settings of a command, so that the operator learns of every one to mend at once. */
export function checkSettings({ settings }: Pick<ServiceCommand, 'settings'>): void {
  const problems = new Map<string, string>()
  for (const read of settings) {
    try {
      read()
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      for (const [variable, problem] of error.problems) problems.set(variable, problems.get(variable) ?? problem)
    }
  }
  if (problems.size > 0) throw new SettingsError(problems)
}

/** With the names of its commands as JSON for programs, else as lines for people. */
function showSettings(commands: readonly string[] | null): void {
  const settings = declaredSettings()
  if (commands) console.log(JSON.stringify({ commands, settings }))
  else for (const { name, isNeeded, standard, isSecret } of settings) console.log(`${name.padEnd(34)}${isNeeded ? 'needed' : standard ?? '-'}${isSecret ? ' (secret)' : ''}`)
}

class NotReady extends Error {}

async function askHealth({ host, port, tls = null }: Probe): Promise<void> {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  // The very certificate is known, so its name need not be that of this machine.
  const { status } = await internalFetch(`${tls ? 'https' : 'http'}://${reached}:${port}/readyz`, { timeoutMs: 3000, ...(tls && { pinned: tls.cert }) }).catch(() => ({ status: 0 }))
  if (status !== 200) throw new NotReady(`not ready (${status === 0 ? 'no answer' : status})`)
}

/** `checkin migrate`: brings the tables up to this release before its servers start; safe beside servers of the release before. `migrate` answers what it applied. */
export function migrateCommand(migrate: (url: string) => Promise<readonly string[]>): ServiceCommand {
  const schema = declareSettings({ DATABASE_URL: databaseSetting(), CHECKIN_MODE: modeSetting(), CHECKIN_PLAIN_HOPS: plainHopsSetting() })
  const databaseUrl = (): string => {
    const { DATABASE_URL: url, CHECKIN_MODE: mode, CHECKIN_PLAIN_HOPS: plainHops } = readSettings(schema)
    requireTlsDatabase(url, { demo: mode === 'demo', plainHops })
    return url
  }
  return {
    does: 'brings the tables of this service up to this release, and ends',
    settings: [databaseUrl],
    start: async () => {
      const applied = await migrate(databaseUrl())
      console.log(applied.length === 0 ? 'Nothing to migrate.' : `Applied ${applied.join(', ')}.`)
    },
  }
}
