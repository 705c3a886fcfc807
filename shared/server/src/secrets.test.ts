import { describe, expect, it } from 'vitest'
import { isFromSite, siteKey } from './http/site-proof.ts'
import { openPerson, signPerson } from './service/person-token.ts'
import { currentSecret, openWithAny, secretsOf } from './secrets.ts'
import { readSettings, secretsSetting, SettingsError } from './settings.ts'
import * as z from 'zod'

const [former, next] = ['vK8q-Tn2m-91pL-aW4c-77Rd', 'Zq8v-T2mX-63pL-bR4c-18Wd']
/** What stands in the setting of every server, one step after the other. */
const steps = [former, `${former}\n${next}`, `${next}\n${former}`, next]

describe('secrets that stand in one setting, one a line (DEC-307, ASVS 11.2.2)', () => {
  it('are read in their order, whatever ends a line, and a secret of before with spaces in it is one', () => {
    expect(secretsOf(`${next}\r\n${former}\n`)).toEqual([next, former])
    expect(secretsOf(' a secret with spaces ')).toEqual([' a secret with spaces '])
    expect(currentSecret(`${next}\n${former}`)).toBe(next)
  })

  it('open with whichever can, and tell what the current one said where none can', () => {
    const opens = (with_: string) => (secret: string): string => { if (secret !== with_) throw new Error(`not by ${secret}`); return 'open' }
    expect([opens(next), opens(former)].map((open) => openWithAny(`${next}\n${former}`, open))).toEqual(['open', 'open'])
    expect(() => openWithAny(`${next}\n${former}`, opens('another'))).toThrow(`not by ${next}`)
  })

  it('are each as strong as a single one has to be, in production too', () => {
    const read = (CHECKIN_A_SECRET: string, CHECKIN_MODE = 'demo') => readSettings(z.object({ CHECKIN_A_SECRET: secretsSetting() }), { CHECKIN_A_SECRET, CHECKIN_MODE }).CHECKIN_A_SECRET
    expect(read(`${next}\n${former}`, 'production')).toBe(`${next}\n${former}`)
    expect(() => read(`${next}\nshort`)).toThrow(SettingsError)
    expect(() => read(`${next}\n${'ab'.repeat(20)}`, 'production')).toThrow(/repeats itself/)
  })

  it('let two servers that are one step apart know each other all the way, and end the former one at the end', () => {
    for (const [at, before] of steps.slice(0, -1).entries()) {
      const after = steps[at + 1] ?? ''
      for (const [one, other] of [[before, after], [after, before]] as const) {
        expect(isFromSite({ 'x-checkin-key': siteKey(one, 'reports') }, other, 'reports')).toBe(true)
        expect(isFromSite({ 'x-checkin-proxy': currentSecret(one) }, other, 'reports')).toBe(true)
        expect(openPerson(other, signPerson(one, { label: 'olga', role: 'operator', hosts: null }, 1000), 999)).not.toBeNull()
      }
    }
    expect(isFromSite({ 'x-checkin-key': siteKey(former, 'reports') }, next, 'reports')).toBe(false)
    expect(openPerson(next, signPerson(former, { label: 'olga', role: 'operator', hosts: null }, 1000), 999)).toBeNull()
  })
})
