import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { S3Access } from '../object-store/s3-settings.ts'

export interface TestStore {
  readonly bucket: string
  readonly access: S3Access
  /** Takes the store away: connections are refused. */
  readonly stop: () => Promise<void>
  /** Brings it back with what it keeps, at the same address. */
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

/** An S3 server with one bucket, in a folder of its own: signatures are checked, objects are kept as files. It is waited for as long as a busy machine takes; one that is away refuses at once. */
export async function testObjectStore(): Promise<TestStore> {
  const [bucket, directory] = ['checkin-tests', await mkdtemp(join(tmpdir(), 'object-store-'))]
  const make = (port: number) => new S3rver({ address: '127.0.0.1', port, silent: true, directory, resetOnClose: false, vhostBuckets: false, configureBuckets: [{ name: bucket }] })
  let server = make(0)
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  // The account that this server knows.
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  return {
    bucket, access: { endpoint, region: 'us-east-1', isPathStyle: true, credentials, answerMs: 30_000 },
    stop: () => server.close(),
    start: async () => {
      server = make(port)
      await server.run()
    },
    close: async () => {
      await server.close().catch(() => undefined)
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** An address at which connections are taken and nothing is ever answered. */
export async function silentStore(): Promise<{ readonly endpoint: string; readonly close: () => Promise<void> }> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => { socket.destroy() })
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => {
      for (const socket of open) socket.destroy()
      server.close(() => { resolve() })
    }),
  }
}
