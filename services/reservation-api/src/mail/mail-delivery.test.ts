import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { pino } from 'pino'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { logWords } from '@checkin/testing/log-words'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { codeSecret, freshAddress, identityApp, type IdentityApp } from '../../test/fixtures/identity-app.fixture.ts'
import type { MailTenant } from './mail-writer.ts'
import { type ReadyMail, smtpMailer } from '@checkin/server/mail'
import { oneMailer } from './mail-accounts.ts'
import { mailSettings } from './mail-settings.ts'
import { startMailWorker } from './mail-worker.ts'
import type { RepeatedWork } from '../tenants/repeated-work.ts'
import { enqueueMail } from './outbox-store.ts'

interface Delivered {
  readonly recipients: readonly string[]
  readonly mail: Email
}

let world: IdentityApp
beforeAll(async () => { world = await identityApp() })
afterAll(() => world.stop())

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => { for (const close of closing.splice(0).reverse()) await close() })

const tenant: MailTenant = { id: 'costaverde', host: 'costaverde.localhost', firmName: 'Costa Verde', brand: null, firmLogo: null, sender: 'check-in@costaverde.example', site: 'http://costaverde.localhost:4000' }

/** A real SMTP server that keeps what it gets. */
async function mailServer(port = 0, behaviour: Partial<SMTPServerOptions> = {}): Promise<{ port: number; delivered: Delivered[] }> {
  const delivered: Delivered[] = []
  const server = new SMTPServer({
    authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(parts)).then((mail) => {
          delivered.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), mail })
          done()
        })
      })
    },
    ...behaviour,
  })
  await new Promise<void>((resolve) => { server.listen(port, '127.0.0.1', resolve) })
  closing.push(() => new Promise<void>((resolve) => { server.close(resolve) }))
  const address = server.server.address()
  return { port: typeof address === 'object' && address ? address.port : 0, delivered }
}

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const address = server.address()
  await new Promise((resolve) => { server.close(resolve) })
  return typeof address === 'object' && address ? address.port : 0
}

function worker(port: number, log: string[] = [], pollMs = 3_600_000): RepeatedWork {
  const { smtp } = mailSettings({ CHECKIN_CODE_SECRET: codeSecret, CHECKIN_SMTP_PORT: String(port) })
  const started = startMailWorker({
    database: world.database, accounts: oneMailer(smtpMailer(smtp)), secret: codeSecret, tenants: () => Promise.resolve([tenant]), pollMs,
    log: pino({ level: 'trace' }, { write: (line: string) => { log.push(line) } }),
  })
  closing.push(() => started.stop())
  return started
}

async function queued(to: string): Promise<string> {
  const { id } = await world.stored({ email: to })
  await world.database.withTenant('costaverde', (transaction) => enqueueMail(transaction, {
    tenantId: 'costaverde', kind: 'code', reservationId: id, to, language: 'pt', payload: { code: '482913', reference: 'CV1001', minutes: 10 }, usefulSeconds: 600,
  }, codeSecret))
  return id
}

const stateOf = async (reservationId: string) =>
  (await world.asAdmin('select state, attempts, to_address, payload, last_error from mail_outbox where reservation_id = $1', [reservationId]))[0]

const due = () => world.asAdmin("update mail_outbox set next_attempt_at = now() where state = 'queued'")

