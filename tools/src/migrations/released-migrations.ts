import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The migrations of one service, by what installations may have of them already. */
export interface MigrationFolder {
  /** From the project's root. */
  readonly folder: string
  /** Names without `.sql`, in their order, of what is looked at: files behind the baseline. */
  readonly linted: readonly string[]
  /** Names of the files of releases. */
  readonly released: readonly string[]
  readonly textOf: (name: string) => string
}

/**
 * Every folder of migrations with its `releases.txt`: the last file of each release, oldest first, one line each (`1.2.0 190-two-phones`), added when the
 * release is made. `baseline` names the last file of the time before this rule; those files are not looked at, and are no release's.
 * Throws where a line names no file, or the lines are not in order.
 */
export function migrationFolders(root: string): readonly MigrationFolder[] {
  return globSync('services/*/migrations', { cwd: root }).sort().map((folder) => {
    const names = readdirSync(join(root, folder)).filter((name) => /^\d.*\.sql$/.test(name)).map((name) => name.slice(0, -'.sql'.length)).sort()
    const list = join(root, folder, 'releases.txt')
    const lines = (existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n') : []).map((line) => line.split(' ') as readonly string[])
    for (const [at, [release = '', last = '']] of lines.entries()) {
      if (!names.includes(last) || last < (lines[at - 1]?.[1] ?? '')) throw new Error(`${folder}/releases.txt: ${release} ends with ${last}, which is no file here or comes before the line above`)
    }
    const baseline = lines.find(([release]) => release === 'baseline')?.[1] ?? ''
    const released = lines.filter(([release]) => release !== 'baseline').at(-1)?.[1] ?? ''
    return {
      folder, linted: names.filter((name) => name > baseline), released: names.filter((name) => name > baseline && name <= released),
      textOf: (name) => readFileSync(join(root, folder, `${name}.sql`), 'utf8'),
    }
  })
}
