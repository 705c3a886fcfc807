import type { PublicContract } from '@checkin/releases'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aModule, testRegistry, type TestRegistry } from '../test/test-registry.ts'

let registry: TestRegistry
beforeAll(async () => { registry = await testRegistry() })
afterAll(() => registry.close())

type Members = PublicContract[string]['members']
const screens = (...names: string[]): Members => Object.fromEntries(names.map((name) => [`screen ${name}`, { use: 'given' as const }]))

const contracted = (name: string, version: string, contract: PublicContract | string | null) => aModule(name, version, {
  files: { 'main.js': `/* ${version} */`, ...(contract !== null && { 'contract.json': typeof contract === 'string' ? contract : JSON.stringify(contract) }) },
  change: contract === null ? {} : { publicContract: 'contract.json' },
})
const publish = async (name: string, version: string, contract: PublicContract | string | null) => {
  const { status, body } = await registry.publish(contracted(name, version, contract))
  return { status, ...(body as { code?: string; title?: string; data?: unknown }) }
}
const remote = (version: string, members: Members) => publish('mfe-driver', version, { module: { version, members } })

describe('a module\'s version number tells the truth', () => {
  it('when its first versions add and take away under the right numbers', async () => {
    expect((await remote('1.0.0', screens('driver-details'))).status).toBe(201)
    expect((await remote('1.0.1', screens('driver-details'))).status).toBe(201)
    expect((await remote('1.1.0', screens('driver-details', 'driver-contact'))).status).toBe(201)
    expect((await remote('2.0.0', screens('driver-contact'))).status).toBe(201)
  })

  it.each([
    ['a screen is gone under a minor number', '1.2.0', screens('driver-details'), 'module 1.1.0 to 1.2.0 needs a major number (screen driver-contact is gone)'],
    ['a screen is new under a patch', '2.0.1', screens('driver-contact', 'driver-document'), 'module 2.0.0 to 2.0.1 needs a minor number (screen driver-document is new)'],
    ['a patch of an older line loses a screen', '1.0.2', {}, 'module 1.0.1 to 1.0.2 needs a major number (screen driver-details is gone)'],
  ])('else it is refused, with the list of what broke: %s', async (_what, version, members, title) => {
    const answer = await remote(version, members)
    expect(answer).toMatchObject({ status: 422, code: 'UntrueVersion', title: expect.stringContaining(title) as string, data: { untruths: [{ changes: [{ member: expect.any(String) as string }] }] } })
    const { modules } = (await registry.call('GET', '/modules')).body as { modules: { name: string; versions: { version: string }[] }[] }
    expect(modules.flatMap(({ versions }) => versions.map((each) => each.version))).not.toContain(version)
  })

  it.each(['1.0.3', '1.2.0', '3.0.0', '3.0.0-dev.1'])('and lets it speak in no other module\'s name, whoever built it: %s (DEC-296, ROL-7)', async (version) => {
    const answer = await remote(version, { ...screens('driver-details', 'driver-contact'), 'tells driver/driverSaved': { use: 'given' }, 'tells payment/payerProved': { use: 'given' } })
    expect(answer).toMatchObject({ status: 422, code: 'ForeignEvents', data: { events: ['payment/payerProved'] } })
  })

  it('and saying nothing any more is no way around', async () => {
    expect(await publish('mfe-driver', '1.3.0', null)).toMatchObject({ status: 422, code: 'UntrueVersion' })
  })

  it('while a development version promises nothing, to nobody', async () => {
    expect((await remote('2.0.0-dev.abc', {})).status).toBe(201)
    expect((await remote('2.0.1', screens('driver-contact'))).status).toBe(201)
  })
})

it('each contract of the shell has a number of its own, whatever the shell\'s is', async () => {
  const shell = (flow: string, shape: object): PublicContract => ({ flow: { version: flow, members: { 'event driver/driverSaved': { use: 'both', shape } } }, rest: { version: '1.0.0', members: {} } })
  const driver = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
  expect((await publish('shell', '1.0.0', shell('1.0.0', driver))).status).toBe(201)
  expect(await publish('shell', '2.0.0', shell('1.1.0', { type: 'object' }))).toMatchObject({ code: 'UntrueVersion', title: expect.stringContaining('event driver/driverSaved name is gone') as string })
  expect((await publish('shell', '1.0.1', shell('2.0.0', { type: 'object' }))).status).toBe(201)
})

it.each(['no json', '{"module":{"version":"1.0.0"}}'])('a public contract that cannot be read is refused: %s', async (text) => {
  expect(await publish('mfe-offers', '1.0.0', text)).toMatchObject({ status: 422, code: 'InvalidManifest' })
})
