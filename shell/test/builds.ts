import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildModule } from '@checkin/tooling/build-module'
import { projectRoot } from '@checkin/tooling/ownership'
import type { BuiltModule } from '@checkin/tooling/build-module'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Builds for one test file, in a folder that goes away with it. */
export interface Builds {
  readonly shell: BuiltModule
  /** A version of `mfe-tiny` whose code shows its version; `change` may alter its sources first. */
  readonly tiny: (version: string, change?: (sources: string) => void) => Promise<BuiltModule>
  /** The same with a container as Module Federation makes it, which looks for the runtime in the page: as modules were built before decision 0293. */
  readonly olderTiny: (version: string) => Promise<BuiltModule>
  readonly remove: () => void
}

/** A configuration that leaves the container as the federation plugin makes it. */
const olderConfig = (dir: string): string => `import { remoteConfig } from ${JSON.stringify(join(projectRoot, 'shared/tooling/src/rspack-preset.ts'))}
export default (options) => {
  const config = remoteConfig(${JSON.stringify(dir)})(options)
  return { ...config, module: { rules: config.module.rules.filter(({ test }) => !String(test).includes('module-federation')) } }
}
`

/** Builds the host of the tests, and on demand versions of the tiny module, by the presets that real modules use. */
export async function makeBuilds(): Promise<Builds> {
  const folder = mkdtempSync(join(tmpdir(), 'checkin-builds-'))
  const shell = await buildModule(join(here, '..'), { entry: './test/host/main.tsx', outDir: join(folder, 'shell') })
  const tiny: Builds['tiny'] = async (version, change) => {
    const sources = join(folder, `mfe-tiny-${version}`)
    cpSync(join(here, 'mfe-tiny'), sources, { recursive: true })
    const file = join(sources, 'src/code-version.ts')
    writeFileSync(file, readFileSync(file, 'utf8').replace('as-is', version))
    change?.(sources)
    return buildModule(sources, { version })
  }
  return {
    shell,
    tiny,
    olderTiny: (version) => tiny(version, (sources) => { writeFileSync(join(sources, 'rspack.config.ts'), olderConfig(sources)) }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
