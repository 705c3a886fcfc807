import { describe, expect, it } from 'vitest'
import type { ChangeView } from '@checkin/registry'
import { changeText } from './change-text.ts'

const change = (kind: ChangeView['kind'], request: object, hosts: readonly string[] = []): Parameters<typeof changeText>[0] => ({
  kind, everyone: false, wish: request, hosts: hosts.map((host) => ({ host, dueAt: null, state: 'waiting', code: null, revision: null })),
})

describe('what a change that waits would do', () => {
  it.each([
    ['versions', change('release', { modules: { 'mfe-payment': '1.0.9' }, percent: 10 }, ['a.example']), 'payment 1.0.9 at 10 % for a.example'],
    ['an experiment', change('experiment', { experiment: 3, name: 'larger pictures', modules: { 'mfe-offers': '1.3.0' }, percent: 20 }, ['a.example']), 'Experiment 3, larger pictures: offers 1.3.0 at 20 % for a.example'],
    ['an experiment of settings (DEC-361)', change('experiment', { experiment: 3, name: 'more cards', modules: { 'mfe-offers': '1.3.0' }, settings: { 'mfe-offers': { cards: 6, compact: false } }, percent: 20 }, ['a.example']), 'Experiment 3, more cards: offers 1.3.0 with cards 6, compact off at 20 % for a.example'],
    ['an experiment of the defaults (DEC-361)', change('experiment', { experiment: 3, name: 'as it comes', modules: { 'mfe-offers': '1.3.0' }, settings: { 'mfe-offers': {} }, percent: 20 }, ['a.example']), 'Experiment 3, as it comes: offers 1.3.0 with nothing set at 20 % for a.example'],
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
