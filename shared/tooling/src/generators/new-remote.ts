import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeowners, Ownership, projectRoot } from '../ownership.ts'
import { remoteFiles } from './remote-files.ts'
import { checkedName, json, writeFiles } from './write-files.ts'

/** Adds a package to ownership.json and makes CODEOWNERS again. Lint rules and checks follow by themselves. */
export function enterOwner(root: string, path: string, team: string, layer: Ownership['packages'][number]['layer']): void {
  const file = join(root, 'ownership.json')
  const ownership = Ownership.parse(JSON.parse(readFileSync(file, 'utf8')))
  const next: Ownership = {
    teams: team in ownership.teams ? ownership.teams : { ...ownership.teams, [team]: `${team}@checkin.example` },
    packages: [...ownership.packages.filter((each) => each.path !== path), { path, team, layer }],
  }
  writeFileSync(file, json(next))
  writeFileSync(join(root, 'CODEOWNERS'), codeowners(next))
}

/** `npm run new:remote -- <name> [team] [what it is for]` */
export function newRemote(root: string, args: readonly string[]): string {
  const short = checkedName(args[0]?.replace(/^mfe-/, ''), 'npm run new:remote -- <name> [team] [what it is for]')
  const name = `mfe-${short}`
  const team = checkedName(args[1] ?? short, 'npm run new:remote -- <name> [team]')
  writeFiles(root, remoteFiles(name, team, args.slice(2).join(' ') || `Screens of ${short}`))
  enterOwner(root, name, team, 'remote')
  return name
}

if (import.meta.main) {
  const name = newRemote(projectRoot, process.argv.slice(2))
  console.log(`${name} is there. Next: name its screens for the shell (docs/new-team.md), then npm run new:step -- ${name} <route name>`)
}
