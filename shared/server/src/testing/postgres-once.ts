import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../postgres/index.ts'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser's address of the PostgreSQL of this test run. */
    postgresAdminUrl: string
    /** Address of the role that services use. */
    postgresAppUrl: string
  }
}

const prefix = 'checkin-test-'

/** Starts one PostgreSQL for a whole run of vitest and removes it at the end. */
export default async function postgresOnce(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers()
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  // When root runs the tests, PostgreSQL runs as somebody else, who must be able to pass.
  await chmod(folder, 0o711)
  const postgres = await startPostgres({ dataDir: join(folder, 'pg'), durable: false })
  project.provide('postgresAdminUrl', postgres.adminUrl)
  project.provide('postgresAppUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A killed run leaves a server behind: it ends by itself within a minute when its folder is gone. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1])
    if (pid && !isAlive(pid)) await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
