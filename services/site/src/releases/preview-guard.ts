import type { FastifyInstance } from 'fastify'
import { requestHost } from '@checkin/server'
import { siteNamed } from './preview-origin.ts'
import { previewOf } from './session.ts'
import { otherBrowser } from './signed-links.ts'
import type { Releases } from './snapshot.ts'

/** What anybody may have: links themselves, and what is the same for everybody and asked for without cookies. */
const open = /^\/(?:preview\/|assets\/|favicon\.|manifest\.webmanifest$|\.well-known\/)/

/** Closes origins for previews to whoever has no preview that is still shown: pages and calls alike (DEC-299). Goes after the cookies were read. */
export function requirePreview(app: FastifyInstance, publicKey: string, releases: () => Releases | null): void {
  app.addHook('onRequest', (request, reply, done) => {
    const known = releases()
    const { host, isPreview } = siteNamed(requestHost(request), known?.tenants)
    if (!known || !isPreview || open.test(request.raw.url?.split('?')[0] ?? '/') || previewOf(known, { host, cookies: request.cookies, publicKey, now: Date.now() })) done()
    else void otherBrowser(reply)
  })
}
