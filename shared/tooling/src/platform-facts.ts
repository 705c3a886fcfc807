import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What building a module takes from the shell that it is built for. */
export interface PlatformFacts {
  /** Everything that the shell provides and no module may bundle. */
  readonly shareKeys: readonly string[]
  /** Package to the version that the shell has, for every shared one. */
  readonly packages: Readonly<Record<string, string>>
  /** The UI kit as the shell's build makes it, for screens that stand in the HTML. */
  readonly kit: { readonly stylesheet: string; readonly digest: string }
  /** Contract versions that the shell gives. */
  readonly contracts: Readonly<Record<'shell' | 'flow' | 'rest' | 'ui', string>>
}

const file = fileURLToPath(new URL('../platform.json', import.meta.url))

/** Written down when the packages were made; null in this repository, where the sources say it. */
export const platformFacts: PlatformFacts | null = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) as PlatformFacts : null
