import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, request } from '@playwright/test'
import { createClient } from '@checkin/http/client'
import { PageData } from '@checkin/releases/page-data'
import { dataDir, port, root, site, type Tenant } from './addresses.ts'

const run = promisify(execFile)

/** What a viewer at the registry sees. */
export const viewer = createClient({ baseUrl: `http://127.0.0.1:${port + 5}`, token: 'demo-viewer' })

/** The operator's own command line. */
export async function rollout(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'services/module-registry/src/cli/main.ts'), ...args], {
    cwd: root, env: { ...process.env, CHECKIN_PORT: String(port), CHECKIN_DATA_DIR: dataDir },
  })
  return stdout
}

/** A change that needs a second person, by both. */
export async function rolloutByTwo(...args: string[]): Promise<string> {
  const [, change] = /^Change (\d+) waits/.exec(await rollout(...args)) ?? []
  return change === undefined ? '' : rollout('approve', change)
}

/** What a page's HTML says of its tenant and modules. */
export const pageDataIn = (html: string): PageData => PageData.parse(JSON.parse(/<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null'))

/** The version of a module that a new session of the tenant, in some language, would get now. */
export async function versionForNewSession(tenant: Tenant, module: string, language = 'en'): Promise<string | undefined> {
  const context = await request.newContext({ extraHTTPHeaders: { host: new URL(site(tenant)).host } })
  const html = await (await context.get(`http://127.0.0.1:${port}/`, { headers: { host: new URL(site(tenant)).host, 'accept-language': language } })).text()
  await context.dispose()
  return pageDataIn(html).modules[module]?.version
}

/** Waits until the switch has reached the site. */
export const expectVersion = (tenant: Tenant, module: string, version: string, language?: string): Promise<void> =>
  expect.poll(() => versionForNewSession(tenant, module, language), { message: `${module} of ${tenant}` }).toBe(version)
