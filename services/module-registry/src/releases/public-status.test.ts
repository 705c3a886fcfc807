import { ModuleStatus } from '@checkin/registry'
import { guardsOf } from '@checkin/server/testing/guarded-answers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aModule, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { operator, samples } from '../test/test-tenants.ts'

const tenants = ['a-tenant.example', ...Array.from({ length: 8 }, (_, at) => `another-tenant-${at}.example`)]

let registry: TestRegistry
let op: ReturnType<typeof operator>
beforeAll(async () => {
  registry = await testRegistry({ wideTenants: 100 })
  op = operator(registry)
  await op.publishAll(['1.0.0', '1.1.0', '1.2.0', '1.10.0'])
  for (const host of tenants) await op.tenantWith(host)
})
afterAll(() => registry.close())

const status = async (name = 'mfe-driver') => ModuleStatus.parse(JSON.parse((await registry.stranger(`/registry/v1/status/${name}`)).text))
const versionOf = async (version: string) => (await status()).versions.find((each) => each.version === version)
const page = async (path = '/status/mfe-driver') => (await registry.stranger(path)).text
const at = (version: string, what: string) => `/modules/mfe-driver/versions/${version}/${what}`

describe('the public status of a module', () => {
  it('has every version, the newest first, and the newest that may be rolled out, for whoever has no token (DEC-336)', async () => {
    expect(await status()).toMatchObject({ name: 'mfe-driver', newest: '1.10.0', more: 0 })
    expect((await status()).versions.map(({ version, state }) => `${version} ${state}`)).toEqual(['1.10.0 usable', '1.2.0 usable', '1.1.0 usable', '1.0.0 usable'])
    expect(JSON.parse((await registry.stranger('/registry/v1/status')).text)).toEqual({ modules: [{ name: 'mfe-driver', newest: '1.10.0' }, { name: 'mfe-payment', newest: '1.10.0' }, { name: 'shell', newest: '1.0.0' }] })
  })

  it('says at once that a version is deprecated, with what to take instead and what was said to everybody (DEC-336)', async () => {
    await op.call('PUT', at('1.0.0', 'deprecation'), { body: { reason: 'a-tenant.example complains', instead: '1.2.0', notice: 'Slow on old phones' } })
    expect(await versionOf('1.0.0')).toMatchObject({ state: 'deprecated', instead: '1.2.0', notice: 'Slow on old phones', since: expect.stringMatching(/^\d{4}-/) as string })
    expect(await page()).toMatch(/Deprecated<\/span>.*Slow on old phones.*Take <a href="#v1\.2\.0">1\.2\.0<\/a> instead/)
  })

  it('says when a tenant last went back from it and how, by its canary analysis or an operator (DEC-336)', async () => {
    await op.set(tenants[0] ?? '', { 'mfe-driver': '1.1.0' })
    await op.back(tenants[0] ?? '')
    expect((await versionOf('1.1.0'))?.rolledBack).toEqual({ at: expect.any(String) as string, by: 'operator' })
    await op.set(tenants[1] ?? '', { 'mfe-driver': '1.2.0' }, { percent: 50, emergency: false })
    for (let batch = 0; batch < 4; batch += 1) await op.report({ outcomes: [samples(tenants[1] ?? '', '1.0.0', 20, 0), samples(tenants[1] ?? '', '1.2.0', 0, 20)] })
    expect((await versionOf('1.2.0'))?.rolledBack).toEqual({ at: expect.any(String) as string, by: 'canary' })
    expect((await versionOf('1.10.0'))?.rolledBack).toBeNull()
    expect(await page()).toContain('Rolled back')
  })

  it('says that a version is withdrawn, and names another as the newest (DEC-336)', async () => {
    await op.post(at('1.10.0', 'kill'), { reason: 'a-tenant.example was charged twice', notice: 'Loses <b>what</b> was typed' })
    expect(await versionOf('1.10.0')).toMatchObject({ state: 'withdrawn', notice: 'Loses <b>what</b> was typed', instead: null })
    expect((await status()).newest).toBe('1.2.0')
    expect(await page()).toContain('Loses &lt;b&gt;what&lt;/b&gt; was typed')
  })

  it('keeps the first words where a version is withdrawn again, and takes newer ones (DEC-336)', async () => {
    await op.post(at('1.10.0', 'kill'), { reason: 'again' })
    expect((await versionOf('1.10.0'))?.notice).toBe('Loses <b>what</b> was typed')
    await op.post(at('1.10.0', 'kill'), { reason: 'again', notice: 'Loses what was typed' })
    expect((await versionOf('1.10.0'))?.notice).toBe('Loses what was typed')
  })

  it('ends with the advice, words included (DEC-336)', async () => {
    await op.call('DELETE', at('1.0.0', 'deprecation'))
    expect(await versionOf('1.0.0')).toMatchObject({ state: 'usable', since: null, notice: null, instead: null })
  })

  it('names no tenant, no person and no reason, as a page or as data (DEC-336)', async () => {
    for (const path of ['/status', '/status/mfe-driver', '/registry/v1/status', '/registry/v1/status/mfe-driver']) {
      const { text } = await registry.stranger(path)
      expect(text).toContain('mfe-driver')
      expect(text).not.toMatch(/tenant|demo-|complains|charged|worse/)
    }
  })

  it('has development versions apart, and names none as the newest (DEC-336)', async () => {
    await registry.publish(aModule('mfe-driver', '3.0.0-dev.1'))
    expect((await status()).newest).toBe('1.2.0')
    expect(await page()).toMatch(/Releases.*Development versions.*3\.0\.0-dev\.1/s)
  })
})

describe('the public pages', () => {
  it('run and load nothing, are framed by nobody and are kept for half a minute, each with its data beside it (DEC-336)', async () => {
    for (const [path, data] of [['/status', '/registry/v1/status'], ['/status/mfe-driver', '/registry/v1/status/mfe-driver']] as const) {
      const { status: code, headers, text } = await registry.stranger(path)
      expect([code, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/html; charset=utf-8', 'public, max-age=30'])
      expect(String(headers['content-security-policy'])).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; .*webrtc 'block'; .*frame-ancestors 'none'$/)
      expect(text).toContain(`<link rel="alternate" type="application/json" href="${data}">`)
      expect((await registry.stranger(data)).headers['cache-control']).toBe('public, max-age=30')
    }
  })

  it.each([['/status', 200], ['/status/mfe-none', 404], ['/registry/v1/status', 200], ['/registry/v1/tenants', 401], ['/nothing', 404], ['/healthz', 200], ['/metrics', 200]])('and all else that a stranger asks for are guarded: %s (SEC-16)', async (path, code) => {
    expect(guardsOf(await registry.stranger(path))).toBe(String(code))
  })

  it('say that there is no such module, and repeat nothing of an address (DEC-336)', async () => {
    expect((await registry.stranger('/registry/v1/status/mfe-none')).status).toBe(404)
    for (const name of ['mfe-none', encodeURIComponent('<script>'), '__proto__']) {
      const { status: code, text } = await registry.stranger(`/status/${name}`)
      expect([code, text.includes('No such module'), text.includes('script')]).toEqual([404, true, false])
    }
  })
})
