import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtModules } from './publish.ts'
import { progress } from './progress.ts'
import { runCommand } from './run-command.ts'

/** Builds whatever the product is made of and has changed, and starts nothing: for who starts two products of one tree at once. */
const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
await Promise.all([
  progress('building the shell and the modules', () => builtModules(root)),
  progress('building the console', () => runCommand(root, ['services/ops-console/src/build/build-pages.ts'], {})),
])
