import { createServer } from 'node:http'
import type { Answers } from './test-registry.fixture.ts'

export interface Seen { readonly method: string; readonly url: string; readonly authorization: string; readonly actor: string; readonly identity: string; readonly ifMatch: string; readonly active: string; readonly body: string }

/** A service behind the console: says what it was asked and answers by address. */
export async function upstream(answers: Answers) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => { body += part.toString() })
    request.on('end', () => {
      const { authorization = '', 'x-checkin-actor': actor = '', 'x-checkin-identity': identity = '', 'if-match': ifMatch = '', 'x-checkin-active': active = '' } = request.headers
      seen.push({ method: request.method ?? '', url: request.url ?? '', authorization, actor: String(actor), identity: decodeURIComponent(String(identity)), ifMatch, active: String(active), body })
      const [status, answer] = (answers[`${request.method} ${request.url?.split('?')[0]}`] ?? (() => [404, {}] as const))(request, body)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done) })
  const address = server.address()
  return { seen, url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, stop: () => server.close() }
}

/** What a list of tenants says of these. */
export const summariesOf = (tenants: readonly { readonly id: string; readonly host: string; readonly revision: number; readonly changedAt: string }[]) =>
  ({ tenants: tenants.map(({ id, host, revision, changedAt }) => ({ id, host, revision, changedAt, firmName: 'Costa Verde', currency: 'EUR', timeZone: 'Europe/Lisbon', steps: 6, gateways: ['Card'] })) })
