import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { wholeApi, type WholeApi } from '../../test/fixtures/whole-api.fixture.ts'
import { oldRequests } from '../identity/idempotent-requests.ts'
import { dueTenants, gatheringFinder, workFinder, type Work, type WorkKind } from './due-work.ts'

let api: WholeApi
let id: string
beforeAll(async () => {
  api = await wholeApi()
  ;({ id } = await api.stored('costaverde', 'WORK1'))
})
afterAll(() => api.stop())

/** Where work of tests lies; a row of each goes with the next test. */
const tables = ['handed_picture', 'picture_hand_over', 'driver_invitation', 'keyed_call', 'driver_check', 'form_draft', 'guess_guard', 'login_code', 'access_link', 'renter_session', 'document_image', 'document_remains', 'mail_outbox', 'money_order', 'payment_key',
  'payment_outbox', 'payment_intent', 'rental_agreement', 'fleet_event_delivery', 'provider_account']
beforeEach(() => api.asAdmin(tables.map((table) => `delete from ${table}`).join(';')))

const find = async (...work: readonly Work[]) => (await dueTenants(api.database.kysely, workFinder(api.database.kysely), ...work)()).map((tenant) => tenant.id)

const insert = (table: string, values: Readonly<Record<string, string>>): string =>
  `insert into ${table} (tenant_id, ${Object.keys(values).join(', ')}) values ('costaverde', ${Object.values(values).join(', ')})`
const [uuid, later, before] = ['gen_random_uuid()', "now() + interval '1 hour'", "now() - interval '1 hour'"] as const
const reservation = () => `'${id}'`

const mail = (at: string, state = 'queued') =>
  insert('mail_outbox', { id: uuid, kind: "'code'", reservation_id: reservation(), language: "'en'", expires_at: later, next_attempt_at: at, created_at: at, state: `'${state}'` })
const payment = (values: Readonly<Record<string, string>>) => insert('payment_intent', {
  id: "'00000000-0000-4000-8000-000000000001'", reservation_id: reservation(), amount_minor: '1', currency: "'EUR'", row_version: '1', merchant_transaction_id: "'m'", provider: "'card'", keeps_card: 'false',
  session_id: uuid, deadline_at: later, settled_at: 'now()', ...values,
})
const hold = (values: Readonly<Record<string, string>>) => payment({ purpose: "'deposit'", state: "'authorised'", ...values })
const job = (at: string, kind = 'take') => [
  payment({ purpose: "'deposit'", state: "'authorised'" }), insert('payment_outbox', { id: uuid, intent_id: "'00000000-0000-4000-8000-000000000001'", kind: `'${kind}'`, next_attempt_at: at }),
].join(';')
const order = (at: string) => insert('money_order', { id: uuid, reservation_id: reservation(), kind: "'release'", reason: "''", state: "'approved'", orderer: "'o'", orderer_identity: "'{}'", ordered_at: at })
const agreement = (values: Readonly<Record<string, string>>) =>
  insert('rental_agreement', { id: uuid, reservation_id: reservation(), state: "'open'", language: "'en'", row_version: '1', deposit_minor: '0', due_minor: '0', ...values })
const seen = (difference: number) => `(select row_version + ${difference} from reservation where id = ${reservation()})`
const receiver = (revision: string, isOn: boolean) =>
  insert('provider_account', { kind: "'events'", revision, sealed: isOn ? "'\\x00'" : 'null', key_id: isOn ? "'k'" : 'null', actor: "'a'" })
const delivery = (at: string, delivered = '0') => [receiver('1', true), insert('fleet_event_delivery', { delivered, next_attempt_at: at })].join(';')
/** The events of the tenant as they are with their numbers, or before. */
const numbers = (areGiven: boolean) => [`update fleet_event set number = ${areGiven ? 'abs' : '-abs'}(number) where tenant_id = 'costaverde'`, `insert into fleet_event_counter select 'costaverde', greatest(max(number), 0) from fleet_event
  where tenant_id = 'costaverde' on conflict (tenant_id) do update set last_number = excluded.last_number`].join(';')
const picture = () => insert('document_image', { id: uuid, reservation_id: reservation(), role: "'main'", part: "'licence'", side: "'front'", sealed_key: "'\\x00'", bytes: '1' })
const session = (at: string) => insert('renter_session', { id: uuid, token_hash: "'\\x00'", level: "'link'", reservation_id: reservation(), session_key: "'k'", created_at: at })
const code = (at: string) => insert('login_code', { id: uuid, session_id: uuid, reservation_id: reservation(), code_hash: "'\\x00'", email: "'a'", created_at: at, expires_at: at })
const link = (at: string) => insert('access_link', { id: uuid, token_hash: "'\\x00'", purpose: "'verify'", reservation_id: reservation(), expires_at: at })
const handOver = (at: string, number = '1') => `${session(later).replace(uuid, `'00000000-0000-4000-8000-00000000000${number}'`).replace("'\\x00'", `'\\x0${number}'`)}; ${insert('picture_hand_over', { id: `'00000000-0000-4000-8000-00000000000${number}'`, session_id: `'00000000-0000-4000-8000-00000000000${number}'`, reservation_id: reservation(), token_hash: `'\\x0${number}'`, sides: "'{}'", expires_at: at })}`
const handed = (at: string) => `${handOver(at)}; ${insert('handed_picture', { id: uuid, hand_over_id: "'00000000-0000-4000-8000-000000000001'", side: "'document.front'", sealed: "'\\x00'" })}`
const invitation = (at: string) => insert('driver_invitation', { id: uuid, reservation_id: reservation(), token_hash: "'\\x00'", expires_at: at })
const guard = (at: string, lockedUntil = 'null') => insert('guess_guard', { kind: "'reference'", key: "'k'", window_started_at: at, locked_until: lockedUntil })