describe('a mail of the outbox', () => {
  it('arrives with text and HTML in the renter’s language, from the tenant’s address (API-10)', async () => {
    const { port, delivered } = await mailServer()
    const reservation = await world.stored({ email: 'arrives@example.com' })
    await world.browser({ address: freshAddress(), language: 'pt' }).lookup(reservation)
    const code = await world.latestCode('arrives@example.com')
    await worker(port).run()
    expect(delivered).toHaveLength(1)
    const mail = delivered[0]?.mail
    expect(delivered[0]?.recipients).toEqual(['arrives@example.com'])
    expect(mail?.from).toMatchObject({ name: 'Costa Verde', address: 'check-in@costaverde.example' })
    expect(mail?.subject).toBe(`${code} é o seu código de check-in, Costa Verde`)
    expect(mail?.text).toContain(code)
    expect(mail?.html).toContain(code)
    expect(mail?.headers.find(({ key }) => key === 'content-language')?.value).toBe('pt')
  })

  it('opens the reservation with the code that it brought, end to end (VERIF-13, VERIF-21)', async () => {
    const { port, delivered } = await mailServer()
    const browser = world.browser({ address: freshAddress() })
    await browser.lookup(await world.stored({ email: 'endtoend@example.com' }))
    await worker(port).run()
    const code = /\b\d{6}\b/.exec(delivered[0]?.mail.text ?? '')?.[0] ?? ''
    expect((await browser.validate(code)).statusCode).toBe(200)
  })

  it('is forgotten once it left: neither address nor content stays (DEC-80)', async () => {
    const { port } = await mailServer()
    const id = await queued('forgotten@example.com')
    await worker(port).run()
    expect(await stateOf(id)).toEqual({ state: 'sent', attempts: 1, to_address: null, payload: null, last_error: null })
  })

  it('leaves later when the mail server was away', async () => {
    const port = await freePort()
    const id = await queued('later@example.com')
    const sender = worker(port)
    await sender.run()
    expect(await stateOf(id)).toMatchObject({ state: 'queued', attempts: 1, last_error: 'ESOCKET' })
    const { delivered } = await mailServer(port)
    await sender.run()
    expect(delivered).toEqual([])
    await due()
    await sender.run()
    expect(delivered.map(({ recipients }) => recipients)).toEqual([['later@example.com']])
    expect(await stateOf(id)).toMatchObject({ state: 'sent', attempts: 2 })
  })

  it('is given up when its code would have expired before the next attempt (DEC-08)', async () => {
    const id = await queued('expired@example.com')
    await world.asAdmin("update mail_outbox set expires_at = now() where reservation_id = $1", [id])
    await worker(await freePort()).run()
    expect(await stateOf(id)).toMatchObject({ state: 'expired', to_address: null, payload: null })
  })

  it('is not tried again when the server refuses it for good', async () => {
    const { port } = await mailServer(0, { onRcptTo: (_address, _session, done) => { done(Object.assign(new Error('no such mailbox'), { responseCode: 550 })) } })
    const id = await queued('refused@example.com')
    await worker(port).run()
    expect(await stateOf(id)).toMatchObject({ state: 'failed', last_error: '550' })
  })

  it('is tried again when the server asks for patience', async () => {
    const { port } = await mailServer(0, { onRcptTo: (_address, _session, done) => { done(Object.assign(new Error('busy'), { responseCode: 451 })) } })
    const id = await queued('busy@example.com')
    await worker(port).run()
    expect(await stateOf(id)).toMatchObject({ state: 'queued', last_error: '451' })
    await world.asAdmin("delete from mail_outbox where state = 'queued'")
  })

  it('is taken by one of several workers', async () => {
    const { port, delivered } = await mailServer()
    await Promise.all(Array.from({ length: 12 }, (_, at) => queued(`shared${at}@example.com`)))
    await Promise.all([worker(port), worker(port), worker(port)].map((each) => each.run()))
    expect(delivered.flatMap(({ recipients }) => recipients).sort()).toEqual(Array.from({ length: 12 }, (_, at) => `shared${at}@example.com`).sort())
  })

  it('that a dead process had taken is taken again when its time is over, with the same Message-ID', async () => {
    const { port, delivered } = await mailServer()
    const id = await queued('lease@example.com')
    await world.asAdmin("update mail_outbox set attempts = 1, next_attempt_at = now() + interval '60 seconds' where reservation_id = $1", [id])
    const sender = worker(port)
    await sender.run()
    expect(delivered).toEqual([])
    await due()
    await sender.run()
    const [row] = await world.asAdmin('select id from mail_outbox where reservation_id = $1', [id])
    expect(delivered[0]?.mail.messageId).toBe(`<${String(row?.['id'])}@costaverde.localhost>`)
  })

  it('is sent at once when it was just written, without waiting for the next look', async () => {
    const arrived = Promise.withResolvers<string>()
    const { port } = await mailServer(0, { onRcptTo: ({ address }, _session, done) => { done(); arrived.resolve(address) } })
    const sender = worker(port)
    await queued('nudge@example.com')
    sender.wake()
    expect(await arrived.promise).toBe('nudge@example.com')
  })

  it('that was sealed by another secret is put aside, and the others still leave', async () => {
    const { port, delivered } = await mailServer()
    const [odd, good] = [await queued('odd@example.com'), await queued('good@example.com')]
    await world.asAdmin("update mail_outbox set payload = 'x' where reservation_id = $1", [odd])
    await worker(port).run()
    expect(await stateOf(odd)).toMatchObject({ state: 'failed', last_error: 'EPAYLOAD' })
    expect(await stateOf(good)).toMatchObject({ state: 'sent' })
    expect(delivered).toHaveLength(1)
  })

  it('is logged without address, code or reference (DEC-80)', async () => {
    const { port } = await mailServer()
    const log: string[] = []
    await queued('canary@example.com')
    await worker(port, log).run()
    await queued('canary@example.com')
    await worker(await freePort(), log).run()
    expect(log.join('')).toContain('mail sent')
    expect(log.join('')).toContain('mail will be tried again')
    expect(logWords(log.join(''))).not.toMatch(/canary|482913|CV1001/)
    await world.asAdmin("delete from mail_outbox where state = 'queued'")
  })
})

describe('the way out', () => {
  const mail: ReadyMail = { from: { name: 'Costa Verde', address: 'check-in@costaverde.example' }, to: 'x@y.zz', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', language: 'en', messageId: '<1@test>' }
  const mailer = (port: number) => {
    const made = smtpMailer(mailSettings({ CHECKIN_CODE_SECRET: codeSecret, CHECKIN_SMTP_PORT: String(port) }).smtp)
    closing.push(async () => { made.close() })
    return made
  }

  it.each(['x@y.zz\r\nBcc: evil@z.zz', 'x@y.zz, evil@z.zz', 'Evil <evil@z.zz>', 'x@y.zz\nevil@z.zz', '', 'x'])('sends nothing to %j: one plain address or none', async (to) => {
    const { port, delivered } = await mailServer()
    expect(await mailer(port).send({ ...mail, to })).toEqual({ kind: 'never', reason: 'EADDRESS' })
    expect(delivered).toEqual([])
  })

  it('sends nothing in clear where TLS is asked for, however a server hides that it could (SEC-13)', async () => {
    const { port, delivered } = await mailServer()
    const made = smtpMailer({ ...mailSettings({ CHECKIN_CODE_SECRET: codeSecret, CHECKIN_SMTP_PORT: String(port) }).smtp, requireTls: true })
    closing.push(async () => { made.close() })
    expect((await made.send(mail)).kind).not.toBe('sent')
    expect(delivered).toEqual([])
  })

  it('keeps line breaks in a name or subject from becoming headers or recipients', async () => {
    const { port, delivered } = await mailServer()
    const name = 'Costa\r\nBcc: evil@z.zz'
    await mailer(port).send({ ...mail, from: { name, address: mail.from.address }, subject: `Hello\r\nBcc: evil@z.zz\r\nX-${randomUUID()}: 1` })
    expect(delivered.map(({ recipients }) => recipients)).toEqual([['x@y.zz']])
    expect(delivered[0]?.mail.bcc ?? []).toEqual([])
  })
})
