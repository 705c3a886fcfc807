import { internalFetch, type Service } from '@checkin/server'
import { afterEach, describe, expect, it } from 'vitest'
import { anApi, tenant, wholeSite, type WholeSite } from '../../test/whole-site.fixture.ts'
import { plainCookies } from './site-cookies.ts'

let site: WholeSite | undefined
let api: Service | undefined
afterEach(async () => {
  await site?.stop()
  await api?.stop()
  site = api = undefined
})

async function started(demo: boolean) {
  api = anApi()
  api.app.post('/internal/v1/session/end', (_request, reply) => reply.code(204).send())
  site = await wholeSite({ apiPort: await api.listen({ port: 0 }), demo })
  const { port } = site
  return async (path: string, { cookie = '', method = 'GET', headers = {} }: { cookie?: string; method?: string; headers?: Record<string, string> } = {}) => {
    const answer = await internalFetch(`http://127.0.0.1:${port}${path}`, { method, headers: { host: tenant, ...(cookie && { cookie }), ...headers } })
    return { status: answer.status, text: answer.text(), cookies: answer.headers['set-cookie'] ?? [] }
  }
}
const named = (cookies: readonly string[], name: string): string => cookies.find((each) => each.startsWith(`${name}=`))?.split(';')[0] ?? ''

describe('cookies of the site under https (SEC-15)', () => {
  it('all carry the prefix that keeps other hosts, sub-domains and plain http from setting them', async () => {
    const ask = await started(false)
    const { cookies } = await ask('/')
    expect(cookies.map((each) => each.split('=')[0]).sort()).toEqual(['__Host-release', '__Host-visit'])
    for (const each of cookies) expect(each).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  })

  it('go on with a session of the release before, whose cookies have no prefix, and take these away at its end', async () => {
    const ask = await started(false)
    const first = (await ask('/')).cookies
    const [visit, release] = [named(first, '__Host-visit'), named(first, '__Host-release')]
    const again = await ask('/', { cookie: `${visit} ; ${release}`.replaceAll('__Host-', '') })
    expect(named(again.cookies, '__Host-visit')).toBe(visit)
    const { cookies } = await ask('/session/end', { method: 'POST' })
    for (const name of ['visit', 'release', 'booking-source', 'paying']) {
      for (const each of [name, `__Host-${name}`]) expect(cookies.filter((cookie) => cookie.startsWith(`${each}=;`)).join(), each).toMatch(/Max-Age=0; Path=\/; .*Secure/)
    }
  })

  it('count before one that somebody planted without the prefix', async () => {
    const ask = await started(false)
    const { cookies } = await ask('/')
    const own = named(cookies, '__Host-visit')
    const again = await ask('/', { cookie: `visit=AAAAAAAAAAAAAAAAAAAAAA; ${own}` })
    expect(named(again.cookies, '__Host-visit')).toBe(own)
  })

  it('are plain in the demo, which has no TLS', async () => {
    const ask = await started(true)
    expect((await ask('/')).cookies.map((each) => each.split('=')[0]).sort()).toEqual(['release', 'visit'])
  })

  it('say the language that was chosen last, also on a page of an earlier shell', () => {
    expect(plainCookies({ '__Host-language': 'fr' })).toMatchObject({ language: 'fr' })
    expect(plainCookies({ '__Host-language': 'fr', 'language': 'pt' })).toMatchObject({ language: 'pt' })
  })
})

describe('the end of a session that a page asks for (DEC-07)', () => {
  it.each([
    [false, `https://${tenant}`, 204], [false, `http://${tenant}`, 403], [true, `http://${tenant}`, 204], [true, `https://${tenant}`, 403],
  ])('is taken from its own origin only, and http is another one than https: demo %s, from %s', async (demo, origin, status) => {
    const ask = await started(demo)
    expect((await ask('/session/end', { method: 'POST', headers: { origin } })).status).toBe(status)
  })
})
