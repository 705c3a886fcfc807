import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { smtpMailer } from '@checkin/server/mail'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aModule, testClock, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { limitedToken, operator } from '../test/test-tenants.ts'
import type { Actor } from '../access/actor.ts'
import { startMailEvents } from './mail-events.ts'
import { tokenOf } from './mail-subscriptions.ts'

interface Delivered { readonly to: readonly string[]; readonly mail: Email }

const delivered: Delivered[] = []
/** What the server says to each recipient; 250 where nothing is said. */
const refusals = new Map<string, number>()
/** A real SMTP server, in clear as on the machine of the demo. */
const server = new SMTPServer({
  authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], disableReverseLookup: true,
  onRcptTo: ({ address }, _session, done) => { const status = refusals.get(address); done(status === undefined ? null : Object.assign(new Error('no'), { responseCode: status })) },
  onData: (stream, { envelope }, done) => {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => { void PostalMime.parse(Buffer.concat(parts)).then((mail) => { delivered.push({ to: envelope.rcptTo.map(({ address }) => address), mail }); done() }) })
  },
})

let registry: TestRegistry
let without: TestRegistry
let op: ReturnType<typeof operator>
const clock = testClock()
const log: string[] = []
const noted = (details: object, message: string) => { log.push(JSON.stringify({ ...details, message })) }
const places = { console: 'https://ops.example.com', from: 'releases@example.com' }
let smtp: { readonly host: string; readonly port: number; readonly secure: boolean; readonly user: undefined; readonly password: undefined }
beforeAll(async () => {
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const address = server.server.address()
  smtp = { host: '127.0.0.1', port: typeof address === 'object' && address ? address.port : 0, secure: false, user: undefined, password: undefined }
  registry = await testRegistry({ clock: () => clock.now, mail: { smtp, rules: null, ...places } })
  without = await testRegistry()
  op = operator(registry)
  await op.publishAll()
  for (const host of ['a.example', 'b.example', 'c.example', 'd.example']) await op.tenantWith(host)
  await op.call('PUT', '/tenants/b.example/options', { body: { groups: ['pilot'] } })
})
afterAll(async () => {
  await registry.close()
  await without.close()
  await new Promise<void>((resolve) => { server.close(resolve) })
})
const closing: (() => unknown)[] = []
beforeEach(() => { delivered.length = 0; refusals.clear() })
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await registry.database.kysely.deleteFrom('mail_subscription').execute()
})

/** One registry process that mails. */
function aProcess() {
  const mailer = smtpMailer(smtp, null)
  const work = startMailEvents({ database: registry.database, mail: { mailer, ...places }, log: { warn: noted, error: noted }, everyMs: 3_600_000 })
  closing.push(() => mailer.close(), work.stop)
  return work
}
const asksFor = (address: string, more: object = {}, token?: string) => op.post('/mail-subscriptions', { address, ...more }, token)
const codeIn = (text: string | undefined) => /^Code: (\S+)$/m.exec(text ?? '')?.[1] ?? ''
/** An address that asked and confirmed; answers its number. */
async function confirmed(address: string, more: object = {}, token?: string): Promise<number> {
  expect((await asksFor(address, more, token)).status).toBe(200)
  const { body } = await op.post('/mail-subscriptions/confirm', { code: codeIn(delivered.at(-1)?.mail.text) }, token)
  expect(body).toMatchObject({ address, state: 'active' })
  delivered.length = 0
  return Number(body['id'])
}
const goes = async (host: string, modules: Record<string, string> = { 'mfe-driver': '1.1.0' }) => { expect((await op.set(host, modules, { percent: 10 })).status).toBe(200); expect((await op.back(host)).status).toBe(200) }
const due = () => registry.database.kysely.updateTable('webhook_delivery').set({ next_attempt_at: new Date(0) }).execute()
const listed = async (token?: string) => (await op.call('GET', '/mail-subscriptions', { ...(token !== undefined && { token }) })).body['subscriptions'] as { id: number; address: string }[]
const headerOf = (mail: Email | undefined, name: string) => mail?.headers.find(({ key }) => key === name)?.value

