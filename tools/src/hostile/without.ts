import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '@checkin/tooling/ownership'
import { defences } from './defences.ts'

// Comes before everything else that a process of the product loads (`--import`): replaces one defence in its source. No file is changed.
const without = defences.find(({ name }) => name === process.env['CHECKIN_HOSTILE_WITHOUT'])
if (without) {
  const file = join(projectRoot, without.file)
  const address = pathToFileURL(file).href
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      return url === address ? { ...loaded, source: readFileSync(file, 'utf8').replace(without.before, () => without.after) } : loaded
    },
  })
}
