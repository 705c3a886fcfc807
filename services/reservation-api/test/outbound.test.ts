import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { outboundSettings } from '@checkin/server/outbound'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { smtpMailer } from '@checkin/server/mail'

const rulesOf = (list: string) => outboundSettings({ CHECKIN_MODE: 'production', CHECKIN_OUTBOUND_HOSTS: list })
const mail = { from: { name: '', address: 'desk@example.com' }, to: 'maria@example.com', subject: 'Code', text: '123456', html: '123456', language: 'en', messageId: '<1@example.com>' } as const

/** A mail server of the inside, which takes what it is given and counts who comes. */
let server: Server
let port = 0
let connections = 0
const said: string[] = []
beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1
    socket.write('220 inside\r\n')
    let isMail = false
    createInterface(socket).on('line', (line) => {
      said.push(line)
      if (isMail && line !== '.') return
      socket.write(line === 'DATA' ? '354 go on\r\n' : '250 fine\r\n')
      isMail = line === 'DATA'
    })
    socket.on('error', () => undefined)
  })
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done) })
  port = (server.address() as AddressInfo).port
})
afterAll(() => { server.close() })

it.each([['that is not on the list', 'public'], ['that is on the list and leads inside', 'PORT']])('a mail server %s gets no connection, and the mail waits (ASVS 13.2.4, 1.3.6)', async (_what, list) => {
  const before = connections
  const mailer = smtpMailer({ host: 'localhost', port, secure: true, user: undefined, password: undefined }, rulesOf(list === 'PORT' ? `localhost:${port}` : list))
  const sent = await mailer.send(mail)
  mailer.close()
  expect([sent, connections - before]).toEqual([{ kind: 'again', reason: 'EOUTBOUND' }, 0])
})

it('a mail server that the installation says to be inside gets the mail (ASVS 13.2.4)', async () => {
  const mailer = smtpMailer({ host: 'localhost', port, secure: false, user: undefined, password: undefined }, rulesOf(`private:localhost:${port}`))
  const sent = await mailer.send(mail)
  mailer.close()
  expect(sent).toEqual({ kind: 'sent' })
  expect(said).toContain('RCPT TO:<maria@example.com>')
})

/** The engine of the installation's own machine or network, which no tenant and no renter names. */
const ownEngine = 'documents/scanning/clamd.ts'

it('no source of the service calls out but by what the list guards (ASVS 13.2.5)', () => {
  const folder = join(import.meta.dirname, '..', 'src')
  const calling = execFileSync('git', ['grep', '--untracked', '-lE', String.raw`internalFetch\(|[^.\w]fetch\(|https?Request|from 'node:https?'|from 'node:net'|from 'undici'|createTransport\(|withHttp2\(|sendWebhook\(`, '--', '*.ts', ':!*.test.ts', ':!*.fixture.ts'], { cwd: folder, encoding: 'utf8' }).trim().split('\n').filter((path) => path !== ownEngine)
  expect(calling.sort()).toEqual(['checkin/ticket/wallet/apple-push.ts', 'fleet/event-worker.ts', 'payments/providers/provider-call.ts'])
  for (const path of calling) expect(readFileSync(join(folder, path), 'utf8'), path).toMatch(/outbound(?:Fetch|Lookup|LookupOf|Socket)\(|outboundFetch\)/)
})
