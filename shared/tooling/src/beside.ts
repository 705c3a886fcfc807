import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The file of a module that stands beside the one at `from` (its `import.meta.url`): a source here, and what was made of it in a package. Throws where there is none. */
export function beside(name: string, from: string): string {
  const found = ['.ts', '.tsx', '.js'].map((extension) => fileURLToPath(new URL(`./${name}${extension}`, from))).find((file) => existsSync(file))
  if (found === undefined) throw new Error(`${name} is not beside ${from}`)
  return found
}
