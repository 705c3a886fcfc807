import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceError } from '@checkin/server'
import { reportDirectives, reportingHeader } from '@checkin/server/policy-reports'
import type { FastifyInstance } from 'fastify'

const types: Readonly<Record<string, string>> = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8', woff2: 'font/woff2', svg: 'image/svg+xml' }

/** Inline styles are antd's custom properties; everything else is our own files. The logo that is being edited is a data address, and so is
 * a mail that is previewed, in a frame where nothing runs. */
const policy = [
  "default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", 'frame-src data:', "connect-src 'self'", "font-src 'self'",
  "img-src 'self' data:", "script-src 'self'", "style-src 'self' 'unsafe-inline'", "webrtc 'block'", "require-trusted-types-for 'script'", 'trusted-types default',
  ...reportDirectives.map(([name, [to]]) => `${name} ${to}`),
].join('; ')

const headers = {
  'content-security-policy': policy, 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()', ...reportingHeader,
}

/** The built pages. Every address that is no file is the one page: its own router shows what was asked for. */
export function pageRoutes(app: FastifyInstance, folder: string): void {
  const html = readFileSync(join(folder, 'index.html'))
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const { name } = request.params
    const type = types[name.split('.').pop() ?? '']
    if (!type || !/^[\w.-]+$/.test(name) || name.startsWith('.')) throw new ServiceError(404, 'NotFound', 'There is no such file')
    try {
      return reply.headers({ ...headers, 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' }).send(readFileSync(join(folder, 'assets', name)))
    } catch {
      throw new ServiceError(404, 'NotFound', 'There is no such file')
    }
  })
  app.get('/*', (_request, reply) => reply.headers({ ...headers, 'cache-control': 'no-cache' }).type('text/html; charset=utf-8').send(html))
}
