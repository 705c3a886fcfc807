import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testDatabase, type TestDatabase } from '@checkin/server/testing'
import { registryService, type RegistryOptions } from '../app.ts'
import type { Build } from '../cli/build.ts'
import { run } from '../cli/run.ts'
import type { CliSettings } from '../cli/settings.ts'
import type { Tables } from '../storage/tables.ts'
import { shellArguments } from './shell-arguments.ts'
import { aModule, type ModuleSources, newKey } from './test-registry.ts'

/** An installation's registry behind a port, and `rollout` that speaks to it. */
export interface TestRollout {
  /** Runs a command line as somebody types it, and answers what is printed. */
  readonly rollout: (line: string) => Promise<string>
  /** What `--json` prints, read. */
  readonly json: (line: string) => Promise<unknown>
  readonly settings: CliSettings
  readonly database: TestDatabase<Tables>
  /** A folder of this installation's own. */
  readonly folder: string
  readonly close: () => Promise<void>
}

/** Starts a registry of the demo on a database of its own. `sources` says what builds bring, by module. */
export async function testRollout(sources: (name: string, version: string) => ModuleSources = () => ({}), options: Partial<RegistryOptions> = {}): Promise<TestRollout> {
  const folder = await mkdtemp(join(tmpdir(), 'checkin-rollout-'))
  const database = await testDatabase<Tables>({ schema: 'registry', migrations: fileURLToPath(new URL('../../migrations', import.meta.url)) })
  const service = await registryService({ database, assetsDir: join(folder, 'assets'), signingKey: newKey(), demo: true, log: { level: 'silent' }, tickMs: 3_600_000, ...options })
  const port = await service.listen({ port: 0 })
  const settings: CliSettings = { sitePort: 4000, registry: `http://127.0.0.1:${port}`, demo: true, token: undefined, publisherKey: undefined, runnerKey: undefined, databaseUrl: undefined, keysDir: join(folder, 'keys') }

  /** Stands for the compiler: a folder's name is the module. */
  const build: Build = async (dir, { version = '1.0.0' }) => {
    const name = dir.split('/').at(-1) ?? ''
    const { manifest, files } = aModule(name, version, sources(name, version))
    const outDir = join(folder, 'dist', name, version)
    await mkdir(outDir, { recursive: true })
    for (const { path, base64 } of files) await writeFile(join(outDir, path), Buffer.from(base64, 'base64'))
    return { manifest, outDir }
  }
  const rollout = (line: string) => run(shellArguments(line), settings, build)

  return {
    rollout, settings, database, folder,
    json: async (line) => JSON.parse(await rollout(`${line} --json`)) as unknown,
    close: async () => {
      await service.stop()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
