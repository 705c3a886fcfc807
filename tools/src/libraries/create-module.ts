import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { remoteFiles } from '@checkin/tooling/generators/new-remote'
import { newStep } from '@checkin/tooling/generators/new-step'
import { checkedName, writeFiles } from '@checkin/tooling/generators/write-files'
import { repositoryFiles, repositoryPackage, type Versions } from './repository-files.ts'

const usage = `create-checkin-module <name> [--screen <name>] [--team <team>] [--packages <address of a package registry>]
create-checkin-module --from <folder of a module in a workspace> [--packages <address>]`

/** Files of a module that stay behind: what was made, and tests that stand on doubles of the workspace. */
const staysBehind = /[\\/](node_modules|dist|test)([\\/]|$)|\.test\.tsx?$/

/**
 * Makes the repository of a module in a folder of its own name below `folder`: a new one, or one that leaves a workspace. Answers the name.
 * Throws where a name is no name, or the folder is taken.
 */
export function createModule(folder: string, args: readonly string[], versions: Versions): string {
  const { values: { screen, team, packages, from }, positionals: [given] } = parseArgs({
    args: [...args], allowPositionals: true, options: { screen: { type: 'string' }, team: { type: 'string' }, packages: { type: 'string' }, from: { type: 'string' } },
  })
  const short = checkedName((from === undefined ? given : basename(resolve(from)))?.replace(/^mfe-/, ''), usage)
  const name = `mfe-${short}`
  if (existsSync(join(folder, name))) throw new Error(`${join(folder, name)} is there already`)
  const files = repositoryFiles({ name, packages: packages ?? null })
  if (from === undefined) {
    const { [`${name}/README.md`]: _readme, ...module } = remoteFiles(name, checkedName(team ?? short, usage), `Screens of ${short}`)
    writeFiles(folder, { ...module, ...files })
    if (screen !== undefined) newStep(folder, [name, screen])
  } else {
    const source = resolve(from)
    repositoryPackage(readFileSync(join(source, 'package.json'), 'utf8'), versions)
    cpSync(source, join(folder, name), { recursive: true, filter: (file) => !staysBehind.test(file.slice(source.length)) })
    writeFiles(folder, Object.fromEntries(Object.entries(files).filter(([path]) => !existsSync(join(folder, path)))))
  }
  const file = join(folder, name, 'package.json')
  writeFileSync(file, repositoryPackage(readFileSync(file, 'utf8'), versions))
  return name
}
