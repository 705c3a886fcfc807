import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildModule } from '@checkin/tooling/build-module'
import type { BuiltModule } from '@checkin/tooling/build-module'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Builds for one test file, in a folder that goes away with it. */
export interface Builds {
  readonly shell: BuiltModule
  /** A version of `mfe-tiny` whose code shows its version; `change` may alter its sources first. */
  readonly tiny: (version: string, change?: (sources: string) => void) => Promise<BuiltModule>
  readonly remove: () => void
}

/** Builds the host of the tests, and on demand versions of the tiny module, by the presets that real modules use. */
export async function makeBuilds(): Promise<Builds> {
  const folder = mkdtempSync(join(tmpdir(), 'checkin-builds-'))
  const shell = await buildModule(join(here, '..'), { entry: './test/host/main.tsx', outDir: join(folder, 'shell') })
  return {
    shell,
    tiny: async (version, change) => {
      const sources = join(folder, `mfe-tiny-${version}`)
      cpSync(join(here, 'mfe-tiny'), sources, { recursive: true })
      const file = join(sources, 'src/code-version.ts')
      writeFileSync(file, readFileSync(file, 'utf8').replace('as-is', version))
      change?.(sources)
      return buildModule(sources, { version })
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
