import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { languages } from '@checkin/remote'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Ownership, projectRoot } from '../ownership.ts'
import { wrongDependencies } from '../dependencies.ts'
import { newRemote, remoteFiles } from './new-remote.ts'
import { newService } from './new-service.ts'
import { newStep } from './new-step.ts'

describe('generators make the one shape of each kind', () => {
  let root = ''
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  /** Syntax alone: what the text says is proved by the packages that were made by it. */
  const parses = (path: string): boolean =>
    ts.transpileModule(read(path), { reportDiagnostics: true, compilerOptions: { jsx: ts.JsxEmit.ReactJSX, target: ts.ScriptTarget.ESNext } }).diagnostics?.length === 0

  const dependenciesOf = (path: string) => wrongDependencies(root, path, readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .map((file) => `${path}/${file}`).filter((file) => statSync(join(root, file)).isFile()))

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'generator-'))
    copyFileSync(join(projectRoot, 'ownership.json'), join(root, 'ownership.json'))
  })
  afterEach(() => { rmSync(root, { recursive: true }) })

  it('makes a remote that is owned from its first day', () => {
    expect(newRemote(root, ['parking', 'parking', 'Where to leave the car'])).toBe('mfe-parking')
    expect(Ownership.parse(JSON.parse(read('ownership.json'))).packages).toContainEqual({ path: 'mfe-parking', team: 'parking', layer: 'remote' })
    expect(read('CODEOWNERS')).toContain('/mfe-parking/ parking@')
    expect(['src/remote.ts', 'routes.ts', 'remote.manifest.ts', 'rspack.config.ts', 'src/remote.test.ts'].every((path) => parses(`mfe-parking/${path}`))).toBe(true)
  })

  it('adds a step to the remote, its routes and its messages in every language', () => {
    newRemote(root, ['parking'])
    newStep(root, ['mfe-parking', 'park'])
    newStep(root, ['parking', 'parkingTicket'])
    expect(read('mfe-parking/routes.ts')).toContain("  { name: 'park', path: '/park', after: 'add-extras', stepper: 'offers', leads: { 'parking/parkDone': { to: 'next' }, 'parking/parkLeft': { to: 'back' } } },\n  { name: 'parkingTicket',")
    expect(read('mfe-parking/src/remote.ts')).toContain("    { name: 'park', View: ParkView, opened: park.opened, closed: park.closed, events: { 'parking/parkDone': park.done, 'parking/parkLeft': park.left } },\n    { name: 'parkingTicket',")
    for (const language of languages) expect(Object.keys(JSON.parse(read(`mfe-parking/locales/${language}.json`)) as object)).toEqual(['Park.title', 'Park.back', 'Park.next', 'ParkingTicket.title', 'ParkingTicket.back', 'ParkingTicket.next'])
    expect(['routes.ts', 'src/remote.ts', ...['model.ts', 'view.tsx', 'model.test.ts'].map((file) => `src/steps/park/${file}`)].every((file) => parses(`mfe-parking/${file}`))).toBe(true)
  })

  it('adds a screen by touching its module alone (CODE-3)', () => {
    newRemote(root, ['parking'])
    const files = () => new Map(readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(root, path)).isFile()).map((path) => [path, read(path)]))
    const before = files()
    newStep(root, ['parking', 'park'])
    const changed = [...files()].filter(([path, text]) => before.get(path) !== text).map(([path]) => path)
    expect(changed).toContain('mfe-parking/routes.ts')
    expect(changed.filter((path) => !path.startsWith('mfe-parking/'))).toEqual([])
  })

  it('makes a service with settings, a feature and a test', () => {
    newService(root, ['quotes'])
    expect(['settings.ts', 'app.ts', 'main.ts', 'app.test.ts', 'features/status/status.routes.ts'].every((file) => parses(`services/quotes/src/${file}`))).toBe(true)
  })

  it('lets packages depend on exactly what they import', () => {
    newRemote(root, ['parking'])
    newStep(root, ['parking', 'park'])
    newService(root, ['quotes'])
    expect([...dependenciesOf('mfe-parking'), ...dependenciesOf('services/quotes')]).toEqual([])
  })

  it.each([
    ['a name that is no folder name', () => newRemote(root, ['Parking Lot'])],
    ['a screen of another module', () => { newRemote(root, ['parking']); newStep(root, ['parking', 'verify-km']) }],
    ['a route that is no name', () => { newRemote(root, ['parking']); newStep(root, ['parking', 'Park here']) }],
    ['a step of a remote that is not there', () => newStep(root, ['parking', 'park'])],
    ['what exists already', () => { newRemote(root, ['parking']); newRemote(root, ['parking']) }],
  ])('refuses %s', (_what, make) => {
    expect(make).toThrow()
  })

  it('made the remotes of this repository', () => {
    for (const name of ['mfe-driver', 'mfe-offers', 'mfe-payment', 'mfe-precheckout', 'mfe-verification']) {
      expect(Object.keys(remoteFiles(name, 'team', 'text')).filter((path) => !existsSync(join(projectRoot, path)))).toEqual([])
    }
  })
})
