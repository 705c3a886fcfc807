import { describe, expect, it } from 'vitest'
import { isVisit, newVisit, openRelease, sealRelease } from './session-release.ts'

const secret = 'a secret of sixteen or more'
const host = 'costaverde.localhost'
const now = 1_800_000_000_000
const hour = 3_600_000

describe('a visit keeps its release set until its session ends (DEC-85)', () => {
  const visit = newVisit()
  const sealed = sealRelease({ setId: 7, since: now }, visit, host, secret)

  it('is named by 128 random bits', () => {
    expect(isVisit(visit)).toBe(true)
    expect(Buffer.from(visit, 'base64url')).toHaveLength(16)
    expect(newVisit()).not.toBe(visit)
  })

  it('gives back the set that was sealed', () => {
    expect(openRelease(sealed, visit, host, secret, now + hour)).toEqual({ setId: 7, since: now })
  })

  it.each([
    ['a missing cookie', undefined, visit, host, now],
    ['a cookie with another set', sealed.replace(/^7/, '8'), visit, host, now],
    ['a cookie with another start', sealed.replace(String(now), String(now + 1)), visit, host, now],
    ['a cookie of another visit', sealed, newVisit(), host, now],
    ['a cookie of another tenant', sealed, visit, 'islandcars.localhost', now],
    ['a cookie older than five hours', sealed, visit, host, now + 5 * hour + 1],
    ['a cookie from the future', sealed, visit, host, now - hour],
    ['a cut cookie', sealed.slice(0, -1), visit, host, now],
  ])('refuses %s', (_what, cookie, ofVisit, ofHost, at) => {
    expect(openRelease(cookie, ofVisit, ofHost, secret, at)).toBeNull()
  })

  it('refuses a cookie that another secret sealed', () => {
    expect(openRelease(sealed, visit, host, 'another secret of that length', now)).toBeNull()
  })
})
