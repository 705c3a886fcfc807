import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { auditDependencies, toMend, type Weakness } from './audit.ts'

let close = (): void => undefined
afterEach(() => { close() })

/** A registry on loopback; the option that makes pnpm ask it. */
async function aRegistry(answer: RequestListener): Promise<readonly string[]> {
  const server = createServer(answer)
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done) })
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  return [`--registry=http://127.0.0.1:${(server.address() as AddressInfo).port}/`, '--config.fetch-retries=0']
}

const advisory = { id: 7, url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc', title: 'reads what it should not', severity: 'high', vulnerable_versions: '>=1.0.0', cwe: [], cvss: { score: 7.5, vectorString: null } }
const weakness: Weakness = { id: 'GHSA-aaaa-bbbb-cccc', name: 'zod', severity: 'high', title: 'reads what it should not' }

describe('the audit of dependencies (ASVS 15.2.1)', () => {
  it('names a weakness of a package that is shipped', async () => {
    const options = await aRegistry((_request, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ zod: [advisory] })))
    expect(await auditDependencies(options)).toEqual({ kind: 'done', weaknesses: [weakness] })
  })

  it('finds nothing where nothing is known', async () => {
    const options = await aRegistry((_request, response) => response.setHeader('content-type', 'application/json').end('{}'))
    expect(await auditDependencies(options)).toEqual({ kind: 'done', weaknesses: [] })
  })

  it('is skipped, with a reason that names no host, where the registry has no audit', async () => {
    const options = await aRegistry((_request, response) => response.writeHead(405).end())
    const audit = await auditDependencies(options)
    expect(audit).toEqual({ kind: 'skipped', why: 'ERR_PNPM_AUDIT_BAD_RESPONSE' })
  })

  it('is skipped where the registry keeps still', async () => {
    const options = await aRegistry(() => undefined)
    expect(await auditDependencies(options, 4000)).toEqual({ kind: 'skipped', why: 'no answer in time' })
  })

  it.each([
    ['a moderate one', { ...weakness, severity: 'moderate' }, [], 1],
    ['not a low one', { ...weakness, severity: 'low' }, [], 0],
    ['not one that is accepted until that very day', weakness, [{ id: weakness.id, until: '2026-11-25', why: 'cannot be reached' }], 0],
    ['one whose time is over', weakness, [{ id: weakness.id, until: '2026-11-24', why: 'cannot be reached' }], 1],
    ['one beside another that is accepted', weakness, [{ id: 'GHSA-dddd-eeee-ffff', until: '2027-01-01', why: 'cannot be reached' }], 1],
  ] as const)('asks to mend %s', (_which, found, accepted, count) => {
    expect(toMend([found], accepted, '2026-11-25')).toHaveLength(count)
  })
})
