import { describe, expect, it } from 'vitest'
import { isSession, newSession, openRelease, openSource, sealRelease, sealSource } from './cookies.ts'

const secret = 'a secret of sixteen or more'
const host = 'costaverde.localhost'
const now = 1_800_000_000_000
const hour = 3_600_000

describe('a session is pinned to its release set until it ends (DEC-85)', () => {
  const session = newSession()
  const sealed = sealRelease({ setId: 7, since: now }, { session, host, secret })

  it('is named by 128 random bits', () => {
    expect(isSession(session)).toBe(true)
    expect(Buffer.from(session, 'base64url')).toHaveLength(16)
    expect(newSession()).not.toBe(session)
  })

  it('gives back the set that was sealed', () => {
    expect(openRelease(sealed, { session, host, secret }, now + hour)).toEqual({ setId: 7, since: now })
  })

  it.each([
    ['a missing cookie', undefined, session, host, now],
    ['a cookie with another set', sealed.replace(/^7/, '8'), session, host, now],
    ['a cookie with another start', sealed.replace(String(now), String(now + 1)), session, host, now],
    ['a cookie of another session', sealed, newSession(), host, now],
    ['a cookie of another tenant', sealed, session, 'islandcars.localhost', now],
    ['a cookie older than five hours', sealed, session, host, now + 5 * hour + 1],
    ['a cookie from the future', sealed, session, host, now - hour],
    ['a cut cookie', sealed.slice(0, -1), session, host, now],
  ])('refuses %s', (_what, cookie, ofSession, ofHost, at) => {
    expect(openRelease(cookie, { session: ofSession, host: ofHost, secret }, at)).toBeNull()
  })

  it('refuses a cookie that another secret sealed', () => {
    expect(openRelease(sealed, { session, host, secret: 'another secret of that length' }, now)).toBeNull()
  })
})

describe('where the booking of a session came from', () => {
  const session = newSession()
  const sealed = sealSource('broker', { session, host, secret })

  it('is kept for its session', () => {
    expect(openSource(sealed, { session, host, secret })).toBe('broker')
  })

  it.each([
    ['no cookie', undefined, session, host, secret],
    ['another source under the same seal', sealed.replace('broker', 'direct'), session, host, secret],
    ['a cookie of another session', sealed, newSession(), host, secret],
    ['a cookie of another tenant', sealed, session, 'b.example', secret],
    ['a cookie that another secret sealed', sealed, session, host, 'another secret of that length'],
    ['a cut cookie', sealed.slice(0, -1), session, host, secret],
    ['a word alone', 'broker', session, host, secret],
  ])('is not believed of %s', (_what, cookie, ofSession, ofHost, by) => {
    expect(openSource(cookie, { session: ofSession, host: ofHost, secret: by })).toBe('')
  })
})

it('a visit keeps its set and its source while the secret is changed, until the former one is gone (DEC-307, ASVS 11.2.2)', () => {
  const of = (sealing: string) => ({ session: 'AAAAAAAAAAAAAAAAAAAAAA', host, secret: sealing })
  const [former, both, next] = [of('the former secret'), of('the next secret\nthe former secret'), of('the next secret')]
  const sealed = sealRelease({ setId: 7, since: now }, former)
  expect([both, next].map((each) => openRelease(sealed, each, now)?.setId ?? null)).toEqual([7, null])
  expect(openRelease(sealRelease({ setId: 8, since: now }, both), next, now)?.setId).toBe(8)
  expect([both, next].map((each) => openSource(sealSource('broker', former), each))).toEqual(['broker', ''])
})
