import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { artefacts, type Artefact } from './artefacts.ts'

const Description = z.object({
  commands: z.array(z.string()),
  settings: z.array(z.object({ name: z.string(), isNeeded: z.boolean(), standard: z.nullable(z.string()), isSecret: z.boolean() })),
})

/** What an artefact says of itself: its commands, and every setting that it reads. */
export type Description = z.infer<typeof Description>

/** Asks a service's own program, from its sources. */
export async function askService(root: string, { folder }: Artefact): Promise<Description> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, folder, 'src/checkin.ts'), 'settings', '--json'])
  return Description.parse(JSON.parse(stdout))
}

/** Each artefact by its name, with what it says of itself. */
export const askServices = async (root: string): Promise<ReadonlyMap<string, Description>> =>
  new Map(await Promise.all(artefacts.map(async (artefact) => [artefact.name, await askService(root, artefact)] as const)))

/** The rows of docs/installation.md: each setting once, which artefacts read it, whether it is needed, and what counts otherwise. */
export function settingsTable(described: ReadonlyMap<string, Description>): string {
  const names = [...new Set([...described.values()].flatMap(({ settings }) => settings.map(({ name }) => name)))].sort()
  const rows = names.map((name) => {
    const readers = [...described].flatMap(([artefact, { settings }]) => settings.filter((each) => each.name === name).map((setting) => ({ artefact, ...setting })))
    const standard = readers.find((each) => each.standard !== null)?.standard
    const needed = readers.some(({ isNeeded }) => isNeeded)
    return `| \`${name}\` | ${readers.map(({ artefact }) => artefact).join(', ')} | ${needed ? '**needed**' : standard === undefined || standard === null ? '' : `\`${standard}\``} | ${readers.some(({ isSecret }) => isSecret) ? 'secret' : ''} |`
  })
  return ['| variable | read by | default | |', '|---|---|---|---|', ...rows].join('\n')
}

/** Lines in docs/installation.md between which the table stands. */
export const tableMarks = ['<!-- Settings: made by `npm run package -- --settings`. -->', '<!-- End of settings. -->'] as const
