import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { watchCertificates } from './certificates.ts'

let folder: string
beforeAll(async () => { folder = await mkdtemp(join(tmpdir(), 'certificates-')) })
afterAll(() => rm(folder, { recursive: true }))

const fixture = (name: string): string => join(import.meta.dirname, 'certificate-fixtures', name)

describe('certificates that an installation names (DEC-317)', () => {
  it('are told with their end, a renewed one at once, and one that cannot be read as over', async () => {
    const [site, broken] = [join(folder, 'site.pem'), join(folder, 'broken.pem')]
    await copyFile(fixture('ends-2027.pem'), site)
    await writeFile(broken, 'no certificate')
    const metrics = new Registry()
    watchCertificates([site, broken, join(folder, 'missing.pem')], metrics)
    const shown = async () => Object.fromEntries([...(await metrics.metrics()).matchAll(/certificate="([\w.]+)"\} (\d+)/g)].map(([, name, end]) => [name, Number(end)]))
    expect(await shown()).toEqual({ 'site.pem': Date.parse('2027-12-31T19:14:29Z') / 1000, 'broken.pem': 0, 'missing.pem': 0 })
    await copyFile(fixture('ends-2029.pem'), site)
    expect((await shown())['site.pem']).toBe(Date.parse('2029-02-03T19:14:29Z') / 1000)
  })
})
