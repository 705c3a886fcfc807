import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agreementByReturn, endedAttempt } from '../src/agreement/agreement-store.ts'
import { adminToken, aFleetReservation, fleetToken, wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'
import { aRenter } from './fixtures/renter.fixture.ts'

/** Statements with their values, as they were sent while somebody listened. */
let heard: { readonly text: string; readonly values: readonly unknown[] }[] = []
const send = Reflect.get<typeof pg.Client.prototype, 'query'>(pg.Client.prototype, 'query')
let api: WholeApi
let admin: pg.Client
const tenant = 'costaverde'

beforeAll(async () => {
  api = await wholeApi()
  await api.stored(tenant, 'IX1', aFleetReservation())
  // As many as make an index worth it, most of them erased as in a company of some years.
  await api.asAdmin(`insert into reservation (${columns.join(', ')}) select ${columns.map((name) => values[name] ?? `source.${name}`).join(', ')} from reservation source, generate_series(1, 3000) n where source.reference = 'IX1'`)
  await api.asAdmin(`insert into driver (tenant_id, id, reservation_id, role, number, name, surname, sealed, sealed_with, licence_hash, email_hash)
    select tenant_id, gen_random_uuid(), (select id from reservation where reference = 'IX' || n), 'additional', n + 1000, name, surname, sealed, sealed_with, decode(md5(n::text), 'hex'), decode(md5(n || 'm'), 'hex')
    from driver source, generate_series(2, 3000) n where source.sealed is not null and source.reservation_id = (select id from reservation where reference = 'IX1')`)
  await api.asAdmin(`insert into rental_agreement (tenant_id, id, reservation_id, state, language, row_version, deposit_minor, due_minor)
    select tenant_id, gen_random_uuid(), id, 'signed', 'en', 1, 0, 0 from reservation where reference <> 'IX1'`)
  await api.asAdmin('analyze')
  admin = new pg.Client({ connectionString: api.database.adminUrl, options: `-c search_path=reservation -c app.tenant=${tenant} -c enable_seqscan=off` })
  await admin.connect()
  await admin.query('set role checkin_app')
  pg.Client.prototype.query = new Proxy(send, {
    apply(sent, client: pg.Client, asked: unknown[]): unknown {
      const [first, second] = asked as [string | { text: string; values?: unknown[]; statements?: typeof heard }, unknown]
      if (typeof first !== 'string') heard.push(...first.statements ?? (first.values ? [{ text: first.text, values: first.values }] : []))
      else if (Array.isArray(second)) heard.push({ text: first, values: second })
      return Reflect.apply(sent, client, asked)
    },
  })
})
afterAll(async () => {
  pg.Client.prototype.query = send
  await admin.end()
  await api.stop()
})

const columns = ['tenant_id', 'id', 'guid', 'number', 'reference', 'reference_key', 'customer_name', 'customer_surname', 'check_out_at', 'check_out_place', 'check_out_zone', 'check_in_at', 'check_in_place', 'check_in_zone', 'days', 'vehicle', 'excess', 'driver_rules', 'erased_at'] as const
const values: Partial<Record<(typeof columns)[number], string>> = {
  id: 'gen_random_uuid()', guid: `md5(n::text)`, number: `(900000 + n)::text`, reference: `'IX' || n + 1`, reference_key: `'IX' || n + 1`, check_out_at: `source.check_out_at - make_interval(days => n)`, check_in_at: `source.check_in_at - make_interval(days => n)`,
  erased_at: 'case when n > 300 then now() end',
}

interface Node { readonly 'Index Name'?: string; readonly 'Index Cond'?: string; readonly Plans?: readonly Node[] }
const within = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(within)]

/** The conditions by which indexes are entered, of the statements that a call makes and that `about` fits. */
async function conditions(about: RegExp, call: () => Promise<unknown>): Promise<readonly string[]> {
  heard = []
  await call()
  const meant = heard.filter(({ text }) => about.test(text))
  expect(meant, 'it is asked').not.toEqual([])
  const plans = []
  for (const { text, values: given } of meant) {
    const { rows: [row] } = await admin.query<{ 'QUERY PLAN': readonly [{ readonly Plan: Node }] }>(`explain (format json) ${text}`, [...given])
    if (row) plans.push(row['QUERY PLAN'][0].Plan)
  }
  return plans.flatMap(within).flatMap((node) => (node['Index Name'] === undefined ? [] : `${node['Index Name']}: ${node['Index Cond'] ?? ''}`))
}
const fleet = (path: string) => () => api.app.inject({ method: 'GET', url: `/fleet/v1${path}`, headers: { authorization: `Bearer ${fleetToken(tenant)}` } })

