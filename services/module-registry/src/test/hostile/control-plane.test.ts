import type { RegistryEndpoint } from '@checkin/registry'
import { endpoints } from '@checkin/registry/endpoints'
import { publicKeyOf, sign } from '@checkin/releases/signing'
import { signPerson } from '@checkin/server'
import { holds } from '@checkin/testing/hostile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aModule, newKey, testRegistry, type TestRegistry } from '../test-registry.ts'
import { limitedToken, madeToken, operator } from '../test-tenants.ts'

const personSecret = 'a secret of console and registry'
let registry: TestRegistry
let op: ReturnType<typeof operator>
beforeAll(async () => {
  registry = await testRegistry({ personSecret })
  op = operator(registry)
  await op.publishAll()
  await registry.publish(aModule('mfe-offers'))
  for (const host of ['a.example', 'b.example']) await op.tenantWith(host)
})
afterAll(() => registry.close())

describe('who publishes', () => {
  it('gets in nothing but what the module\'s own key signed, whole and under its own name (DEC-247, ROL-11)', () => holds('publishing', async (tried) => {
    const good = () => aModule('mfe-offers', '2.0.0', { files: { 'main.js': 'start()', 'more.js': 'more()' } })
    const key = registry.keys.get('mfe-offers') ?? ''
    const isTaken = ({ status }: { status: number }) => status < 300
    const swapped = (at: number, file: object) => { const module = good(); return { ...module, files: module.files.map((each, index) => (index === at ? { ...each, ...file } : each)) } }
    const base64 = (text: string) => Buffer.from(text).toString('base64')
    const modules: Readonly<Record<string, ReturnType<typeof good>>> = {
      'another file than was signed': swapped(0, { base64: base64('stop()!') }), 'a file of the same length': swapped(0, { base64: base64('evil()!') }), 'a file cut short': swapped(1, { base64: '' }), 'a missing file': { ...good(), files: good().files.slice(1) },
      'a file that nobody signed': { ...good(), files: [...good().files, { path: 'extra.js', base64: '' }] }, 'an entry that is not there': aModule('mfe-offers', '2.0.0', { change: { entry: 'other.js' } }),
      'a path out of the folder': aModule('mfe-offers', '2.0.0', { files: { 'main.js': 'a', '../main.js': 'b' } }), 'an absolute path': aModule('mfe-offers', '2.0.0', { files: { 'main.js': 'a', '/etc/main.js': 'b' } }),
      'compressed files of its own': aModule('mfe-offers', '2.0.0', { files: { 'main.js': 'a', 'main.js.br': 'b' } }), 'a React of its own': aModule('mfe-offers', '2.0.0', { files: { 'main.js': 'exports.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=t;' } }),
      'a version that is none': aModule('mfe-offers', 'latest'), 'other content of a published version': aModule('mfe-offers', '1.0.0', { files: { 'main.js': 'other()' } }),
      'a path out of the folder by a backslash': aModule('mfe-offers', '2.0.0', { files: { 'main.js': 'a', '..\\main.js': 'b' } }), 'a path out of the folder in another writing': aModule('mfe-offers', '2.0.0', { files: { 'main.js': 'a', '%2e%2e/main.js': 'b' } }),
      'a path of two lines': aModule('mfe-offers', '2.0.0', { files: { 'main.js': 'a', 'more.js\nother': 'b' } }), 'an entry of another module': aModule('mfe-offers', '2.0.0', { change: { entry: '../../shell/1.0.0/main.js' } }),
      'a first script that is not there': aModule('mfe-offers', '2.0.0', { change: { initial: ['other.js'] } }), 'a stylesheet that is not there': aModule('mfe-offers', '2.0.0', { change: { styles: ['other.css'] } }),
      'messages that are not there': aModule('mfe-offers', '2.0.0', { change: { words: { en: ['other.js'] } } }), 'code as the name of its container': aModule('mfe-offers', '2.0.0', { change: { uniqueName: 'a;alert(1)//' } }),
      'a file listed twice': { ...good(), manifest: { ...good().manifest, files: [...good().manifest.files, ...good().manifest.files] } }, 'a hash that can be forged': { ...good(), manifest: { ...good().manifest, files: good().manifest.files.map((file) => ({ ...file, integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' })) } },
      'a version with something behind it': aModule('mfe-offers', '2.0.0+evil'), 'a version of two lines': aModule('mfe-offers', '2.0.0\n3.0.0'), 'rules for the whole page': aModule('mfe-offers', '2.0.0', { files: { 'main.js': 'a', 'main.css': 'body{display:none}' }, change: { styles: ['main.css'] } }),
    }
    for (const [what, module] of Object.entries(modules)) tried(what, isTaken(await registry.publish(module)))
    const send = (body: object, token = 'demo-publisher-mfe-offers', name = 'mfe-offers') => registry.call('POST', `/modules/${name}/versions`, { token, body })
    const { manifest, files } = good()
    tried('another key', isTaken(await registry.publish(good(), { key: newKey() })))
    tried('a signature of another text', isTaken(await send({ manifest: { ...sign('{}', key), payload: JSON.stringify(manifest) }, files })))
    tried('signed as a set', isTaken(await send({ manifest: sign(JSON.stringify(manifest), key, 'set'), files })))
    tried('another module\'s manifest', isTaken(await send({ manifest: sign(JSON.stringify(aModule('mfe-payment', '2.0.0').manifest), key), files: aModule('mfe-payment', '2.0.0').files })))
    tried('as the shell', isTaken(await send({ manifest: sign(JSON.stringify(aModule('shell', '9.0.0').manifest), key), files: aModule('shell', '9.0.0').files }, 'demo-publisher-mfe-offers', 'shell')))
    tried('as another module', isTaken(await send({ manifest: sign(JSON.stringify(manifest), key), files }, 'demo-publisher-mfe-payment', 'mfe-payment')))
    for (const token of ['demo-publisher-mfe-payment', 'demo-operator', 'demo-approver', 'demo-viewer', 'guess']) tried(`with the token ${token}`, isTaken(await send({ manifest: sign(JSON.stringify(manifest), key), files }, token)))
    // The genuine one is taken, or the refusals above would prove nothing.
    expect(isTaken(await send({ manifest: sign(JSON.stringify(manifest), key), files }))).toBe(true)
  }))
})

describe('who operates', () => {
  it('goes neither beyond a role nor a reach, and is never two persons (DEC-247, SEC-2, SEC-3)', () => holds('roles, scopes, two persons', async (tried) => {
    const person = (label: string, role: string, subject: string) => signPerson(personSecret, { label, role, hosts: null, subject }, Date.now() + 600_000)
    const payment = async (token: string) => (await op.pending(await op.call('PUT', '/tenants/b.example/pointer', { token, ifMatch: (await op.tenant('b.example')).revision, body: { modules: { 'mfe-payment': '1.1.0' } } }))).id
    const approves = async (what: string, id: number, token: string) => { tried(what, (await op.approve(id, token)).status < 300) }
    const first = await payment('demo-operator')
    await approves('approves an own change', first, 'demo-operator')
    await approves('approves an own change under another role', first, person('demo-operator', 'approver', 'demo-operator'))
    const { token: made, hash } = madeToken()
    const { id: waiting } = await op.pending(await op.post('/tokens', { label: 'carol', role: 'approver', hash }))
    await approves('approves with a token that waits', first, made)
    await approves('approves the own token', waiting, 'demo-operator')
    await approves('approves as a viewer', first, 'demo-viewer')
    await approves('approves as a publisher', first, 'demo-publisher-mfe-payment')
    await approves('approves with a vouching of another secret', first, signPerson('another secret of nobody at all', { label: 'x', role: 'approver', hosts: null, subject: 'x' }, Date.now() + 600_000))
    await approves('approves with a vouching that is over', first, signPerson(personSecret, { label: 'y', role: 'approver', hosts: null, subject: 'y' }, Date.now() - 1000))
    const ofKim = await payment(person('kim@example.com', 'operator', '00u7'))
    await approves('approves under a new name', ofKim, person('kim.married@example.com', 'approver', '00u7'))
    const key = newKey()
    const { id: keyChange } = await op.pending(await op.call('PUT', '/publishers/mfe-payment', { body: { publicKey: publicKeyOf(key) } }))
    tried('publishes with a key that waits', (await registry.publish(aModule('mfe-payment', '9.0.0'), { key })).status < 300)
    await approves('approves the own key', keyChange, 'demo-operator')
    // With one tenant's token, whatever is everybody's and changes something.
    const limited = await limitedToken(registry, 'operator', ['a.example'])
    const names: Readonly<Record<string, string>> = { ':name': 'mfe-payment', ':module': 'mfe-payment', ':host': 'b.example', ':id': String(first), ':label': 'stable', ':version': '1.0.0', ':keyId': 'x' }
    const pathOf = ({ path }: RegistryEndpoint) => path.replace('/registry/v1', '').replace(/:\w+/g, (name) => names[name] ?? name)
    for (const endpoint of endpoints.filter(({ method, access: { reach, roles } }) => method !== 'GET' && roles !== 'anyone' && roles.includes('operator') && (reach === 'all' || reach === 'host'))) {
      const answer = await registry.call(endpoint.method, pathOf(endpoint), { token: limited, ifMatch: 1, body: { host: 'b.example', hosts: ['b.example'] } })
      tried(`limited: ${endpoint.name}`, answer.status < 300)
    }
    for (const endpoint of endpoints.filter(({ method, access: { roles } }) => method !== 'GET' && roles !== 'anyone' && !roles.includes('viewer'))) {
      tried(`as viewer: ${endpoint.name}`, (await registry.call(endpoint.method, pathOf(endpoint), { token: 'demo-viewer', ifMatch: 1, body: {} })).status < 300)
    }
    // A second person is taken, or the refusals above would prove nothing.
    expect((await op.approve(first, 'demo-approver')).status).toBe(200)
  }))
})
