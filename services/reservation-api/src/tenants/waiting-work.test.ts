import { sql } from 'kysely'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { wholeApi, type WholeApi } from '../../test/fixtures/whole-api.fixture.ts'
import { watchWaitingWork } from './waiting-work.ts'

let api: WholeApi
let ids: Readonly<Record<'costaverde' | 'alpen', string>>
beforeAll(async () => {
  api = await wholeApi()
  ids = { costaverde: (await api.stored('costaverde', 'WAIT1')).id, alpen: (await api.stored('alpen', 'WAIT2')).id }
})
afterAll(() => api.stop())
const tables = ['mail_outbox', 'money_order', 'payment_outbox', 'payment_intent', 'rental_agreement', 'fleet_event_delivery', 'provider_account', 'document_image']
beforeEach(() => api.asAdmin(tables.map((table) => `delete from ${table}`).join(';')))

const insert = (table: string, values: Readonly<Record<string, string>>, tenant: keyof typeof ids = 'costaverde'): string =>
  `insert into ${table} (tenant_id, ${Object.keys(values).join(', ')}) values ('${tenant}', ${Object.values({ ...values, ...(values['reservation_id'] === '' && { reservation_id: `'${ids[tenant]}'` }) }).join(', ')})`
const [uuid, hours, later] = ['gen_random_uuid()', (count: number) => `now() - interval '${count} hours'`, "now() + interval '1 hour'"] as const
const mail = (at: string, state = 'queued', tenant: keyof typeof ids = 'costaverde') =>
  insert('mail_outbox', { id: uuid, kind: "'code'", reservation_id: '', language: "'en'", expires_at: later, next_attempt_at: later, attempts: '5', created_at: at, state: `'${state}'` }, tenant)
const intent = insert.bind(null, 'payment_intent')
const job = (values: Readonly<Record<string, string>>) => [intent({
  id: "'00000000-0000-4000-8000-000000000001'", reservation_id: '', amount_minor: '1', currency: "'EUR'", row_version: '1', merchant_transaction_id: "'m'", provider: "'card'", keeps_card: 'false', session_id: uuid,
  deadline_at: later, settled_at: 'now()', purpose: "'deposit'", state: "'authorised'",
}), insert('payment_outbox', { id: uuid, intent_id: "'00000000-0000-4000-8000-000000000001'", kind: "'void'", ...values })].join(';')
const agreement = (state: string) => insert('rental_agreement', { id: uuid, reservation_id: '', state: `'${state}'`, language: "'en'", row_version: '1', deposit_minor: '0', due_minor: '0', created_at: hours(3), next_attempt_at: later })
const receiver = () => insert('provider_account', { kind: "'events'", revision: '1', sealed: "'\\x00'", key_id: "'k'", actor: "'a'" })
const delivered = (number: string) => insert('fleet_event_delivery', { delivered: number, next_attempt_at: later })
/** The events of the tenant, of three hours ago, as they are with their numbers, or before. */
const numbers = (areGiven: boolean) => `update fleet_event set number = ${areGiven ? 'abs' : '-abs'}(number), occurred_at = ${hours(3)} where tenant_id = 'costaverde'`
const picture = () => insert('document_image', { id: uuid, reservation_id: '', role: "'main'", part: "'licence'", side: "'front'", sealed_key: "'\\x00'", bytes: '1' })
const returned = (days: number) => `update reservation set check_in_at = now() at time zone 'UTC' - interval '${days} days 3 hours', check_out_at = now() at time zone 'UTC' - interval '${days + 2} days' where id = '${ids.costaverde}'`

/** Hours for which the oldest of a kind waits, and how many tenants have some; as the metrics say. */
async function waiting(kind: string): Promise<readonly [hours: number, tenants: number]> {
  const metrics = new Registry()
  const watch = watchWaitingWork(api.database.kysely, { log: pino({ level: 'silent' }), metrics, everyMs: { soon: 3_600_000, seldom: 3_600_000 } })
  await watch.run()
  await watch.stop()
  const text = await metrics.metrics()
  const value = (name: string) => Number(new RegExp(`^${name}\\{kind="${kind}"\\} (\\S+)$`, 'm').exec(text)?.[1])
  return [Math.round(value('checkin_waiting_work_oldest_seconds') / 360) / 10, value('checkin_waiting_work_tenants')]
}

describe('how long work waits (DEC-317)', () => {
  it.each<readonly [kind: string, waits: () => string, doesNot: () => string]>([
    ['mail', () => mail(hours(3)), () => mail(hours(3), 'sent')],
    ['payment-orders', () => job({ created_at: hours(3), attempts: '4', next_attempt_at: later }), () => job({ created_at: hours(3), next_attempt_at: later })],
    ['payment-orders', () => insert('money_order', { id: uuid, reservation_id: '', kind: "'release'", reason: "''", state: "'approved'", orderer: "'o'", orderer_identity: "'{}'", ordered_at: hours(3) }), () => insert('money_order', { id: uuid, reservation_id: '', kind: "'release'", reason: "''", state: "'waiting'", orderer: "'o'", orderer_identity: "'{}'", ordered_at: hours(3) })],
    ['agreements', () => agreement('held'), () => agreement('open')],
    ['deliveries', () => `${receiver()}; ${delivered('0')}; ${numbers(true)}`, () => `${receiver()}; ${delivered('1000000')}; ${numbers(true)}`],
    ['deliveries', () => `${receiver()}; ${delivered('1000000')}; ${numbers(false)}`, () => `${delivered('0')}; ${numbers(false)}`],
    ['retention', () => `${picture()}; ${returned(30)}`, () => `${picture()}; ${returned(29)}`],
  ])('%s: is seen from when it was given, however often it was tried since, and not what need not be done', async (kind, waits, doesNot) => {
    await api.asAdmin(doesNot())
    expect(await waiting(kind)).toEqual([0, 0])
    await api.asAdmin(tables.map((table) => `delete from ${table}`).join(';'))
    await api.asAdmin(waits())
    expect(await waiting(kind)).toEqual([3, 1])
  })

  it('is that of the oldest of all tenants, and how many tenants wait', async () => {
    await api.asAdmin(`${mail(hours(1))}; ${mail(hours(2))}; ${mail(hours(5), 'queued', 'alpen')}`)
    expect(await waiting('mail')).toEqual([5, 2])
  })

  it('is seen by the workers alone, as numbers: no row of another tenant is shown', async () => {
    await api.asAdmin(mail(hours(1)))
    expect((await sql<object>`select * from mail_outbox`.execute(api.database.kysely)).rows).toEqual([])
    await sql`select * from oldest_waiting_work('mail')`.execute(api.database.kysely)
    expect((await sql<object>`select * from mail_outbox`.execute(api.database.kysely)).rows).toEqual([])
    expect(await api.asAdmin(`select has_function_privilege('checkin_app', oid, 'execute') as app, has_function_privilege('public', oid, 'execute') as everybody from pg_proc where proname = 'oldest_waiting_work'`)).toEqual([{ app: true, everybody: false }])
  })
})
