import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { semverViolations, type PublicContract, type SettingSpec } from '@checkin/releases'
import type { RemoteManifest } from '@checkin/remote/manifest'
import { exportedNames } from './exported-names.ts'
import { remoteContract, shellContract } from './public-contract.ts'
import { shareKeys } from './share-keys.ts'

const dir = mkdtempSync(join(tmpdir(), 'public-contract-'))
afterAll(() => { rmSync(dir, { recursive: true }) })
const file = (name: string, text: string): string => {
  writeFileSync(join(dir, name), text)
  return join(dir, name)
}

const declared: RemoteManifest = { name: 'mfe-small', team: 'small', steps: ['reservation', 'complete'], needs: { shell: '^1.0.0', flow: '^1.2.0', rest: '^1.0.0', ui: '^1.0.0' } }
const model = file('model.ts', "import { driverSaved, problemOccurred, type X } from '@checkin/flow/publish/driver'\nimport { $session } from '@checkin/flow'")

describe('what a module promises', () => {
  const promise = (version: string, change: Partial<RemoteManifest> = {}, sources = [model], languages = ['en', 'fr', 'pt']) =>
    remoteContract({ version, declared: { ...declared, ...change }, languages, sources })

  it('are its screens, its languages, the events it tells and the majors it needs', () => {
    expect(Object.keys(promise('1.0.0')['module']?.members ?? {})).toEqual([
      'language en', 'language fr', 'language pt', 'screen complete', 'screen reservation', 'tells driver/driverSaved', 'needs shell', 'needs flow', 'needs rest', 'needs ui',
    ])
  })

  const number = { kind: 'number', says: 'How many', default: 3, least: 1, most: 6 } as const
  const order = { kind: 'choice', says: 'What comes first', default: 'price', choices: ['price', 'name'] } satisfies SettingSpec

  it.each<[string, string, PublicContract, Partial<RemoteManifest>?]>([
    ['a screen', 'screen complete', promise('1.1.0', { steps: ['reservation'] })],
    ['an event', 'tells driver/driverSaved', promise('1.1.0', {}, [])],
    ['a language', 'language pt', promise('1.1.0', {}, [model], ['en', 'fr'])],
    ['a setting', 'setting first', promise('1.1.0', { settings: { cards: number } }), { settings: { cards: number, first: order } }],
    ['the kind of a setting', 'setting cards', promise('1.1.0', { settings: { cards: order } }), { settings: { cards: number } }],
    ['a choice of a setting', 'setting first', promise('1.1.0', { settings: { first: { ...order, choices: ['price', 'age'] } } }), { settings: { first: order } }],
    ['the major of a contract', 'needs flow', promise('1.1.0', { needs: { ...declared.needs, flow: '^2.0.0' } })],
  ])('a minor version that changes %s is not true', (_what, member, after, before = {}) => {
    expect(semverViolations(promise('1.0.0', before), after)).toMatchObject([{ needs: 'major', changes: expect.arrayContaining([expect.objectContaining({ member })]) as unknown }])
  })

  it('a newer minor of a contract is nobody else\'s matter', () => {
    expect(semverViolations(promise('1.0.0'), promise('1.0.1', { needs: { ...declared.needs, flow: '^1.3.0' } }))).toEqual([])
  })
})

describe('what the shell promises', () => {
  const contract = shellContract({ shell: '1.0.0', flow: '1.1.0', rest: '1.0.0', ui: '1.0.0' })

  it.each([
    ['shell', 'package react'], ['shell', '@checkin/remote routeNames'], ['flow', 'event driver/driverSaved'], ['flow', '@checkin/flow/publish/driver driverSaved'],
    ['rest', 'call saveDriver body'], ['rest', 'call getConfig answer'], ['ui', '@checkin/ui/button Button'], ['ui', '@checkin/ui/stepper StepperProps'], ['ui', '@checkin/i18n useWords'],
  ])('holds in its contract %s: %s', (part, member) => {
    expect(contract[part]?.members).toHaveProperty([member])
  })

  it('holds every share key, whatever its package is called', () => {
    const members = Object.values(contract).flatMap((part) => Object.keys(part.members))
    expect(shareKeys().filter((key) => !members.some((member) => member.startsWith(`${key} `) || member === `package ${key}`))).toEqual([])
  })

  it('gives away nothing that only the shell may tell', () => {
    expect(Object.keys(contract['flow']?.members ?? {}).filter((member) => member.startsWith('@checkin/flow/publish/shell'))).toEqual([])
  })
})

it('reads the names that a file gives away without running it', () => {
  const found = exportedNames(file('exports.ts', `
    throw new Error('must not run')
    export const one = 1, { two, three: [four] } = thing
    export function five() {}
    export { six, type Seven } from './elsewhere.ts'
    export type { Eight } from './elsewhere.ts'
    export interface Nine { readonly a: string; b?:
      number }
    const hidden = 1`))
  expect(found).toEqual({ values: ['five', 'four', 'one', 'six', 'two'], interfaces: { Nine: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } }, required: ['a'] } } })
})
