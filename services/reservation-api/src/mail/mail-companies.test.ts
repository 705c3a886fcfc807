import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminToken, wholeApi, type WholeApi } from '../../test/fixtures/whole-api.fixture.ts'
import { createMailAccounts } from './mail-accounts.ts'
import { startMailWorker } from './mail-worker.ts'
import type { RepeatedWork } from '../tenants/repeated-work.ts'
import { enqueueMail } from './outbox-store.ts'
import { accountSeal } from '../tenants/accounts/account-seal.ts'

const secret = 'code-secret-of-tests'
/** Logins by which mail came, one for each. */
const came: string[] = []
let passwords: Readonly<Record<string, string>> = { green: 'the password of green', later: 'the password of later' }
const server = new SMTPServer({
  disabledCommands: ['STARTTLS'], allowInsecureAuth: true, disableReverseLookup: true,
  onAuth: ({ username = '', password }, _session, done) => {
    if (passwords[username] === password) done(null, { user: username })
    else done(Object.assign(new Error('wrong'), { responseCode: 535 }))
  },
  onData: (stream, session, done) => {
    stream.resume()
    stream.on('end', () => {
      came.push(String(session.user))
      done()
    })
  },
})

let api: WholeApi
let worker: RepeatedWork
let port: number
beforeAll(async () => {
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const address = server.server.address()
  port = typeof address === 'object' && address ? address.port : 0
  api = await wholeApi({ isSingleCompany: false })
  const log = pino({ level: 'silent' })
  worker = startMailWorker({
    database: api.database, secret, log, pollMs: 3_600_000,
    accounts: createMailAccounts({ source: { database: api.database, seal: accountSeal('document-secret-of-tests'), isSingleCompany: false, log }, environment: { host: '127.0.0.1', port, secure: false, user: undefined, password: undefined }, demo: true }),
    tenants: () => Promise.resolve([{ id: 'costaverde', host: 'costaverde.localhost', firmName: 'Costa Verde', brand: null, firmLogo: null, sender: 'a@costaverde.example', site: 'http://costaverde.localhost' }]),
  })
})
afterAll(async () => {
  await worker.stop()
  await api.stop()
  await new Promise<void>((resolve) => { server.close(resolve) })
})

const internal = async (method: 'GET' | 'PUT', path: string, payload?: object) => (await api.app.inject({ method, url: `/internal/v1${path}`, headers: { authorization: `Bearer ${adminToken}` }, ...(payload && { payload }) })).json<{ rows: { kind: string; reference: string }[] }>()
const login = (user: string, password = `the password of ${user}`) => internal('PUT', '/tenants/costaverde/accounts/mail', { host: '127.0.0.1', port, user, password })
let count = 0
const queue = async (usefulSeconds = 600): Promise<string> => {
  const reference = `MAIL${count += 1}`
  const { id } = await api.stored('costaverde', reference)
  await api.database.withTenant('costaverde', (transaction) => enqueueMail(transaction, {
    tenantId: 'costaverde', kind: 'code', reservationId: id, to: 'maria@example.com', language: 'en', payload: { code: '123456', reference, minutes: 10 }, usefulSeconds,
  }, secret))
  return reference
}
const states = async () => (await api.asAdmin('select state from mail_outbox order by created_at, id')).map(({ state }) => state)

it('mail of a company without a server waits, and operators are told; it leaves by nobody else\'s', async () => {
  const reference = await queue()
  await worker.run()
  expect([came, await states()]).toEqual([[], ['queued']])
  expect((await internal('GET', '/attention')).rows).toEqual([expect.objectContaining({ kind: 'mail-no-account', reference })])
})

it('leaves by the company\'s own server once it has one; what is of no use any more does not', async () => {
  await queue(-1)
  await login('green')
  await worker.run()
  expect([came, await states()]).toEqual([['green'], ['sent', 'expired']])
  expect((await internal('GET', '/attention')).rows).toEqual([])
})

it('leaves by the new login after a change', async () => {
  await login('later')
  await queue()
  await worker.run()
  expect(came).toEqual(['green', 'later'])
})

it('waits while the server refuses the login, and is lost by no mistake of an operator', async () => {
  await login('green', 'a mistaken password')
  await queue()
  await worker.run()
  expect((await states()).at(-1)).toBe('queued')
  passwords = { ...passwords, green: 'a mistaken password' }
  await api.asAdmin('update mail_outbox set next_attempt_at = now()')
  await worker.run()
  expect([came.at(-1), (await states()).at(-1)]).toEqual(['green', 'sent'])
})
