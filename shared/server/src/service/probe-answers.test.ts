import { createServer, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { guarded, withTwoHosts } from '../testing/guarded-answers.ts'
import { createService } from './create-service.ts'

const freePort = (): Promise<number> => new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    server.close(() => { resolve(port) })
  })
})

it('the port of probes and metrics guards its answers as every other (SEC-16, SEC-19)', async () => {
  const service = createService({ name: 'test', log: { level: 'silent' }, ready: () => { throw new Error('the database is away') } })
  const server = { port: await freePort(), host: 'probes.example' }
  await service.listenForProbes({ port: server.port, host: '127.0.0.1' })
  try {
    const answers = Object.fromEntries(await Promise.all(['/healthz', '/readyz', '/metrics', '/nothing'].map(async (path) => [path, await guarded(server, path)] as const)))
    expect(answers).toEqual({ '/healthz': '200', '/readyz': '503', '/metrics': '200', '/nothing': '404' })
    expect(await withTwoHosts(server, '/healthz')).toBe('400')
  } finally {
    await service.stop()
  }
})
