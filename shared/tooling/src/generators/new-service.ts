import { projectRoot } from '../ownership.ts'
import { enterOwner } from './new-remote.ts'
import { serviceFiles } from './service-files.ts'
import { checkedName, writeFiles } from './write-files.ts'

/** `npm run new:service -- <name> [team]` */
export function newService(root: string, args: readonly string[]): void {
  const name = checkedName(args[0], 'npm run new:service -- <name> [team]')
  const team = args[1] ?? 'platform'
  writeFiles(root, serviceFiles(name))
  enterOwner(root, `services/${name}`, team, 'service')
}

if (import.meta.main) newService(projectRoot, process.argv.slice(2))