describe('behind row-level security an index serves what is asked often', () => {
  it.each([
    ['a page of the list after another (API-80)', '/reservations?after=2030-01-01T10:30_01900000-0000-7000-8000-000000000000', /reservation_\w*by_pick_up: .*check_out_at >= /],
    ['the list up to a day (API-80)', '/reservations?pickUpFrom=2030-01-01&pickUpTo=2030-01-03', /check_out_at >= .*check_out_at < /],
    ['of one station (API-80)', '/reservations?station=Lisboa', /^reservation_of_station_by_pick_up: .*check_out_place = /],
    ['of one station, a page after another (API-80)', '/reservations?station=Lisboa&after=2030-01-01T10:30_01900000-0000-7000-8000-000000000000', /^reservation_of_station_by_pick_up: .*check_out_place = .*check_out_at >= /],
    ['what is still open (API-80)', '/reservations?status=open', /^reservation_open_by_pick_up/],
  ])('%s', async (_, path, expected) => {
    expect(await conditions(/from "reservation" where .*order by/, fleet(path))).toEqual([expect.stringMatching(expected)])
  })

  it('stations of reservations to come, of those that are not erased (DEC-366)', async () => {
    const found = await conditions(/as place/, () => api.app.inject({ method: 'GET', url: `/internal/v1/tenants/${tenant}/stations`, headers: { authorization: `Bearer ${adminToken}` } }))
    expect(found).toEqual([expect.stringContaining('check_out_at >='), expect.stringContaining('check_in_at >=')])
  })

  it('a driver by licence and by address: sealed ones by their hashes, and those alone that are not sealed one by one (API-22)', async () => {
    const renter = await aRenter(api, 'IXR', aFleetReservation())
    const found = await conditions(/from "driver" where .*_hash/, () => renter.call('GET', '/driver?name=Ana&surname=Reis&birthDate=1980-03-04&email=ana@example.com&driversLicense=L5566'))
    expect(found.filter((one) => !/_hash|driver_unsealed/.test(one))).toEqual([])
    expect(found).toEqual(expect.arrayContaining([expect.stringContaining('licence_hash ='), expect.stringContaining('email_hash =')]))
  })

  it('agreements of a reservation, and the one that a renter comes back to (DEC-77)', async () => {
    const ask = (call: Parameters<typeof api.database.withTenant>[1]) => () => api.database.withTenant(tenant, call)
    expect(await conditions(/rental_agreement/, ask((transaction) => endedAttempt(transaction as never, tenant, '01900000-0000-7000-8000-000000000000', 'key')))).toEqual([expect.stringContaining('reservation_id =')])
    expect(await conditions(/rental_agreement/, ask((transaction) => agreementByReturn(transaction as never, tenant, Buffer.alloc(32))))).toEqual([expect.stringContaining('return_token_hash ='), expect.stringContaining('former_return_hash =')])
  })
})

/** A part of a plan as `auto_explain` tells it, with what it read in all. */
interface ReadNode extends Node { readonly 'Relation Name'?: string; readonly 'Actual Rows': number; readonly 'Actual Loops': number; readonly 'Rows Removed by Filter'?: number; readonly Plans?: readonly ReadNode[] }

/** What a look of workers reads: rows of each table, and the conditions by which indexes of it are entered, as the function has it planned. */
async function readsOf(look: string): Promise<Readonly<Record<string, { readonly rows: number; readonly by: readonly string[] }>>> {
  const client = new pg.Client({ connectionString: api.database.adminUrl, options: '-c search_path=reservation' })
  await client.connect()
  const said: string[] = []
  client.on('notice', ({ message }) => { if (message !== undefined) said.push(message) })
  await client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on; set auto_explain.log_analyze = on; set auto_explain.log_format = json; set auto_explain.log_level = notice; set enable_seqscan = off; set role checkin_app`)
  await client.query(look)
  await client.end()
  const plans = said.flatMap((message) => (message.includes('plan:') ? [(JSON.parse(message.slice(message.indexOf('{'))) as { readonly Plan: ReadNode }).Plan] : []))
  const all = (node: ReadNode): readonly ReadNode[] => [node, ...(node.Plans ?? []).flatMap(all)]
  const scans = plans.flatMap(all).filter((node) => node['Relation Name'] !== undefined)
  const tables = Object.entries(Object.groupBy(scans, (node) => node['Relation Name'] ?? ''))
  return Object.fromEntries(tables.map(([table, nodes = []]) => [table, {
    rows: nodes.reduce((sum, node) => sum + Math.round((node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']), 0), by: nodes.map((node) => `${node['Index Name'] ?? 'no index'}: ${node['Index Cond'] ?? ''}`),
  }]))
}

describe('what workers ask of all companies', () => {
  /** Rentals with pictures, and how many each has. */
  const [rentals, sides] = [200, ['front', 'back']]
  beforeAll(async () => {
    await api.asAdmin(`insert into document_image (tenant_id, id, reservation_id, role, part, side, sealed_key, bytes) select tenant_id, gen_random_uuid(), id, role, part, side, '\\x00', 1 from
      (select * from reservation where erased_at is null order by number limit ${rentals}) rental, unnest(array['main', 'additional']) role, unnest(array['document', 'licence']) part, unnest(array['${sides.join(`', '`)}']) side`)
    await api.asAdmin('vacuum analyze document_image')
  })

  it.each([
    ['rentals whose pictures end', `select * from tenants_with_work('pictures', 0)`, { others: 0, settings: 0 }],
    ['since when retention waits, with the oldest rental of each company beside them', `select * from oldest_waiting_work('retention')`, { others: 2, settings: 4 }],
  ])('%s: each rental is read once however many pictures it has, by its key, and settings once for each company (REL-13, DEC-317)', async (_, look, { others, settings }) => {
    const reads = await readsOf(look)
    expect(reads['document_image']?.rows).toBe(rentals * 8)
    expect(reads['reservation']?.rows).toBeLessThanOrEqual(rentals + others)
    expect(reads['reservation']?.by).toContainEqual(expect.stringMatching(/^reservation_pkey: .*tenant_id = .*id = /))
    expect(reads['tenant']?.rows ?? 0).toBeLessThanOrEqual(settings)
  })
})