describe('mails on rollout events (DEC-354)', () => {
  it('begin when the code that was mailed comes back, and tell in plain text what happened since, with a link to the console', async () => {
    const work = aProcess()
    expect((await asksFor('duty@example.com')).body).toMatchObject({ address: 'duty@example.com', state: 'unconfirmed', confirmBy: '2026-12-02T12:00:00.000Z' })
    const [asking] = delivered
    expect(asking?.to).toEqual(['duty@example.com'])
    expect(asking?.mail.text).toContain(`https://ops.example.com/rollouts?confirm=${codeIn(asking?.mail.text)}`)
    await goes('a.example')
    await work.run()
    expect(delivered).toHaveLength(1)
    expect((await op.post('/mail-subscriptions/confirm', { code: codeIn(asking?.mail.text) })).body).toMatchObject({ state: 'active' })
    // A code counts twice as well as once.
    expect((await op.post('/mail-subscriptions/confirm', { code: codeIn(asking?.mail.text) })).status).toBe(200)
    await goes('b.example')
    await work.run()
    expect(delivered).toHaveLength(2)
    const mail = delivered[1]?.mail
    expect(mail?.subject).toBe('A tenant went back: b.example and 1 more')
    expect(mail?.html).toBeUndefined()
    expect(mail?.text).toMatch(/^2026-12-01 12:00 UTC {2}A tenant gets other versions: b\.example\n {2}by demo-operator: a test\n {2}https:\/\/ops\.example\.com\/releases\/b\.example\n/)
    expect(mail?.text).toContain('UTC  A tenant went back: b.example')
    expect(mail?.text).not.toContain('a.example')
    expect(mail?.from?.address).toBe('releases@example.com')
    const { code } = await registry.database.kysely.selectFrom('mail_subscription').select('leave_code as code').executeTakeFirstOrThrow()
    expect([headerOf(mail, 'list-unsubscribe'), headerOf(mail, 'list-unsubscribe-post')]).toEqual([`<https://ops.example.com/unsubscribe/${code}>`, 'List-Unsubscribe=One-Click'])
  })

  it('tell nothing twice, by however many processes, and what happens within a minute in one mail', async () => {
    await confirmed('duty@example.com')
    const [one, other] = [aProcess(), aProcess()]
    await goes('a.example')
    await Promise.all([one.run(), other.run()])
    expect(delivered).toHaveLength(1)
    await goes('b.example')
    await goes('c.example')
    await Promise.all([one.run(), other.run()])
    expect(delivered).toHaveLength(1)
    await due()
    await Promise.all([one.run(), other.run()])
    expect(delivered.map(({ mail }) => mail.subject)).toEqual(['A tenant went back: a.example and 1 more', 'A tenant went back: b.example and 3 more'])
  })

  it('are sent again under the same id while the server refuses, and wait an hour where it will not take the address', async () => {
    await confirmed('soon@example.com')
    const work = aProcess()
    refusals.set('soon@example.com', 450)
    await goes('a.example')
    await work.run()
    expect(delivered).toEqual([])
    const row = () => registry.database.kysely.selectFrom('webhook_delivery').selectAll().where('receiver', 'like', 'mail:%').orderBy('receiver', 'desc').executeTakeFirstOrThrow()
    const { delivered: acknowledged, receiver, next_attempt_at: soon } = await row()
    expect(await row()).toMatchObject({ attempts: 1, last_error: '450', failing_since: expect.any(Date) as Date })
    expect(soon.getTime() - Date.now()).toBeLessThan(50 * 60_000)
    refusals.set('soon@example.com', 550)
    await due()
    await work.run()
    expect((await row()).next_attempt_at.getTime() - Date.now()).toBeGreaterThan(50 * 60_000)
    expect((await listed())[0]).toMatchObject({ failingSince: expect.any(String) as string })
    refusals.clear()
    await due()
    await work.run()
    expect(delivered).toHaveLength(1)
    expect(headerOf(delivered[0]?.mail, 'message-id')).toMatch(new RegExp(`^<rollout-${receiver.slice('mail:'.length)}-${acknowledged + 1}-\\d+@example\\.com>$`))
    // An address that was never reached in a week is forgotten.
    await registry.database.kysely.insertInto('webhook_delivery').values({ receiver: 'a system', delivered: 0, last_error: 'away' }).execute()
    await registry.database.kysely.updateTable('webhook_delivery').set({ failing_since: new Date(Date.now() - 8 * 86_400_000) }).execute()
    await work.run()
    expect(await listed()).toEqual([])
    // A system is not: it is told what it missed, however late.
    expect(await registry.database.kysely.deleteFrom('webhook_delivery').where('receiver', '=', 'a system').returning('receiver').execute()).toHaveLength(1)
  })

  it.each([
    ['of one kind', { events: ['tenant.rolled-back'] }, 'A tenant went back: a.example and 1 more'],
    ['of a tenant', { hosts: ['a.example'] }, 'A tenant went back: a.example and 1 more'],
    ['of a group as it is then', { groups: ['pilot'] }, 'A tenant went back: b.example and 1 more'],
  ])('are %s where that was asked for', async (_case, more, subject) => {
    await confirmed('duty@example.com', more)
    await goes('a.example')
    await goes('b.example')
    await aProcess().run()
    expect(delivered.map(({ mail }) => mail.subject)).toEqual([subject])
  })

  it('are none of what does not concern an address, which is then told up to there', async () => {
    const id = await confirmed('duty@example.com', { hosts: ['a.example'] })
    await goes('b.example')
    await confirmed('nobody@example.com', { groups: ['nobody'] })
    await goes('b.example')
    // A version is nobody's tenant: who chose some is not told of it.
    await registry.publish(aModule('mfe-driver', '1.9.0'))
    await aProcess().run()
    expect(delivered).toEqual([])
    const { last_entry: last } = await registry.database.kysely.selectFrom('ledger').select('last_entry').executeTakeFirstOrThrow()
    expect(await registry.database.kysely.selectFrom('webhook_delivery').select(['delivered', 'attempts', 'failing_since']).where('receiver', '=', `mail:${id}`).executeTakeFirstOrThrow()).toEqual({ delivered: last, attempts: 0, failing_since: null })
  })

  it.each([[550, 'in the same round where the server will not take one address'], [450, 'in the next round where it is away for now']] as const)('after %i to one address, others are told %s', async (status, _when) => {
    await confirmed('first@example.com')
    await confirmed('second@example.com')
    refusals.set('first@example.com', status)
    const work = aProcess()
    await goes('a.example')
    await work.run()
    expect(delivered.map(({ to }) => to)).toEqual(status === 550 ? [['second@example.com']] : [])
    await work.run()
    expect(delivered.map(({ to }) => to)).toEqual([['second@example.com']])
  })

  it('tell who is limited to tenants of these alone, whatever was asked for', async () => {
    const token = await limitedToken(registry, 'viewer', ['a.example'])
    expect((await asksFor('of-a@example.com', { hosts: ['b.example'] }, token)).status).toBe(403)
    await confirmed('of-a@example.com', {}, token)
    await confirmed('pilots@example.com', { groups: ['pilot'] }, token)
    await goes('a.example')
    await goes('b.example')
    await op.post('/modules/mfe-driver/versions/1.2.0/kill', { reason: 'it breaks' })
    await aProcess().run()
    expect(delivered.map(({ to, mail }) => `${to.join(' ')}: ${mail.subject}`)).toEqual(['of-a@example.com: A tenant went back: a.example and 1 more'])
  })

  it('end at once by the link of each mail, without signing in, as often as it is pressed', async () => {
    const id = await confirmed('duty@example.com')
    const { code } = await registry.database.kysely.selectFrom('mail_subscription').select('leave_code as code').where('id', '=', id).executeTakeFirstOrThrow()
    for (const _press of [1, 2]) expect((await op.post('/mail-subscriptions/unsubscribe', { code }, '')).body).toEqual({ ended: true })
    await goes('a.example')
    await aProcess().run()
    expect(delivered).toEqual([])
    expect(await listed()).toEqual([])
  })

  it.each([
    ['revoked', (label: string) => op.call('DELETE', `/tokens/${encodeURIComponent(label)}?reason=left`)],
    ['over', async (label: string) => { await registry.database.kysely.updateTable('access_token').set({ expires_at: new Date(0) }).where('label', '=', label).execute(); await registry.tick() }],
  ])('end with the token that they were asked for with, when it is %s: address and notes go, and the audit says so (DEC-358)', async (how, ends) => {
    const host = `${how}.example`
    const token = await limitedToken(registry, 'viewer', [host])
    const id = await confirmed('left@example.com', {}, token)
    const stays = await confirmed('duty@example.com')
    expect((await asksFor('late@example.com', {}, token)).status).toBe(200)
    const code = codeIn(delivered.at(-1)?.mail.text)
    await ends(`viewer of ${host}`)
    expect((await listed()).map((each) => each.address).filter((address) => address !== 'late@example.com')).toEqual(['duty@example.com'])
    expect(await registry.database.kysely.selectFrom('webhook_delivery').select('receiver').where('receiver', 'in', [`mail:${id}`, `mail:${stays}`]).execute()).toEqual([{ receiver: `mail:${stays}` }])
    expect(JSON.stringify((await op.call('GET', '/audit')).body)).toContain(`"actor":"the end of its token","action":"mails end","subject":"mail subscription ${id}"`)
    // What was not confirmed then never is; that it was asked for counts for the limit of codes.
    expect((await op.post('/mail-subscriptions/confirm', { code })).body.code).toBe('UnknownCode')
    expect(await registry.database.kysely.selectFrom('mail_subscription').select('id').where('address', '=', 'late@example.com').execute()).toHaveLength(1)
  })

  it('are not sent in the moment between the end of a token and that of its mails (DEC-358)', async () => {
    const token = await limitedToken(registry, 'viewer', ['a.example', 'd.example'])
    await confirmed('left@example.com', {}, token)
    await goes('a.example')
    await registry.database.kysely.updateTable('access_token').set({ expires_at: new Date(0) }).where('label', '=', 'viewer of a.example d.example').execute()
    await aProcess().run()
    expect(delivered).toEqual([])
  })

  it('reach no further than the token does now, also where it was limited since (DEC-358)', async () => {
    const token = await limitedToken(registry, 'viewer', ['a.example', 'b.example', 'c.example'])
    await confirmed('duty@example.com', {}, token)
    expect((await op.call('PATCH', `/tokens/${encodeURIComponent('viewer of a.example b.example c.example')}`, { body: { hosts: ['b.example'], reason: 'b alone' } })).status).toBe(200)
    await goes('a.example')
    await goes('b.example')
    await aProcess().run()
    expect(delivered.map(({ mail }) => mail.subject)).toEqual(['A tenant went back: b.example and 1 more'])
  })

  it('of a person of the identity provider, who has no token here, reach what that person reached then (DEC-358)', async () => {
    const id = await confirmed('person@example.com', {}, await limitedToken(registry, 'operator', ['b.example']))
    await registry.database.kysely.updateTable('mail_subscription').set({ token: null }).where('id', '=', id).execute()
    for (const host of ['a.example', 'b.example']) await goes(host)
    await aProcess().run()
    expect(delivered.map(({ mail }) => mail.subject)).toEqual(['A tenant went back: b.example and 1 more'])
  })

  it('go with no token where a person of the identity provider asked, also one who is called like a token (DEC-358)', async () => {
    await limitedToken(registry, 'viewer', ['d.example'])
    const actor = { label: 'viewer of d.example', role: 'viewer', module: null, hosts: null, identity: { kind: 'token', label: 'viewer of d.example' } } as unknown as Actor
    const session = { id: '1', isCheckDue: false, isByToken: false, isConfirmed: true, isPasskeyDue: false }
    const goesWith = (who: Actor) => registry.database.withTx((tx) => tokenOf({ tx }, who))
    expect([await goesWith(actor), await goesWith({ ...actor, session }), await goesWith({ ...actor, session: { ...session, isByToken: true } })]).toEqual(['viewer of d.example', null, 'viewer of d.example'])
  })

  it('are begun once: the code says the same again, also after its day, and what others ask for later leaves them', async () => {
    expect((await asksFor('duty@example.com')).status).toBe(200)
    const code = codeIn(delivered.at(-1)?.mail.text)
    const { body } = await op.post('/mail-subscriptions/confirm', { code })
    const begun = async () => (await op.call('GET', '/audit')).body['entries'] as { action: string; subject: string }[]
    const count = async () => (await begun()).filter(({ action, subject }) => action === 'mails begin' && subject === `mail subscription ${String(body['id'])}`).length
    clock.now = new Date(clock.now.getTime() + 25 * 3_600_000)
    expect((await op.post('/mail-subscriptions/confirm', { code })).body).toEqual(body)
    expect(await count()).toBe(1)
    expect((await asksFor('later@example.com')).status).toBe(200)
    expect((await listed()).map(({ address }) => address)).toContain('duty@example.com')
    clock.now = clock.start
  })

  it('count an answered code for nothing: an address that confirmed may be asked again, and ten are one person\'s', async () => {
    for (let times = 0; times < 4; times += 1) await confirmed('often@example.com')
    for (let asked = 4; asked < 10; asked += 1) expect((await asksFor(`list-${asked}@example.com`)).status).toBe(200)
    expect((await asksFor('one-more@example.com')).body.code).toBe('TooManySubscriptions')
    expect((await asksFor('one-more@example.com', {}, 'demo-viewer')).status).toBe(200)
  })

  it('are ended by who asked for them and by administrators, who see all; others see and end none', async () => {
    const viewer = await limitedToken(registry, 'viewer', ['c.example'])
    const id = await confirmed('duty@example.com', {}, 'demo-viewer')
    expect([await listed('demo-viewer'), await listed(viewer)]).toMatchObject([[{ id }], []])
    expect((await listed()).map((each) => each.address)).toEqual(['duty@example.com'])
    expect((await op.call('DELETE', `/mail-subscriptions/${id}`, { token: viewer })).status).toBe(404)
    expect((await op.call('DELETE', `/mail-subscriptions/${id}`)).body).toEqual({ ended: true })
    expect((await op.call('DELETE', `/mail-subscriptions/${id}`)).body.code).toBe('UnknownSubscription')
    const own = await confirmed('own@example.com', {}, 'demo-viewer')
    expect((await op.call('DELETE', `/mail-subscriptions/${own}`, { token: 'demo-viewer' })).body).toEqual({ ended: true })
  })

  it('reach no stranger more often than three times a day, whoever asks, and a code no longer than a day', async () => {
    for (const token of ['demo-operator', 'demo-viewer', 'demo-approver']) expect((await asksFor('stranger@example.com', {}, token)).status).toBe(200)
    expect((await asksFor('Stranger@example.com')).body).toMatchObject({ status: 429, code: 'TooManySubscriptions' })
    expect((await op.call('DELETE', `/mail-subscriptions/${(await listed())[0]?.id}`)).body.code).toBe('NotConfirmed')
    const code = codeIn(delivered[0]?.mail.text)
    clock.now = new Date(clock.now.getTime() + 25 * 3_600_000)
    expect((await op.post('/mail-subscriptions/confirm', { code })).body.code).toBe('UnknownCode')
    expect(await listed()).toEqual([])
    expect((await asksFor('stranger@example.com')).status).toBe(200)
    for (let asked = 1; asked < 10; asked += 1) expect((await asksFor(`list-${asked}@example.com`)).status).toBe(200)
    expect((await asksFor('one-more@example.com')).body.code).toBe('TooManySubscriptions')
    clock.now = clock.start
  })

  it('are refused with a reason where the mail server takes no mail to the address, and nothing is kept', async () => {
    refusals.set('nobody@example.com', 550)
    expect((await asksFor('nobody@example.com')).body).toMatchObject({ status: 502, code: 'MailNotTaken', title: 'The mail server did not take the mail (550): look at the address' })
    expect(await listed()).toEqual([])
  })

  it('are refused where this installation sends none, and the list says so', async () => {
    const other = operator(without)
    expect((await other.call('GET', '/mail-subscriptions')).body).toEqual({ configured: false, subscriptions: [] })
    expect((await other.post('/mail-subscriptions', { address: 'duty@example.com' })).body.code).toBe('MailNotConfigured')
  })

  it.each([['an address that is none', { address: 'duty' }], ['two addresses', { address: 'a@example.com, b@example.com' }], ['a kind of event that there is not', { address: 'a@example.com', events: ['tenant.renamed'] }]])('are refused for %s', async (_case, body) => {
    expect((await op.post('/mail-subscriptions', body)).status).toBe(400)
    expect(delivered).toEqual([])
  })

  it('leave no address in log and audit', async () => {
    await confirmed('secret.person@example.com')
    refusals.set('secret.person@example.com', 450)
    await goes('a.example')
    await aProcess().run()
    expect(log.join('')).toContain('a mail on rollout events will be sent again')
    const audit = JSON.stringify((await op.call('GET', '/audit')).body)
    expect(audit).toContain('mails begin')
    for (const text of [log.join(''), audit]) expect(text).not.toContain('secret.person')
  })
})
