import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import { list, extract } from 'tar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { artefacts, type Artefact } from './artefacts.ts'
import { makeArtefact, type Packed } from './make-artefact.ts'
import { billOfMaterials, readLockfile } from './sbom.ts'

const folder = mkdtempSync(join(tmpdir(), 'package-'))
afterAll(() => { rmSync(folder, { recursive: true, force: true }) })

const named = (name: string): Artefact => {
  const found = artefacts.find((each) => each.name === name)
  if (!found) throw new Error(`There is no artefact ${name}`)
  return found
}

const pack = (part: string): Promise<Packed> => makeArtefact(named('site'), { root: projectRoot, target: join(folder, part), withNode: false })

describe('the artefact of the site (REL-8, ECO-8)', () => {
  let first: Packed
  let place: string
  beforeAll(async () => {
    first = await pack('first')
    await extract({ file: first.file, cwd: folder })
    place = join(folder, `site-${first.version}`)
  })

  it('is the same to the last byte when it is built again, elsewhere and by somebody with other rights', async () => {
    const umask = process.umask(0o077)
    const second = await pack('second').finally(() => process.umask(umask))
    expect(second.digest).toBe(first.digest)
  })

  it('holds the program, its bill of materials and nothing of the sources; maps are apart', async () => {
    const files: string[] = []
    await list({ file: first.file, onReadEntry: ({ path }) => { files.push(path.slice(`site-${first.version}/`.length)) } })
    expect(files).toEqual(['bin/checkin', 'lib/checkin.js', 'package.json', 'sbom.cdx.json'])
    expect(existsSync(join(folder, 'first', `site-${first.version}.maps`, 'checkin.js.map'))).toBe(true)
    expect(readFileSync(join(place, 'lib', 'checkin.js'), 'utf8')).not.toContain(projectRoot)
  })

  it('can be opened by the usual programs', () => {
    expect(execFileSync('tar', ['tzvf', first.file], { encoding: 'utf8' }).split('\n')[0]).toMatch(new RegExp(`^-rwxr-xr-x .* site-${first.version}/bin/checkin$`))
  })

  it('runs without the project: it says what it lacks in production and starts nothing', () => {
    const { status, stderr } = spawnSync(join(place, 'bin', 'checkin'), ['site'], { encoding: 'utf8', cwd: folder, env: { CHECKIN_NODE: process.execPath, CHECKIN_MODE: 'production', PATH: process.env['PATH'], CHECKIN_PROXY_SECRET: 'demo-proxy' } })
    expect(status).toBe(1)
    expect(stderr).toContain('CHECKIN_PROXY_SECRET: begins like a demo value')
    expect(stderr).toContain('CHECKIN_RELEASE_SECRET: is not set')
  })

  it('names the Node that it is for, and every package in it as the lockfile has it', () => {
    const Bom = z.object({ components: z.array(z.object({ name: z.string(), version: z.string(), purl: z.string(), hashes: z.array(z.object({ alg: z.string(), content: z.string() })).default([]), licenses: z.array(z.unknown()).optional() })) })
    const { components } = Bom.parse(JSON.parse(readFileSync(join(place, 'sbom.cdx.json'), 'utf8')))
    const locked = readLockfile(projectRoot)
    expect(components.find(({ name }) => name === 'node')?.version).toBe(process.versions.node)
    expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'pino', 'prom-client', 'zod']))
    const fastify = components.find(({ name }) => name === 'fastify')
    expect(fastify?.hashes).toEqual([{ alg: 'SHA-512', content: locked.sha512(`fastify@${fastify?.version ?? ''}`) }])
    expect(fastify?.purl).toBe(`pkg:npm/fastify@${fastify?.version ?? ''}`)
    expect(components.filter(({ name }) => name !== 'node').every(({ licenses }) => licenses !== undefined)).toBe(true)
  })
})

it('a package that no lockfile has is in no artefact', () => {
  const stranger = { name: 'left-pad', version: '9.9.9', license: 'MIT', folder: '/nowhere' }
  expect(() => billOfMaterials({ name: 'site', version: '1.0.0', node: '24.0.0', packages: [stranger], locked: readLockfile(projectRoot) })).toThrow('left-pad@9.9.9 is in the artefact and not in pnpm-lock.yaml')
})

