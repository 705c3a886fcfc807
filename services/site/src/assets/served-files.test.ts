import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { integrityOf } from '@checkin/releases/signing'
import { createService, internalFetch } from '@checkin/server'
import { expect, it, onTestFinished } from 'vitest'
import { aManifest } from '../../test/release.fixture.ts'
import { anApi, wholeSite } from '../../test/whole-site.fixture.ts'
import { assetsInFolder } from './asset-reader.ts'
import { watchServedFiles } from './served-files.ts'

const text = 'export const page = 1'
const version = (number: string) => aManifest('shell', number, { files: [{ path: 'main.js', integrity: integrityOf(Buffer.from(text)), bytes: text.length }] })

it('a site is ready once every file of its sets is there as it was signed, and stays so when a later set lacks some (REL-15)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'served-files-'))
  const write = (number: string, content: string): void => {
    mkdirSync(join(folder, 'shell', number), { recursive: true })
    writeFileSync(join(folder, 'shell', number, 'main.js'), content)
  }
  const logged: string[] = []
  const { app } = createService({ name: 'site', log: { level: 'error', destination: { write: (line) => { logged.push(line) } } } })
  let known: readonly string[] | null = null
  const served = watchServedFiles({ assets: assetsInFolder(folder), everyMs: 20, log: app.log, sets: () => known && known.map((number, at) => ({ id: at, createdAt: '2026-12-01T12:00:00Z', shell: version(number), modules: {} })) })
  onTestFinished(() => {
    served.stop()
    rmSync(folder, { recursive: true })
  })
  expect(served.areWhole()).toBe(false)
  known = ['1.0.0']
  await expect.poll(() => logged.join()).toContain('"files":["shell@1.0.0 main.js"]')
  write('1.0.0', `${text} changed`)
  expect(served.areWhole()).toBe(false)
  write('1.0.0', text)
  await expect.poll(served.areWhole).toBe(true)
  known = ['1.0.0', '2.0.0']
  await expect.poll(() => logged.join()).toContain('"files":["shell@2.0.0 main.js"]')
  expect([served.areWhole(), logged.length]).toEqual([true, 2])
})

it('a site whose folder of published files is empty answers pages and says that it is not ready (REL-15)', async () => {
  const api = anApi()
  const site = await wholeSite({ apiPort: await api.listen({ port: 0 }) })
  onTestFinished(async () => {
    await site.stop()
    await api.stop()
  })
  expect((await internalFetch(`http://127.0.0.1:${site.port}/readyz`)).status).toBe(503)
})
