import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sign } from '@checkin/releases/signing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aModule, newKey, testRegistry, type TestRegistry } from '../test/test-registry.ts'

let registry: TestRegistry
beforeAll(async () => { registry = await testRegistry() })
afterAll(() => registry.close())

const codeOf = (answer: { body: never }) => (answer.body as { code: string }).code

describe('a published version', () => {
  const text = 'export const words = "check-in"; '.repeat(200)

  it('lies in the assets folder with its compressed forms beside it', async () => {
    const image = randomBytes(300)
    const module = aModule('mfe-driver', '1.0.0', { files: { 'main.js': text, 'static/box.png': image } })
    expect((await registry.publish(module)).status).toBe(201)
    const folder = join(registry.assetsDir, 'mfe-driver', '1.0.0')
    expect(await readFile(join(folder, 'main.js'), 'utf8')).toBe(text)
    expect(brotliDecompressSync(await readFile(join(folder, 'main.js.br'))).toString()).toBe(text)
    expect(gunzipSync(await readFile(join(folder, 'main.js.gz'))).toString()).toBe(text)
    expect(await readdir(join(folder, 'static'))).toEqual(['box.png'])
    expect((await readdir(registry.assetsDir)).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('may be sent again with the same content and stays what it is', async () => {
    const again = await registry.publish(aModule('mfe-driver', '1.0.0', { files: { 'main.js': text, 'static/box.png': await readFile(join(registry.assetsDir, 'mfe-driver/1.0.0/static/box.png')) } }))
    expect([again.status, again.body]).toEqual([200, expect.objectContaining({ repeated: true })])
  })

  it('is refused with other content, and its files stay', async () => {
    const other = await registry.publish(aModule('mfe-driver', '1.0.0', { files: { 'main.js': 'other()' } }))
    expect([other.status, codeOf(other)]).toEqual([409, 'VersionExists'])
    expect(await readFile(join(registry.assetsDir, 'mfe-driver/1.0.0/main.js'), 'utf8')).toBe(text)
  })

  it('gets its files back when they were lost, by being sent again', async () => {
    const module = aModule('mfe-driver', '1.1.0')
    await registry.publish(module)
    await rm(join(registry.assetsDir, 'mfe-driver/1.1.0'), { recursive: true })
    expect((await registry.publish(module)).status).toBe(200)
    expect(await readdir(join(registry.assetsDir, 'mfe-driver/1.1.0'))).toContain('main.js')
  })

  it('is made once when two of a team send it at the same moment, and the other content loses', async () => {
    const answers = await Promise.all([1, 2, 1, 2].map((body) => registry.publish(aModule('mfe-driver', '1.2.0', { files: { 'main.js': `run(${body})` } }))))
    const winner = await readFile(join(registry.assetsDir, 'mfe-driver/1.2.0/main.js'), 'utf8')
    const expected = [1, 2, 1, 2].map((body) => (`run(${body})` === winner ? [200, 201] : [409]))
    for (const [index, { status }] of answers.entries()) expect(expected[index]).toContain(status)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  })
})

describe('an upload is refused', () => {
  const good = () => aModule('mfe-offers', '2.0.0', { files: { 'main.js': 'start()', 'more.js': 'more()' } })
  const change = (index: number, file: { path?: string; base64?: string }) => {
    const module = good()
    return { ...module, files: module.files.map((each, at) => (at === index ? { ...each, ...file } : each)) }
  }

  it.each([
    ['when a file is not the one that was signed', () => change(0, { base64: Buffer.from('stop()!').toString('base64') }), 'TamperedFile'],
    ['when a file was cut short', () => change(1, { base64: '' }), 'TamperedFile'],
    ['when a file is missing', () => ({ ...good(), files: good().files.slice(1) }), 'MissingFile'],
    ['when a file came along that nobody signed', () => ({ ...good(), files: [...good().files, { path: 'extra.js', base64: '' }] }), 'UndeclaredFile'],
    ['when the entry is not among the files', () => aModule('mfe-offers', '2.0.0', { change: { entry: 'other.js' } }), 'InvalidManifest'],
    ['when a drawn screen is not among the files', () => aModule('mfe-offers', '2.0.0', { change: { firstScreens: { kit: 'a'.repeat(64), screens: { upselling: { en: 'first/other.json' } } } } }), 'InvalidManifest'],
    ['when it brings compressed files of its own', () => aModule('mfe-offers', '2.0.0', { files: { 'main.js': 'a', 'main.js.br': 'b' } }), 'InvalidManifest'],
    ['when a path would leave the folder', () => aModule('mfe-offers', '2.0.0', { files: { 'main.js': 'a', '../main.js': 'b' } }), 'InvalidRequest'],
    ['when a script holds a copy of React, whoever built it (ROL-11)', () => aModule('mfe-offers', '2.0.0', { files: { 'main.js': 'exports.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=t;' } }), 'SecondCopy'],
    ['when a stylesheet reaches outside of its screens, whoever built it (DEC-241)', () => aModule('mfe-offers', '2.0.0', { files: { 'main.js': 'a', 'remote.css': 'body{display:none}' } }), 'StylesReachOutside'],
    ['when a stylesheet is none (DEC-241)', () => aModule('mfe-offers', '2.0.0', { files: { 'main.js': 'a', 'remote.css': 'p{' } }), 'StylesReachOutside'],
    ['when it weighs more than 60 kB without an exception', () => aModule('mfe-offers', '2.0.0', { files: { 'main.js': randomBytes(62_000).toString('base64') } }), 'TooHeavy'],
  ])('%s', async (_case, module, code) => {
    expect(codeOf(await registry.publish(module()))).toBe(code)
    expect(await readdir(join(registry.assetsDir, 'mfe-offers')).catch(() => [])).toEqual([])
  })

  it('when another key signed it', async () => {
    const answer = await registry.publish(good(), { key: newKey() })
    expect([answer.status, codeOf(answer)]).toEqual([403, 'WrongKey'])
  })

  it('when the signature is that of another manifest', async () => {
    const { manifest, files } = good()
    const signed = { ...sign('{}', registry.keys.get('mfe-offers') ?? ''), payload: JSON.stringify(manifest) }
    const answer = await registry.call('POST', '/modules/mfe-offers/versions', { token: 'demo-publisher-mfe-offers', body: { manifest: signed, files } })
    expect(codeOf(answer)).toBe('WrongKey')
  })

  it('when the manifest is that of another module', async () => {
    await registry.publish(aModule('mfe-payment'))
    const { manifest, files } = good()
    const answer = await registry.call('POST', '/modules/mfe-payment/versions', {
      token: 'demo-publisher-mfe-payment', body: { manifest: sign(JSON.stringify(manifest), registry.keys.get('mfe-payment') ?? ''), files },
    })
    expect(codeOf(answer)).toBe('InvalidManifest')
  })

  it('after the module\'s key was replaced', async () => {
    const old = registry.keys.get('mfe-payment') ?? ''
    registry.keys.delete('mfe-payment')
    expect((await registry.publish(aModule('mfe-payment', '1.0.1'))).status).toBe(201)
    expect(codeOf(await registry.publish(aModule('mfe-payment', '1.0.2'), { key: old }))).toBe('WrongKey')
  })
})

it('messages do not count against a module\'s weight, and an approved exception lets it weigh more', async () => {
  const heavy = randomBytes(62_000).toString('base64')
  const wordy = aModule('mfe-precheckout', '1.0.0', { files: { 'main.js': 'a()', 'words.pt.js': heavy }, change: { words: { pt: ['words.pt.js'] } } })
  expect((await registry.publish(wordy)).status).toBe(201)
  const large = aModule('mfe-precheckout', '1.1.0', { files: { 'main.js': heavy } })
  expect(codeOf(await registry.publish(large))).toBe('TooHeavy')
  expect((await registry.call('PUT', '/modules/mfe-precheckout/size-exception', { body: { bytes: 70_000, reason: 'signature pad' } })).status).toBe(403)
  await registry.call('PUT', '/modules/mfe-precheckout/size-exception', { token: 'demo-approver', body: { bytes: 70_000, reason: 'signature pad' } })
  expect((await registry.publish(large)).status).toBe(201)
})
