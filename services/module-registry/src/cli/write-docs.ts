import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { commandDocs } from './command-docs.ts'
import { commands } from './commands.ts'

/** The file that is made from the declarations. */
export const docsFile = fileURLToPath(new URL('../../../../docs/rollout-commands.md', import.meta.url))

if (import.meta.main) writeFileSync(docsFile, commandDocs(commands))
