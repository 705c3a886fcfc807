import { readdir, readFile } from 'node:fs/promises'

/** Processor seconds of processes since each began, by the name of what they run. */
export type ProcessorSeconds = Readonly<Record<string, number>>

/** Ticks of a processor's time in a second, as Linux tells them to programs. */
const ticks = 100
/** Names of the product's services by the program that they run. */
const services: readonly (readonly [RegExp, string])[] = [
  [/services\/reservation-api\/src\/main\.ts/, 'reservation-api'], [/services\/site\/src\/main\.ts/, 'site'], [/services\/module-registry\/src\/main\.ts/, 'module-registry'],
  [/services\/ops-console\/src\/main\.ts/, 'ops-console'], [/services\/sandboxes\//, 'sandboxes and mailbox'],
]

/** Fields of a process that its kernel tells: those after the name, which may have spaces. */
interface Stat {
  readonly parent: number
  /** Of the process alone, and of its children that ended. */
  readonly own: number
  readonly ended: number
}

/** Reads `/proc/<pid>/stat`. */
export function readStat(text: string): Stat {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ').map(Number)
  const [parent = 0, own = 0, system = 0, ended = 0, endedSystem = 0] = [fields[1], fields[11], fields[12], fields[13], fields[14]]
  return { parent, own: (own + system) / ticks, ended: (ended + endedSystem) / ticks }
}

/** What the services of the product whose first port is `base` and its PostgreSQL used; pictures are decoded in children of the API, which count to it once they ended. */
export async function processorSeconds(base: number, postmaster: number): Promise<ProcessorSeconds> {
  const seconds: Record<string, number> = { PostgreSQL: 0 }
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)) {
    const text = async (file: string): Promise<string> => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
    const stat = await text('stat')
    if (stat === '') continue
    const { parent, own, ended } = readStat(stat)
    if (pid === postmaster) seconds['PostgreSQL'] = (seconds['PostgreSQL'] ?? 0) + own + ended
    else if (parent === postmaster) seconds['PostgreSQL'] = (seconds['PostgreSQL'] ?? 0) + own
    else {
      const command = (await text('cmdline')).replaceAll('\0', ' ')
      const name = services.find(([program]) => program.test(command))?.[1]
      if (name !== undefined && (await text('environ')).split('\0').includes(`CHECKIN_PORT=${base}`)) seconds[name] = (seconds[name] ?? 0) + own + ended
    }
  }
  return seconds
}
