import { expect, it } from 'vitest'
import { aPointer, aSet, publicKey, releasesOf } from './release.fixture.ts'
import { visitOf } from './visit.ts'

it('10,000 resolves during switches of two modules each get the old set or the new one, never a mix', () => {
  const sets = Array.from({ length: 20 }, (_set, at) => aSet(at + 1, `1.${at}.0`, `2.${at}.0`))
  let releases = releasesOf({ pointers: [aPointer(1)], sets: sets.slice(0, 1) })
  let mixed = 0
  const seen = new Set<number>()
  for (let at = 0; at < 10_000; at += 1) {
    // A switch in the middle of every 500.
    if (at % 500 === 250 && at > 500) {
      const next = Math.floor(at / 500) + 1
      releases = releasesOf({ revision: next, pointers: [aPointer(next, { revision: next })], sets: sets.slice(next - 2, next) }, releases)
    }
    const set = visitOf(releases, {
      host: 'a.example', cookies: {}, secret: 'a secret of sixteen or more', publicKey, secure: false, now: Date.now(), traits: { language: 'en', device: 'desktop' }, paying: false,
    })?.set
    const [driver, payment] = [set?.modules['mfe-driver']?.version, set?.modules['mfe-payment']?.version]
    if (driver?.slice(2) !== payment?.slice(2) || driver === undefined) mixed += 1
    seen.add(set?.id ?? 0)
  }
  expect([mixed, seen.size]).toEqual([0, 20])
})