/** Of each kind rows that are due, and rows as like them as can be that are not. */
const rows: readonly [WorkKind, due: () => string, notDue: () => string][] = [
  ['mails', () => mail(before), () => `${mail(later)}; ${mail(before, 'sent')}`],
  ['payment-jobs', () => job(before), () => job(later)],
  ['approved-orders', () => order(before), () => order(later)],
  ['agreements', () => agreement({ next_attempt_at: before }), () => agreement({ next_attempt_at: before, leased_until: later })],
  ['changed-agreements', () => agreement({ seen_row_version: seen(1) }), () => agreement({ seen_row_version: seen(0) })],
  ['forgotten-holds', () => hold({}), () => job(later, 'void')],
  ['events', () => `${delivery(before)}; ${numbers(true)}`, () => `${delivery(before, '1000000')}; ${numbers(true)}`],
  ['events', () => `${delivery(before, '1000000')}; ${numbers(false)}`, () => `${delivery(later)}; ${numbers(false)}`],
  ['unnumbered-events', () => numbers(false), () => numbers(true)],
  ['new-receivers', () => receiver('1', true), () => `${receiver('1', true)}; ${receiver('2', false)}`],
  ['unchecked-payments', () => payment({ purpose: "'balance'", state: "'paid'", updated_at: before }), () => payment({ purpose: "'balance'", state: "'sent'", updated_at: before, settled_at: 'null' })],
  ['ended-holds', () => hold({ capture_before: before, checked_at: "now() - interval '2 hours'" }), () => hold({ capture_before: before, checked_at: 'now()' })],
  ['holds-to-renew', () => hold({ capture_before: "now() + interval '1 minute'" }), () => hold({ capture_before: later })],
  ['holds-to-warn-of', () => hold({ capture_before: before }), () => hold({ capture_before: before, hold_warned_at: 'now()' })],
  ['sessions', () => session(before), () => session(later)],
  ['codes', () => code(before), () => code(later)],
  ['finished-mails', () => mail(before, 'sent'), () => mail(before)],
  ['links', () => link(before), () => link(later)],
  ['guards', () => guard(before), () => guard(before, later)],
  ['driver-checks', () => insert('driver_check', { session_id: uuid, kind: "'age'", window_started_at: before }), () => insert('driver_check', { session_id: uuid, kind: "'age'", window_started_at: later })],
  ['payment-keys', () => `${hold({})}; ${insert('payment_key', { reservation_id: reservation(), client_key: "'k'", body_digest: "'d'", intent_id: "'00000000-0000-4000-8000-000000000001'", created_at: before })}`, () => hold({})],
  ['idempotent-requests', () => insert('keyed_call', { session_id: uuid, request_key: "'a-key-of-a-page'", reservation_id: uuid, call: "'c'", state: "'done'", started_at: before }), () => ''],
  ['drafts', () => insert('form_draft', { reservation_id: reservation(), form: "'f'", sealed_texts: "'\\x00'", updated_at: before }), () => insert('form_draft', { reservation_id: reservation(), form: "'f'", sealed_texts: "'\\x00'", updated_at: later })],
  ['handed-pictures', () => handed(before), () => `${handed(later)}; ${handOver(before, '2')}`],
  ['invitations', () => invitation(before), () => invitation(later)],
  ['remains', () => insert('document_remains', { id: uuid }), () => ''],
]

