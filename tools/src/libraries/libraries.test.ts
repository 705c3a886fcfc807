import { globSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ModuleManifest } from '@checkin/releases'
import { buildModule } from '@checkin/tooling/build-module'
import { isWhole } from '@checkin/testing/sample'
import { projectRoot } from '@checkin/tooling/ownership'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { libraries } from './libraries.ts'
import { packLibraries } from './pack.ts'
import { linkOthers, runIn } from './repository.fixture.ts'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'checkin-libraries-test-')))
const modules = join(home, 'node_modules')
afterAll(() => { rmSync(home, { recursive: true, force: true }) })

beforeAll(async () => {
  await packLibraries({ root: projectRoot, target: modules, withDevShell: false })
  linkOthers(modules)
})

const create = (...args: readonly string[]) => runIn(home, process.execPath, [join(modules, 'create-checkin-module/create.js'), ...args])
const checkinModule = (name: string, ...args: readonly string[]) => runIn(join(home, name), process.execPath, [join(modules, '@checkin/tooling/bin/checkin-module.js'), ...args])
const typesOf = (name: string) => runIn(join(home, name), process.execPath, [join(projectRoot, 'tools/node_modules/typescript-native/bin/tsc'), '--noEmit'])
const manifestOf = (name: string): ModuleManifest => ModuleManifest.parse((JSON.parse(readFileSync(join(home, name, 'dist/1.0.0.json'), 'utf8')) as { readonly manifest: unknown }).manifest)

describe.runIf(isWhole)('packages for other repositories', () => {
  it('have their contract\'s number, types for every path, and nothing that only this tree has (ROL-10, DEC-201)', () => {
    for (const { name } of libraries) {
      const folder = join(modules, name)
      const { version, exports, dependencies, peerDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<'exports' | 'dependencies' | 'peerDependencies', Readonly<Record<string, unknown>>> & { readonly version: string }
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/)
      expect(JSON.stringify({ dependencies, peerDependencies }), name).not.toMatch(/workspace:|catalog:/)
      expect(JSON.stringify(exports), name).not.toMatch(/[^d]\.tsx?"/)
      for (const file of globSync('src/**/*.{js,d.ts}', { cwd: folder })) {
        const text = readFileSync(join(folder, file), 'utf8')
        expect(text.match(/from ['"]\.[^'"]*\.tsx?['"]/g), `${name}/${file}`).toBeNull()
        expect(text.includes(projectRoot), `${name}/${file}`).toBe(false)
      }
      expect(globSync('**/*.test.*', { cwd: folder }), name).toEqual([])
    }
  })
})

describe.runIf(isWhole)('a repository that was made outside of this tree', () => {
  it('passes its own check and says what it takes from the shell (ROL-10, DEC-201)', async () => {
    expect(await create('parking', '--screen', 'park')).toMatchObject({ code: 0 })
    expect(readFileSync(join(home, 'mfe-parking/package.json'), 'utf8')).not.toMatch(/workspace:|catalog:/)
    expect(await typesOf('mfe-parking')).toEqual({ code: 0, text: '' })
    expect(await checkinModule('mfe-parking', 'check')).toMatchObject({ code: 0, text: expect.stringContaining('✓ it builds') as string })
    expect(manifestOf('mfe-parking')).toMatchObject({ name: 'mfe-parking', entry: 'remoteEntry.js', contracts: { shell: expect.stringMatching(/^\^1\./) as string } })
  })

  it('may be that of a module which leaves the tree: its types hold and it builds what it built there (ROL-10)', async () => {
    expect(await create('--from', join(projectRoot, 'mfe-offers'))).toMatchObject({ code: 0 })
    expect(await typesOf('mfe-offers')).toEqual({ code: 0, text: '' })
    expect(await checkinModule('mfe-offers', 'build')).toMatchObject({ code: 0 })
    const { manifest } = await buildModule(join(projectRoot, 'mfe-offers'), { version: '1.0.0', outDir: join(home, 'built-here') })
    const { consumes, shareRanges, steps, words } = manifestOf('mfe-offers')
    expect({ consumes, shareRanges, steps, languages: Object.keys(words) }).toEqual({ consumes: manifest.consumes, shareRanges: manifest.shareRanges, steps: manifest.steps, languages: Object.keys(manifest.words) })
  })

  it('brings its own version of what is not shared, and no second copy of what is (ROL-11)', async () => {
    for (const [name, version] of [['one', '1.0.0'], ['two', '2.0.0']] as const) {
      expect(await create(name)).toMatchObject({ code: 0 })
      const own = join(home, `mfe-${name}/node_modules/greeting`)
      mkdirSync(own, { recursive: true })
      writeFileSync(join(own, 'package.json'), JSON.stringify({ name: 'greeting', version, type: 'module', exports: './greeting.js' }))
      writeFileSync(join(own, 'greeting.js'), `export const greeting = 'greeting of ${version}'\n`)
      const remote = join(home, `mfe-${name}/src/remote.ts`)
      writeFileSync(remote, `${readFileSync(remote, 'utf8')}import { greeting } from 'greeting'\nexport const hello = () => greeting\n`)
      expect(await checkinModule(`mfe-${name}`, 'build')).toMatchObject({ code: 0 })
      const scripts = globSync('dist/1.0.0/*.js', { cwd: join(home, `mfe-${name}`) }).map((file) => readFileSync(join(home, `mfe-${name}`, file), 'utf8')).join('\n')
      expect(scripts.match(/greeting of [\d.]+/g)).toEqual([`greeting of ${version}`])
      expect(manifestOf(`mfe-${name}`).consumes).not.toContain('greeting')
    }
    const copied = join(home, 'mfe-two/src/copy.cjs')
    writeFileSync(copied, readFileSync(join(realpathSync(join(modules, 'react')), 'cjs/react.production.js')))
    const remote = join(home, 'mfe-two/src/remote.ts')
    writeFileSync(remote, `${readFileSync(remote, 'utf8')}import copy from './copy.cjs'\nexport const second = () => copy\n`)
    expect(await checkinModule('mfe-two', 'build')).toMatchObject({ code: 1, text: expect.stringContaining('no-copies') as string })
  })
})
