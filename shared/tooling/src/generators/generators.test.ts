import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Ownership, projectRoot } from '../ownership.ts'
import { newRemote } from './new-remote.ts'
import { newService } from './new-service.ts'
import { newStep } from './new-step.ts'
import { remoteFiles } from './remote-files.ts'

describe('generators make the one shape of each kind', () => {
  let root = ''
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  /** Syntax alone: what the text says is proved by the packages that were made by it. */
  const parses = (path: string): boolean =>
    ts.transpileModule(read(path), { reportDiagnostics: true, compilerOptions: { jsx: ts.JsxEmit.ReactJSX, target: ts.ScriptTarget.ESNext } }).diagnostics?.length === 0

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'generator-'))
    copyFileSync(join(projectRoot, 'ownership.json'), join(root, 'ownership.json'))
  })
  afterEach(() => { rmSync(root, { recursive: true }) })

  it('makes a remote that is owned from its first day', () => {
    expect(newRemote(root, ['parking', 'parking', 'Where to leave the car'])).toBe('mfe-parking')
    expect(Ownership.parse(JSON.parse(read('ownership.json'))).packages).toContainEqual({ path: 'mfe-parking', team: 'parking', layer: 'remote' })
    expect(read('CODEOWNERS')).toContain('/mfe-parking/ parking@')
    expect(['src/remote.ts', 'remote.manifest.ts', 'rspack.config.ts', 'src/remote.test.ts'].every((path) => parses(`mfe-parking/${path}`))).toBe(true)
  })

  it('adds a step to the remote, its manifest and its words in three languages', () => {
    newRemote(root, ['parking'])
    newStep(root, ['mfe-parking', 'verify-km'])
    newStep(root, ['parking', 'verify-fuel'])
    expect(read('mfe-parking/src/remote.ts')).toContain('steps: [verifyKmStep, verifyFuelStep]')
    expect(read('mfe-parking/remote.manifest.ts')).toContain("steps: ['verify-km', 'verify-fuel']")
    for (const language of ['en', 'pt', 'fr']) expect(Object.keys(JSON.parse(read(`mfe-parking/locales/${language}.json`)) as object)).toEqual(['VerifyKm.title', 'VerifyFuel.title'])
    expect(['step.ts', 'model.ts', 'view.tsx', 'model.test.ts'].every((file) => parses(`mfe-parking/src/steps/verify-km/${file}`))).toBe(true)
  })

  it('makes a service with settings, a feature and a test', () => {
    newService(root, ['quotes'])
    expect(['settings.ts', 'app.ts', 'main.ts', 'app.test.ts', 'features/status/status.routes.ts'].every((file) => parses(`services/quotes/src/${file}`))).toBe(true)
  })

  it.each([
    ['a name that is no folder name', () => newRemote(root, ['Parking Lot'])],
    ['a route that the specification does not have', () => { newRemote(root, ['parking']); newStep(root, ['parking', 'park']) }],
    ['a step of a remote that is not there', () => newStep(root, ['parking', 'verify-km'])],
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
