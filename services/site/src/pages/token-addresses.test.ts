import { routes } from '@checkin/routes'
import { internalFetch, type Service } from '@checkin/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anApi, tenant, wholeSite, type WholeSite } from '../../test/whole-site.fixture.ts'

let site: WholeSite
let api: Service
const lines: string[] = []
beforeAll(async () => {
  api = anApi()
  api.app.get('/api/ticket/:token/calendar.ics', (_request, reply) => reply.type('text/calendar').send('BEGIN:VCALENDAR'))
  site = await wholeSite({ apiPort: await api.listen({ port: 0 }), log: { level: 'trace', destination: { write: (line) => { lines.push(line) } } } })
})
afterAll(async () => {
  await site.stop()
  await api.stop()
})

/** A token that stands in no other word. */
const token = `Nd${'x'.repeat(41)}`
const pages = [...new Set(routes.map(({ path }) => path))].filter((path) => path.includes(':')).map((path) => path.replaceAll(/:\w+/g, token))

describe('an address with a token in it (ASVS 14.2.1, 14.2.4)', () => {
  it.each([...pages, `/preview/${token}.${'y'.repeat(86)}`, `/nowhere/${token}`, `/ticket/${token}/manifest.webmanifest`, `/api/ticket/${token}/calendar.ics`, `/api/nothing/${token}`, `/assets/${token}`])('is in no log of the site: %s', async (path) => {
    lines.length = 0
    await internalFetch(`http://127.0.0.1:${site.port}${path}`, { headers: { host: tenant, referer: `http://${tenant}/${token}` } })
    expect(lines.join('')).not.toContain(token)
  })

  it('leaves a line of its call all the same', async () => {
    lines.length = 0
    await internalFetch(`http://127.0.0.1:${site.port}/${token}`, { headers: { host: tenant } })
    expect(lines.join('')).toContain('"msg":"call"')
  })

  it.each(pages)('is named to nobody, and its page is in no shared cache: %s', async (path) => {
    const { status, headers } = await internalFetch(`http://127.0.0.1:${site.port}${path}`, { headers: { host: tenant } })
    expect(status).toBeLessThan(500)
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cache-control']).toMatch(/^(private\b|no-store)/)
  })
})