describe('the tenants with work that is due (REL-13, ECO-7)', () => {
  it.each(rows)('%s: names the tenant that has some, and nobody for what is not due', async (kind, due, notDue) => {
    const leadSeconds = kind === 'holds-to-renew' ? 600 : 0
    await api.asAdmin(notDue())
    expect(await find({ kind, leadSeconds })).toEqual([])
    await api.asAdmin(tables.map((table) => `delete from ${table}`).join(';'))
    await api.asAdmin(due())
    expect(await find({ kind, leadSeconds })).toEqual(['costaverde'])
  })

  it('what is kept for a time is due when that is over, and pictures by the settings of their tenant', async () => {
    const call = (age: string) => insert('keyed_call', { session_id: uuid, request_key: "'a-key-of-a-page'", reservation_id: uuid, call: "'c'", state: "'done'", started_at: `now() - interval '${age}'` })
    await api.asAdmin(call('6 days'))
    expect(await find(oldRequests)).toEqual([])
    await api.asAdmin(call('8 days'))
    expect(await find(oldRequests)).toEqual(['costaverde'])

    await api.asAdmin(picture())
    const endedAt = (at: string) => api.asAdmin(`update reservation set check_in_at = ${at}, check_out_at = ${at} - interval '1 day' where id = ${reservation()}`)
    const keptFor = (days: number): Work => ({ kind: 'pictures', isDue: (_tenant, since) => since.getTime() < Date.now() - days * 86_400_000 })
    await endedAt("now() at time zone 'UTC' - interval '10 days'")
    expect([await find(keptFor(11)), await find(keptFor(9))]).toEqual([[], ['costaverde']])
    await endedAt("timestamp '2031-05-07T10:00'")
    expect(await find(keptFor(0))).toEqual([])
  })

  it('a tenant is named once however much it has, who waits longest first, in one question about several kinds', async () => {
    const { id: others } = await api.stored('alpen', 'WORK2')
    await api.asAdmin(`${mail(before)}; ${mail(before)}; ${guard(before)}; ${mail("now() - interval '2 hours'").replace(/'costaverde'/g, "'alpen'").replaceAll(id, others)}`)
    expect(await find({ kind: 'mails' }, { kind: 'guards' })).toEqual(['alpen', 'costaverde'])
  })

  it('a tenant whose settings cannot be read is not among them, and keeps nobody else from being found (REL-6, decision 0123)', async () => {
    await api.asAdmin(`insert into tenant (id, host, settings) values ('newcomer', 'newcomer.localhost', '{}')`)
    await api.asAdmin(`${insert('document_remains', { id: uuid })}; ${insert('document_remains', { id: uuid }).replace('costaverde', 'newcomer')}`)
    expect(await find({ kind: 'remains' })).toEqual(['costaverde'])
  })

  it('a tenant that was just made is found with its first work, by a worker that runs already', async () => {
    const tenants = dueTenants(api.database.kysely, workFinder(api.database.kysely), { kind: 'remains' })
    expect(await tenants()).toEqual([])
    await api.asAdmin(`insert into tenant (id, host, settings) select 'just-made', 'just-made.localhost', settings from tenant where id = 'costaverde'`)
    await api.asAdmin(insert('document_remains', { id: uuid }).replace('costaverde', 'just-made'))
    expect((await tenants()).map((tenant) => tenant.id)).toEqual(['just-made'])
  })
})

describe('workers that look at the same moment', () => {
  it('ask one question together, and each is answered its own', async () => {
    await api.asAdmin(`${mail(before)}; ${insert('document_remains', { id: uuid }).replace('costaverde', 'alpen')}`)
    const questions: number[] = []
    const find = gatheringFinder((work) => {
      questions.push(work.length)
      return workFinder(api.database.kysely)(work)
    })
    const look = (...work: readonly Work[]) => dueTenants(api.database.kysely, find, ...work)().then((tenants) => tenants.map((tenant) => tenant.id))
    const answers = () => Promise.all([look({ kind: 'codes' }), look({ kind: 'drafts' }, { kind: 'mails' }), look({ kind: 'remains' })])
    expect(await answers()).toEqual([[], ['costaverde'], ['alpen']])
    expect(await answers()).toEqual([[], ['costaverde'], ['alpen']])
    expect(questions).toEqual([4, 4])
  })

  it('are all refused when the database is away, and ask anew the next time', async () => {
    let isAway = true
    const find = gatheringFinder((work) => (isAway ? Promise.reject(new Error('away')) : workFinder(api.database.kysely)(work)))
    const answers = await Promise.allSettled([find([{ kind: 'mails' }]), find([{ kind: 'codes' }])])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    isAway = false
    await expect(find([{ kind: 'mails' }])).resolves.toEqual([])
  })
})

describe('the question over all tenants', () => {
  it('opens no row of another tenant to services: neither afterwards in the same transaction, nor by its setting', async () => {
    await api.asAdmin(mail(before))
    await api.database.withTx(async (transaction) => {
      expect((await sql`select * from tenants_with_work('mails', 0)`.execute(transaction)).rows).toHaveLength(1)
      expect((await sql`select 1 from mail_outbox`.execute(transaction)).rows).toEqual([])
      await sql`select set_config('app.finds_work', 'on', true)`.execute(transaction)
      expect((await sql`select 1 from mail_outbox`.execute(transaction)).rows).toEqual([])
    })
  })

  it('answers tenants and times, and nothing else', async () => {
    await api.asAdmin(mail(before))
    const { rows: [row] } = await sql<object>`select * from tenants_with_work('mails', 0)`.execute(api.database.kysely)
    expect(Object.keys(row ?? {})).toEqual(['tenant_id', 'since'])
  })

  it('is for workers only: another role of the database may not ask it', async () => {
    expect(await api.asAdmin(`select has_function_privilege('checkin_app', oid, 'execute') as app, has_function_privilege('public', oid, 'execute') as everybody from pg_proc where proname = 'tenants_with_work'`))
      .toEqual([{ app: true, everybody: false }])
  })
})
