import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetAll, forgetTicket, keepTicket, readSaved } from './offline.ts'
import { aTicket } from './test/ticket-double.ts'

const [mine, other] = ['a'.repeat(43), 'b'.repeat(43)]
const now = Date.parse('2026-11-20T10:42:00Z')
const dayMs = 86_400_000
const files = ['/assets/shell/1.0.0/a.js', '/assets/mfe-ticket/1.0.0/b.js']
let stored: Map<string, Map<string, string>>
let loaded: readonly string[]
let served: string
const register = vi.fn()
const unregister = vi.fn()

beforeEach(() => {
  stored = new Map()
  loaded = [...files, '/api/ticket/x', 'https://elsewhere.example/assets/c.js']
  served = '<html data-release-set="7">'
  document.documentElement.dataset['releaseSet'] = '7'
  const pathOf = (at: string) => new URL(at, 'https://costaverde.example').pathname
  vi.stubGlobal('caches', {
    has: (name: string) => Promise.resolve(stored.has(name)), keys: () => Promise.resolve([...stored.keys()]), delete: (name: string) => Promise.resolve(stored.delete(name)),
    open: (name: string) => {
      const cache = stored.get(name) ?? new Map<string, string>()
      stored.set(name, cache)
      return Promise.resolve({
        match: (at: string) => Promise.resolve(cache.has(at) ? new Response(cache.get(at)) : undefined),
        add: (at: string) => Promise.resolve(cache.set(at, 'file')),
        put: async (at: string, answer: Response) => { cache.set(at, await answer.text()) },
        keys: () => Promise.resolve([...cache.keys()].map((at) => ({ url: new URL(at, 'https://costaverde.example').href }))),
        delete: (at: string) => Promise.resolve(cache.delete(pathOf(at))),
      })
    },
  })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(served)))
  vi.stubGlobal('navigator', { serviceWorker: { register, getRegistration: () => Promise.resolve({ unregister }) } })
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(() => loaded.map((name) => ({ name })) as never)
})
afterEach(() => { vi.unstubAllGlobals(); vi.restoreAllMocks(); register.mockClear(); unregister.mockClear() })
const inStore = (token: string) => [...stored.get(`ticket ${token}`)?.keys() ?? []].toSorted()

describe('a ticket on its device (DEC-225)', () => {
  it('is kept with its page and the files of this site that the page loaded, and the worker answers for its folder alone (DEC-225)', async () => {
    await keepTicket(mine, aTicket(), now)
    expect(inStore(mine)).toEqual([...files, `/ticket/${mine}`, `/ticket/${mine}/saved`].toSorted())
    expect(register.mock.calls).toEqual([['/ticket/worker.js', { scope: '/ticket/' }]])
    expect(await readSaved(mine, now)).toEqual({ ticket: aTicket(), at: '2026-11-20T10:42:00.000Z' })
  })

  it('does not mix with another one (DEC-225)', async () => {
    await keepTicket(mine, aTicket(), now)
    await keepTicket(other, aTicket({ reference: 'CV1002' }), now)
    expect([(await readSaved(mine, now))?.ticket.reference, (await readSaved(other, now))?.ticket.reference]).toEqual(['CV1001', 'CV1002'])
    await forgetTicket(mine)
    expect([await readSaved(mine, now), inStore(other).length]).toEqual([null, 4])
  })

  it('takes the page and files of a new release set, and lets go of the former files (DEC-225)', async () => {
    await keepTicket(mine, aTicket(), now)
    loaded = ['/assets/shell/2.0.0/a.js']
    served = '<html data-release-set="8">'
    document.documentElement.dataset['releaseSet'] = '8'
    await keepTicket(mine, aTicket(), now + dayMs)
    expect([inStore(mine), stored.get(`ticket ${mine}`)?.get(`/ticket/${mine}`)]).toEqual([['/assets/shell/2.0.0/a.js', `/ticket/${mine}`, `/ticket/${mine}/saved`], served])
  })

  it('keeps what it had while the server sends another set than this page is of: its files are not those (DEC-225)', async () => {
    await keepTicket(mine, aTicket(), now)
    served = '<html data-release-set="8">'
    loaded = [...files, '/assets/shell/1.0.0/late.js']
    await keepTicket(mine, aTicket({ version: 9 }), now)
    expect([inStore(mine).includes('/assets/shell/1.0.0/late.js'), (await readSaved(mine, now))?.ticket.version]).toEqual([false, 3])
  })

  it('is forgotten when its link is over, eight days after the day of return, and goes when another is kept (DEC-225, DEC-206)', async () => {
    await keepTicket(mine, aTicket(), now)
    expect([await readSaved(mine, Date.parse('2026-12-13T23:59:59Z')) === null, await readSaved(mine, Date.parse('2026-12-14T00:00:00Z'))]).toEqual([false, null])
    await keepTicket(other, aTicket({ dropOff: { ...aTicket().dropOff, dateAndTime: '2027-02-01T10:00' } }), Date.parse('2026-12-20T00:00:00Z'))
    expect([...stored.keys()]).toEqual([`ticket ${other}`])
  })

  it('is forgotten with the worker where the company wants none kept (DEC-225)', async () => {
    await keepTicket(mine, aTicket(), now)
    await forgetAll()
    expect([stored.size, unregister.mock.calls.length]).toEqual([0, 1])
  })

  it('is not kept by a browser that has no store for it (DEC-225)', async () => {
    vi.unstubAllGlobals()
    await keepTicket(mine, aTicket(), now)
    expect(await readSaved(mine, now)).toBeNull()
  })
})
