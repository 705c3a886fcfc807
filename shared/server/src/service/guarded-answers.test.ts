import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { askForTls, dataHeaders } from './answer-headers.ts'
import { createService, type Service } from './create-service.ts'

const running: Service[] = []
afterEach(async () => { await Promise.all(running.splice(0).map((service) => service.stop())) })

function started(): Service {
  const service = createService({ name: 'trial', log: { level: 'silent' } })
  running.push(service)
  service.app.get('/api/things', (request) => ({ host: request.headers.host }))
  service.app.get('/page', (_request, reply) => reply.type('text/html; charset=utf-8').send('<p>'))
  return service
}

/** What a server answers to bytes that no client of ours would send. */
async function answered(service: Service, ...lines: readonly string[]): Promise<string> {
  const port = await service.listen({ port: 0 })
  return new Promise((resolve, reject) => {
    let heard = ''
    connect({ port, host: '127.0.0.1' }).on('data', (part: Buffer) => { heard += part.toString() }).on('close', () => { resolve(heard) }).on('error', reject)
      .end(([...lines, 'Connection: close', '', ''].join('\r\n')))
  })
}

describe('an answer with data (SEC-16)', () => {
  it.each(['/api/things', '/api/nothing', '/api/%ZZ'])('is read as data only, and by pages of its own origin: %s', async (url) => {
    expect((await started().app.inject(url)).headers).toMatchObject(dataHeaders)
  })

  it('is so too where no request came whole', async () => {
    const heard = await answered(started(), 'nonsense')
    for (const [name, value] of Object.entries(dataHeaders)) expect(heard).toContain(`${name}: ${value}`)
  })

  it('leaves pages their own policy', async () => {
    const service = started()
    service.app.get('/own', (_request, reply) => reply.header('content-security-policy', "frame-ancestors 'self'").type('text/html; charset=utf-8').send('<p>'))
    expect((await service.app.inject('/own')).headers['content-security-policy']).toBe("frame-ancestors 'self'")
    expect((await service.app.inject('/page')).headers['content-security-policy']).toBe("frame-ancestors 'none'")
  })
})

describe('a request that two readers may take for two hosts (SEC-19)', () => {
  it.each([
    ['two Host headers', ['GET /api/things HTTP/1.1', 'Host: costaverde.example', 'Host: evil.example']],
    ['the same Host header twice', ['GET /api/things HTTP/1.1', 'Host: costaverde.example', 'host: costaverde.example']],
    ['a target that names a host', ['GET http://evil.example/api/things HTTP/1.1', 'Host: costaverde.example']],
  ])('is refused: %s', async (_what, lines) => {
    expect(await answered(started(), ...lines)).toMatch(/^HTTP\/1\.1 400 [^]*"code":"InvalidRequest"/)
  })

  it('is another one than a request with one host', async () => {
    expect(await answered(started(), 'GET /api/things HTTP/1.1', 'Host: costaverde.example')).toMatch(/^HTTP\/1\.1 200 [^]*costaverde\.example/)
  })
})

it.each([[true, 'max-age=63072000; includeSubDomains'], [false, 'max-age=63072000']])('a server that is reached by https makes browsers come by nothing else, names below its own included: %s (SEC-13, ASVS 3.4.1)', async (withSubdomains, asked) => {
  const service = started()
  askForTls(service.app, { withSubdomains })
  for (const url of ['/page', '/api/nothing']) expect((await service.app.inject(url)).headers['strict-transport-security']).toBe(asked)
})
