import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './addresses.ts'

/** What to write in the place of what, by the path of a source. */
export type Edits = Readonly<Record<string, readonly [from: string, to: string]>>

/**
 * A copy of a module with some of its sources otherwise, below the project so that it builds as the module itself does. Answers its folder.
 * Throws where the text to replace is not there: a copy that breaks nothing would prove nothing.
 */
export function brokenModule(module: string, name: string, edits: Edits): string {
  const folder = join(root, '.cache', 'broken-modules', `${module}-${name}`)
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(root, module), folder, { recursive: true, filter: (path) => !/[\\/](node_modules|dist)$/.test(path) })
  symlinkSync(join(root, module, 'node_modules'), join(folder, 'node_modules'))
  for (const [path, [from, to]] of Object.entries(edits)) {
    const text = readFileSync(join(folder, path), 'utf8')
    if (!text.includes(from)) throw new Error(`${module}/${path} has no ${from}`)
    writeFileSync(join(folder, path), text.replace(from, () => to))
  }
  return folder
}
