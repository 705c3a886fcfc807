import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { extname, join } from 'node:path'
import { contentSecurityPolicy } from '../../../services/site/src/pages/csp.ts'

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.png': 'image/png' }
const page = '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Document</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/harness.css"></head><body><div id="app"></div><script defer src="/harness.js"></script></body></html>'

/** Serves the built page with the policy of the site's plain pages, and the specimens; files carry no policy, as those of `/assets`. */
export async function startHarness(folder: string): Promise<{ readonly origin: string; readonly server: Server }> {
  const pictures = join(import.meta.dirname, '../../../e2e/pictures')
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://harness').pathname
    if (path === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': contentSecurityPolicy({ kind: 'plain', trustedTypes: ['harness'], scriptHashes: [], providerOrigins: [] }) }).end(page)
      return
    }
    const file = [folder, pictures].map((each) => join(each, path)).find((each) => existsSync(each))
    if (file === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file))
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const address = server.address()
  return { origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, server }
}
