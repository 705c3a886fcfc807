import { sign } from '@checkin/releases/signing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aModule, newKey, testRegistry, type TestRegistry } from '../test/test-registry.ts'

let registry: TestRegistry
beforeAll(async () => { registry = await testRegistry() })
afterAll(() => registry.close())

const from = (version: string, change: object = {}) => ({ name: 'mfe-driver', version, commit: 'a'.repeat(40), builder: 'pipeline 7', packages: 'b'.repeat(64), ...change })
const versions = async () => ((await registry.call('GET', '/modules')).body as { modules: { versions: { version: string; provenance: unknown }[] }[] }).modules[0]?.versions

describe('where a version comes from', () => {
  it('is kept with it and shown, signed by the module\'s key', async () => {
    expect((await registry.publish(aModule('mfe-driver', '1.0.0'), { provenance: from('1.0.0') })).status).toBe(201)
    expect(await versions()).toMatchObject([{ version: '1.0.0', provenance: { commit: 'a'.repeat(40), builder: 'pipeline 7', packages: 'b'.repeat(64) } }])
  })

  it('is another one for the same build from another commit, and the first stays', async () => {
    expect((await registry.publish(aModule('mfe-driver', '1.0.0'), { provenance: from('1.0.0', { commit: 'c'.repeat(40) }) })).status).toBe(200)
    expect(await versions()).toMatchObject([{ provenance: { commit: 'a'.repeat(40) } }])
  })

  it.each([
    ['another version\'s', from('9.9.9')],
    ['no commit', from('1.1.0', { commit: 'main' })],
    ['more than it may say', from('1.1.0', { mail: 'somebody@example.com' })],
  ])('is refused when it is %s', async (_case, provenance) => {
    const { status, body } = await registry.publish(aModule('mfe-driver', '1.1.0'), { provenance })
    expect([status, (body as { code: string }).code]).toEqual([422, 'WrongProvenance'])
  })

  it('is refused when somebody else signed it', async () => {
    const { manifest, files } = aModule('mfe-driver', '1.1.0')
    const signed = sign(JSON.stringify(manifest), registry.keys.get('mfe-driver') ?? '')
    const answer = await registry.call('POST', '/modules/mfe-driver/versions', { token: 'demo-publisher-mfe-driver', body: { manifest: signed, files, provenance: sign(JSON.stringify(from('1.1.0')), newKey()) } })
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([403, 'WrongKey'])
  })
})
