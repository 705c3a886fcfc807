import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Service } from '@checkin/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testSettings } from '../../test/test-settings.fixture.ts'
import { consoleService } from '../app.ts'

/** A code that stands in no other word. */
const code = `Nd${'x'.repeat(41)}`
const lines: string[] = []
let service: Service
beforeAll(async () => {
  const pages = mkdtempSync(join(tmpdir(), 'console-'))
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Control room</title>')
  service = await consoleService(
    testSettings(pages, { names: ['ops.example'], demo: false }),
    { registry: 'http://127.0.0.1:9', reservations: 'http://127.0.0.1:9' }, { level: 'trace', destination: { write: (line) => { lines.push(line) } } },
  )
})
afterAll(() => service.stop())

describe('the code in the address that ends mails (DEC-354, ASVS 14.2.1, 14.2.4)', () => {
  it.each([['GET', `/unsubscribe/${code}`], ['POST', `/unsubscribe/${code}`], ['GET', `/unsubscribe/${code}/nothing`]] as const)('is in no log, named to nobody and kept by no cache: %s %s', async (method, url) => {
    lines.length = 0
    const { headers } = await service.app.inject({ method, url, headers: { host: 'ops.example', referer: `https://ops.example/unsubscribe/${code}` } })
    expect(lines.join('')).toContain('"msg":"call"')
    expect(lines.join('')).not.toContain(code)
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': expect.stringMatching(/^no-(store|cache)$/) })
  })
})
