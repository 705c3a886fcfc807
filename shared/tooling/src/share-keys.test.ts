import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { packageOf, resolvedVersions, shareKeys } from './share-keys.ts'

const root = mkdtempSync(join(tmpdir(), 'share-keys-'))
afterAll(() => rmSync(root, { recursive: true }))

describe('what the shell gives to remotes', () => {
  it('is found in the folders of the UI kit and of the flow’s owners, so that the next one needs no list', () => {
    for (const folder of ['shared/ui/src/ticket', 'shared/ui/src/styles', 'shared/contracts/flow/src/events']) mkdirSync(join(root, folder), { recursive: true })
    for (const file of ['shared/ui/src/ticket/index.tsx', 'shared/ui/src/version.ts', 'shared/contracts/flow/src/events/driver.events.ts', 'shared/contracts/flow/src/events/common.events.ts', 'shared/contracts/flow/src/events/shell.events.ts']) writeFileSync(join(root, file), '')
    const found = shareKeys(root)
    expect(found).toContain('@checkin/ui/ticket')
    expect(found).toContain('@checkin/flow/publish/driver')
    expect(found.filter((key) => key.startsWith('@checkin/ui/'))).toHaveLength(1)
    expect(found.filter((key) => key.startsWith('@checkin/flow/publish/'))).toEqual(['@checkin/flow/publish/driver'])
  })

  it('has one installed version per key, never the text of a package file', () => {
    for (const [key, version] of Object.entries(resolvedVersions())) expect(version, key).toMatch(/^\d+\.\d+\.\d+/)
  })

  it('names packages by their first parts', () => {
    expect(['react', 'react/jsx-runtime', '@checkin/ui/button'].map(packageOf)).toEqual(['react', 'react', '@checkin/ui'])
  })
})
