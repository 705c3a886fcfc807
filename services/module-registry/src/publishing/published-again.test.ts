import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PublicContract } from '@checkin/releases'
import { moduleNames } from '@checkin/remote'
import { givenContracts, readRemoteManifest } from '@checkin/tooling/module-contracts'
import { projectRoot } from '@checkin/tooling/ownership'
import { remoteContract, shellContract } from '@checkin/tooling/public-contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aModule, testRegistry, type TestRegistry } from '../test/test-registry.ts'

let registry: TestRegistry
beforeAll(async () => { registry = await testRegistry() })
afterAll(() => registry.close())

/** What the module's sources promise today. */
type Promised = (version: string) => Promise<PublicContract>

const sourcesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.(test|gallery))\.tsx?$/.test(file) && !/(^|[\\/])test[\\/]/.test(file)).map((file) => join(folder, file))

const promised: Readonly<Record<string, Promised>> = {
  shell: async () => shellContract(await givenContracts(join(projectRoot, 'shell'))),
  ...Object.fromEntries(moduleNames.map((name): [string, Promised] => [name, async (version) => {
    const dir = join(projectRoot, name)
    return remoteContract({ version, declared: await readRemoteManifest(dir), languages: ['en', 'fr', 'pt'], sources: sourcesOf(join(dir, 'src')) })
  }])),
}

const publish = (name: string, version: string, contract: PublicContract) => registry.publish(aModule(name, version, {
  files: { 'main.js': `/* ${name} ${version} */`, 'contract.json': JSON.stringify(contract) }, change: { publicContract: 'contract.json' },
}))

/** The same promise with one thing more, under a minor or a patch number of each part. */
function withMore(contract: PublicContract, step: 'minor' | 'patch'): PublicContract {
  const raised = (version: string): string => {
    const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
    return step === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`
  }
  return Object.fromEntries(Object.entries(contract).map(([part, { version, members }]) => [part, { version: raised(version), members: { ...members, 'screen added': { use: 'given' } } }]))
}

describe('a real module is published a second time', () => {
  it.each(Object.keys(promised))('%s: unchanged under patch numbers, changed under a minor one only, and then once more unchanged (ROL-1)', async (name) => {
    const of = promised[name]
    if (!of) throw new Error(`${name} promises nothing`)
    const statuses: number[] = []
    for (const version of ['1.0.0', '1.0.1', '1.0.2']) statuses.push((await publish(name, version, await of(version))).status)
    expect(statuses).toEqual([201, 201, 201])
    expect((await publish(name, '1.0.3', withMore(await of('1.0.2'), 'patch'))).body).toMatchObject({ code: 'UntrueVersion' })
    const more = withMore(await of('1.0.2'), 'minor')
    expect((await publish(name, '1.1.0', more)).status).toBe(201)
    expect((await publish(name, '1.1.1', more)).status).toBe(201)
  })
})
