import { describe, expect, it } from 'vitest'
import type { ChangeView } from './changes.ts'
import { changeText, needsText, waveText } from './words.ts'

const change = (kind: ChangeView['kind'], request: object, hosts: readonly string[] = []): Parameters<typeof changeText>[0] => ({
  kind, everyone: false, wish: request, hosts: hosts.map((host) => ({ host, dueAt: null, state: 'waiting', code: null, revision: null })),
})

const hosts = (count: number) => Array.from({ length: count }, (_host, at) => `t${at + 1}.example`)

describe('what a change that waits would do, for the second person (decision 0114)', () => {
  it.each([
    ['versions', change('release', { modules: { 'mfe-payment': '1.0.9' }, percent: 10 }, ['a.example']), 'payment 1.0.9 at 10 % for a.example'],
    ['an experiment', change('experiment', { experiment: 3, name: 'larger pictures', modules: { 'mfe-offers': '1.3.0' }, percent: 20 }, ['a.example']), 'Experiment 3, larger pictures: offers 1.3.0 at 20 % for a.example'],
    ['an experiment of settings (DEC-361)', change('experiment', { experiment: 3, name: 'more cards', modules: { 'mfe-offers': '1.3.0' }, settings: { 'mfe-offers': { cards: 6, compact: false } }, percent: 20 }, ['a.example']), 'Experiment 3, more cards: offers 1.3.0 with cards 6, compact off at 20 % for a.example'],
    ['an experiment of the defaults (DEC-361)', change('experiment', { experiment: 3, name: 'as it comes', modules: { 'mfe-offers': '1.3.0' }, settings: { 'mfe-offers': {} }, percent: 20 }, ['a.example']), 'Experiment 3, as it comes: offers 1.3.0 with nothing set at 20 % for a.example'],
    ['what is set', change('release', { modules: {}, percent: 100, cohorts: [], settings: { 'mfe-offers': { cards: 6, title: 'Extras' } } }, ['a.example']), 'offers with cards 6, title “Extras” for a.example'],
    ['versions and what is set of another module', change('release', { modules: { 'mfe-driver': '1.2.0' }, settings: { 'mfe-offers': { cards: 6, compact: true } }, at: '2026-12-01T03:00' }, ['a.example']), 'driver 1.2.0; offers with cards 6, compact on, not before 2026-12-01T03:00 of each tenant for a.example'],
    ['a version with its settings', change('release', { modules: { 'mfe-driver': '1.3.0' }, settings: { 'mfe-driver': { usualAge: 60 } } }, ['a.example']), 'driver 1.3.0 with usualAge 60 for a.example'],
    ['settings that are the defaults again', change('release', { modules: {}, settings: { 'mfe-offers': {} } }, ['a.example']), 'offers with nothing set for a.example'],
    ['rules of who gets it', change('release', { modules: { 'mfe-driver': '1.2.0' }, percent: 0, cohorts: [{ when: { sources: ['broker', 'agency'], languages: ['pt'] }, percent: 50 }, { when: { staff: true }, percent: 100 }, { when: { staff: false, devices: ['phone'] }, percent: 5 }, { when: {}, percent: 7 }], settings: {} }, ['a.example']), 'driver 1.2.0 at 50 % of language pt and source broker or agency, 100 % of staff, 5 % of device phone and no staff, 7 % of all, 0 % of the others for a.example'],
    ['an emergency', change('release', { modules: { 'mfe-driver': '1.2.0' }, emergency: true }, ['a.example', 'b.example']), 'driver 1.2.0 for a.example, b.example, as an emergency'],
    ['a plan with its steps', change('plan', { name: 'driver 1.2.0', modules: { 'mfe-driver': '1.2.0' }, steps: [{ percent: 10, dwellMinutes: 30 }, { percent: 100, dwellMinutes: 60 }], gate: { minSessions: 20 } }, ['a.example']), 'driver 1.2.0 for a.example, by 10 % for 30 min, then 100 % for 60 min, each with 20 session samples at least'],
    ['a plan in waves (DEC-353)', change('plan', { name: 'driver 1.1.0', modules: { 'mfe-driver': '1.1.0' }, waves: [{ groups: ['alpha'], hosts: hosts(1) }, { groups: [], hosts: ['z.example'] }] }), 'driver 1.1.0 in waves: group alpha (t1.example), then z.example'],
    ['a new token', change('token', { action: 'new', label: 'ana releases', person: 'ana@example.com', role: 'operator', hosts: ['a.example'], expires: '2027-06-30T23:59:59Z', fingerprint: 'abc' }), 'A token “ana releases” for ana@example.com: operator, a.example, until 2027-06-30. Ask ana@example.com for the fingerprint: abc'],
    ['a publisher\'s token', change('token', { action: 'new', label: 'pipeline', person: 'pipeline', role: 'publisher', module: 'mfe-offers', fingerprint: 'abc' }), 'A token “pipeline” for pipeline: publisher of mfe-offers. Ask pipeline for the fingerprint: abc'],
    ['a wider token', change('token', { action: 'change', label: 'ana', hosts: null, expires: null }), 'The token “ana”, all tenants, without an end'],
    ['another token in its place', change('token', { action: 'change', label: 'ana', fingerprint: 'abc' }), 'The token “ana” is replaced. Ask its holder for the fingerprint: abc'],
    ['a key', change('publisher-key', { module: 'mfe-offers', keyId: 'k1' }), 'mfe-offers is published with the key k1'],
    ['a reset of passkeys', change('passkey-reset', { person: 'olga@example.com' }), 'olga@example.com may make a passkey anew; all present ones end. Ask the person, face to face or by voice, whether that is wanted'],
    ['a runner\'s key', change('runner-key', { label: 'pipeline 7', keyId: 'k2', person: 'ci@example.com' }), 'Results are attested with the key k2 of ci@example.com (pipeline 7)'],
  ])('is described for %s', (_what, each, text) => {
    expect(changeText(each)).toBe(text)
  })
})

it('says why a second person is needed, also of a reason that it does not know', () => {
  expect(needsText({ needs: ['payment', 'protected', 'new-reason'] })).toBe('it changes the payment module and the tenant is protected and new-reason')
})

describe('a wave (DEC-353)', () => {
  it.each([
    ['a group by its name and tenants', { groups: ['alpha'], hosts: hosts(2) }, 'group alpha (t1.example, t2.example)'],
    ['of many tenants the first ones', { groups: ['beta'], hosts: hosts(8) }, 'group beta (t1.example, t2.example, t3.example, t4.example, t5.example, 3 more)'],
    ['tenants without a group', { groups: [], hosts: hosts(1) }, 't1.example'],
    ['a wave that the reader does not reach', { groups: [], hosts: [] }, 'other tenants'],
  ])('is named by %s', (_case, wave, text) => { expect(waveText(wave)).toBe(text) })
})
