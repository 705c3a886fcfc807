import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import type { ModuleManifest, PageData, PageModule } from '@checkin/releases'
import type { BuiltModule } from '@checkin/tooling/build-module'

/** What a file server may do to a file; a throwing one is what the team published. */
export type Fault = 'missing' | 'error' | 'hangs' | 'truncated' | 'tampered' | 'html' | 'throws'

export interface ReleasedModule {
  readonly name: string
  readonly released: BuiltModule
  readonly lastGood?: BuiltModule
}

export interface Release {
  readonly shell: BuiltModule
  readonly modules: readonly ReleasedModule[]
}

export interface FaultySite {
  readonly address: string
  readonly serve: (release: Release) => void
  /** Addresses that contain the text are answered with the fault, the given number of times. */
  readonly breaks: (addressPart: string, fault: Fault, times?: number) => void
  readonly reports: () => readonly Record<string, unknown>[]
  readonly requests: () => readonly string[]
  /** Changes the page's data before it is written. */
  readonly alters: (change: (page: PageData) => PageData) => void
  readonly close: () => Promise<void>
}

const addressOf = (manifest: ModuleManifest, path: string): string => `/assets/${manifest.name}/${manifest.version}/${path}`

const pageModule = ({ manifest }: BuiltModule, lastGood?: BuiltModule): PageModule => ({
  name: manifest.name, version: manifest.version, uniqueName: manifest.uniqueName,
  base: addressOf(manifest, ''), entry: addressOf(manifest, manifest.entry), steps: manifest.steps, ...(manifest.runtimeFree && { runtimeFree: true }),
  integrity: Object.fromEntries(manifest.files.map(({ path, integrity }) => [addressOf(manifest, path), integrity])),
  ...(lastGood ? { lastGood: pageModule(lastGood) } : {}),
})

const policyFor = (names: readonly string[]): string =>
  [
    "default-src 'none'", "base-uri 'none'", "object-src 'none'", "frame-ancestors 'none'", "form-action 'self'", "connect-src 'self'", "font-src 'self'",
    "img-src 'self' data: blob:", "script-src 'self'", "style-src 'self' 'unsafe-inline'", "require-trusted-types-for 'script'", `trusted-types ${names.join(' ')}`,
  ].join('; ')

const brokenBody = (fault: Fault, body: Buffer): Buffer => {
  if (fault === 'throws') return Buffer.concat([Buffer.from("throw new Error('broken at its start');"), body])
  if (fault === 'tampered') return Buffer.concat([Buffer.from('globalThis.tampered=true;'), body])
  if (fault === 'truncated') return body.subarray(0, body.length / 2)
  return Buffer.from('<!doctype html><title>Not what you asked for</title>')
}

/** The pages and files of a release under the production's policy, with faults on request. */
export async function startFaultySite(): Promise<FaultySite> {
  let release: Release | undefined
  let faults: { part: string; fault: Fault; left: number }[] = []
  let alter = (page: PageData): PageData => page
  const reports: Record<string, unknown>[] = []
  const requests: string[] = []

  const builds = (): readonly BuiltModule[] => (release ? [release.shell, ...release.modules.flatMap(({ released, lastGood }) => (lastGood ? [released, lastGood] : [released]))] : [])

  function page(response: ServerResponse): void {
    if (!release) throw new Error('Nothing is served yet')
    const { shell, modules } = release
    const data: PageData = alter({
      tenant: { host: 'localhost', name: 'Test', timeZone: 'UTC' }, language: 'en', config: {}, terms: [],
      release: { setId: 1, shellVersion: shell.manifest.version }, modules: Object.fromEntries(modules.map(({ name, released, lastGood }) => [name, pageModule(released, lastGood)])),
    })
    const main = shell.manifest.files.find(({ path }) => path === shell.manifest.entry)
    const styles = shell.manifest.styles.map((path) => `<link rel="stylesheet" href="${addressOf(shell.manifest, path)}">`).join('')
    response.setHeader('content-security-policy', policyFor(['checkin-loader', ...builds().map(({ manifest }) => manifest.uniqueName)]))
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="en" data-release-set="1"><head><title>Test</title><link rel="icon" href="data:,">${styles}</head><body>
<script type="application/json" id="page-data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script src="${addressOf(shell.manifest, shell.manifest.entry)}" integrity="${main?.integrity ?? ''}" crossorigin defer></script><div id="app"></div></body></html>`)
  }

  function file(address: string, response: ServerResponse): void {
    const [, , name, version, ...rest] = address.split('/')
    const built = builds().find(({ manifest }) => manifest.name === name && manifest.version === version)
    const path = rest.join('/')
    if (!built?.manifest.files.some((each) => each.path === path)) return void response.writeHead(404).end()
    const body = readFileSync(join(built.outDir, path))
    response.setHeader('content-type', path.endsWith('.css') ? 'text/css' : 'text/javascript')
    const hit = faults.find(({ part, left }) => left > 0 && address.includes(part))
    if (!hit) return void response.end(body)
    hit.left -= 1
    if (hit.fault === 'hangs') return
    if (hit.fault === 'missing' || hit.fault === 'error') return void response.writeHead(hit.fault === 'missing' ? 404 : 500).end()
    response.end(brokenBody(hit.fault, body))
  }

  const server = createServer((request, response) => {
    const address = (request.url ?? '/').split('?')[0] ?? '/'
    requests.push(address)
    if (address.startsWith('/assets/')) return file(address, response)
    if (address !== '/beacon') return page(response)
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      reports.push(JSON.parse(text) as Record<string, unknown>)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    serve: (next) => {
      release = next
      faults = []
      alter = (data) => data
      reports.length = 0
      requests.length = 0
    },
    breaks: (part, fault, times = Infinity) => void faults.push({ part, fault, left: times }),
    reports: () => reports,
    requests: () => requests,
    alters: (change) => void (alter = change),
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}
