import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext, TLSSocket } from 'node:tls'
import { selfSigned } from '@checkin/testing/tls-server'
import { afterEach, describe, expect, it } from 'vitest'
import { openDatabase } from './open-database.ts'

const stops: (() => void | Promise<void>)[] = []
afterEach(async () => { for (const stop of stops.splice(0).reverse()) await stop() })

/** As much of PostgreSQL as answers the request for TLS; notes what it could read of who comes. */
async function postgresDouble(tls: { readonly key: string; readonly cert: string } | null) {
  const read: string[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(tls ? 'S' : 'N')
      const heard = tls ? new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(tls) }) : socket
      heard.on('error', () => undefined)
      heard.on('data', (part: Buffer) => { read.push(part.toString('latin1')); socket.destroy() })
    })
  })
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done) })
  stops.push(() => { for (const socket of open) socket.destroy(); server.close() })
  return { port: (server.address() as AddressInfo).port, read }
}

/** What a service says of itself to such a server before it gives up. */
async function said(server: Awaited<ReturnType<typeof postgresDouble>>, trusted: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'checkin-db-tls-'))
  stops.push(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'ca.pem'), trusted)
  const database = openDatabase({ url: `postgres://somebody:secret@localhost:${server.port}/checkin?sslmode=verify-full&sslrootcert=${folder}/ca.pem`, schema: 'x' })
  stops.push(() => database.close())
  await expect(database.ping()).rejects.toThrow()
  return server.read.join('')
}

describe('a database that is spoken to with sslmode=verify-full (ASVS 12.3.1, 12.3.4)', () => {
  it('learns who comes once it showed a certificate of the authority that is trusted, for its name', async () => {
    const own = await selfSigned()
    expect(await said(await postgresDouble(own), own.cert)).toContain('somebody')
  })

  it('learns nothing where it has no TLS, another authority vouches, or the name is another', async () => {
    const [own, other] = [await selfSigned(), await selfSigned({ name: 'elsewhere.example' })]
    expect(await said(await postgresDouble(null), own.cert)).toBe('')
    expect(await said(await postgresDouble(own), other.cert)).toBe('')
    expect(await said(await postgresDouble(other), other.cert)).toBe('')
  })
})
