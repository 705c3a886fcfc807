import { aConfig } from '@checkin/api/testing'
import { internalFetch, type Service } from '@checkin/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anApi, tenant as host, wholeSite, type WholeSite } from '../../test/whole-site.fixture.ts'
import { tenantIcon, tenantManifest } from './tenant-identity.ts'

const svgLogo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>').toString('base64')
const colours = { cssPrimary: '#0055aa', primaryBtn: { color: '#ffffff', backgroundColor: '#aa0000' } }

describe('a tenant\'s own identity (ECO-10)', () => {
  it('has its logo as icon, as an image within the image, so that nothing in a logo file runs (DEC-188)', () => {
    const icon = tenantIcon({ config: aConfig({ firmName: 'Costa Verde', firmLogo: svgLogo }) })
    expect(icon).toContain(`href="data:image/svg+xml;base64,${svgLogo}"`)
    expect(icon).not.toContain('<script>')
  })

  it('without a logo has the first letter of its name on its own colour, whatever the name holds (DEC-188)', () => {
    expect(tenantIcon({ config: aConfig({ ...colours, firmName: 'alpen', firmLogo: null }) })).toMatch(/fill="#aa0000".*>A<\/text>/)
    expect(tenantIcon({ config: aConfig({ firmName: '<b>', firmLogo: null }) })).toContain('>&lt;</text>')
  })

  it('has a manifest with its name, colours, language and direction, and opens in the browser (DEC-188)', () => {
    expect(tenantManifest({ config: aConfig({ ...colours, firmName: 'Alpen' }) }, 'de', 'v7')).toMatchObject({
      name: 'Express Checkout - Alpen', short_name: 'Alpen', lang: 'de', dir: 'ltr', theme_color: '#aa0000', start_url: '/', display: 'browser',
      icons: [{ src: '/favicon.svg?v=v7', type: 'image/svg+xml' }],
    })
  })
})

describe('the site', () => {
  let api: Service
  let site: WholeSite
  beforeAll(async () => {
    api = anApi()
    site = await wholeSite({ apiPort: await api.listen({ port: 0 }) })
  })
  afterAll(async () => {
    await site.stop()
    await api.stop()
  })
  const get = (path: string, headers: Record<string, string> = {}) => internalFetch(`http://127.0.0.1:${site.port}${path}`, { headers: { host, ...headers } })

  it('links icon and manifest in each page; both are kept until the settings change and run nothing (DEC-188)', async () => {
    const page = await get('/')
    const html = page.text()
    const [icon = '', manifest = ''] = [...html.matchAll(/<link rel="(?:icon|manifest)" href="([^"]+)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'))
    expect(page.headers['content-security-policy']).toContain("manifest-src 'self'")
    for (const [address, type] of [[icon, 'image/svg+xml'], [manifest, 'application/manifest+json; charset=utf-8']] as const) {
      const answer = await get(address)
      expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([200, type, 'public, max-age=31536000, immutable'])
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
      const again = await get(address.replace(/v=[^&]+/, 'v=former'), { 'if-none-match': String(answer.headers['etag']) })
      expect([again.status, again.headers['cache-control']]).toEqual([304, 'public, no-cache'])
    }
    expect((await get('/favicon.ico')).headers['content-type']).toBe('image/svg+xml')
  })

  it('answers an address that names no screen with 404 and a page of the tenant that leads on, without a script or a cookie (DEC-187, SHELL-33)', async () => {
    for (const path of ['/abc', '/driver-detail/typo', '/precheckout/steps/more']) {
      const answer = await get(path, { 'accept-language': 'pt' })
      const html = answer.text()
      expect([path, answer.status, answer.headers['set-cookie'] ?? null]).toEqual([path, 404, null])
      expect(html).toContain('<html lang="pt"')
      expect(html).toContain('href="/">Encontrar a sua reserva')
      expect(html).not.toMatch(/<script|href="\/reservation"/)
    }
  })

  it('leads on from there with check-in where the browser has begun it (DEC-187)', async () => {
    expect((await get('/abc', { cookie: 'checkin_session=any' })).text()).toContain('href="/reservation">Go on with check-in')
  })

  it.each(['/', '/AddressOfNobody', '/reservation', '/Verify-Driver/', '/complete'])('serves the screen of %s as ever (SHELL-33)', async (path) => {
    expect((await get(path)).status).toBe(200)
  })
})
