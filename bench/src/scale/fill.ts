import type pg from 'pg'
import { progress } from '../report.ts'
import { copyStatement, eventsOfReservation, firstEvents, type Column } from './copies.ts'
import { copiedTables, periods, templateOf, templates, type Template } from './lifecycle.ts'

/** References of the reservations that are copied. */
export type References = Readonly<Record<Template, string>>

export interface Amount {
  readonly reservations: number
  readonly tenants: number
}

/** The company that has a tenth of all, and whose reservations are the templates. */
export const largest = 'costaverde'
/** Connections that copy at the same time. */
const copiers = 3

/** Makes companies like the largest until there are as many; all keep personal data as long as the copies say. */
async function addTenants(admin: pg.Client, tenants: number): Promise<void> {
  await admin.query(`update reservation.tenant set settings = settings || jsonb_build_object('personalDataRetentionDays', ${periods.personalDataRetentionDays}, 'pdfRetentionDays', ${periods.pdfRetentionDays})`)
  const known = Number((await admin.query<{ count: string }>('select count(*) from reservation.tenant')).rows[0]?.count)
  await admin.query(`insert into reservation.tenant (id, host, settings) select 'brand-' || lpad(at::text, 5, '0'), 'brand-' || at || '.example', settings
    from reservation.tenant, generate_series(1, $1::int) at where id = $2 on conflict do nothing`, [tenants - known, largest])
  await admin.query('insert into reservation.data_key (tenant_id, id, wrapped, wrapped_with, is_current) select tenant.id, key.id, wrapped, wrapped_with, is_current from reservation.data_key key, reservation.tenant where key.tenant_id = $1 on conflict do nothing', [largest])
}

/** The same rule as `templateOf`, for rows. */
export function templateCase(): string {
  const onlineBelow = Array.from({ length: 100 }, (_, chance) => chance).filter((chance) => templateOf(-1, chance) === 'online').length
  const erasedBefore = -(periods.personalDataRetentionDays + periods.rentalDays)
  return `case when day > case when chance < ${onlineBelow} then ${periods.checkInBeforeDays} else 0 end then 'booked'
    when chance < ${onlineBelow} and day > -${periods.rentalDays} then 'online'
    else case when chance < ${onlineBelow} then 'returned' else 'counter' end || case when day < ${erasedBefore} then '-erased' else '' end end`
}

/**
 * Says of every copy whose it is, when, and what it is a copy of: in the order of their pick-ups, as they would have come. A tenth is the largest company's; of the others
 * the first have most, because the square of an even number between nothing and one is small more often.
 */
async function numberCopies(admin: pg.Client, { reservations, tenants }: Amount, pickUp: string): Promise<void> {
  const days = periods.years * 365 + periods.aheadDays
  await admin.query('drop table if exists bench_copy, bench_tenant')
  await admin.query(`create table bench_tenant as select (row_number() over (order by id <> '${largest}', id) - 1)::int as at, id from reservation.tenant order by 1 limit ${tenants}`)
  await admin.query(`create unlogged table bench_copy as
    select n, bench_tenant.id as tenant_id, row_number() over (partition by bench_tenant.id order by n) as nth, day, ${templateCase()} as template,
      date_trunc('day', now())::timestamp + make_interval(days => floor(day)::int, hours => 7 + (n % 14)::int) - '${pickUp}'::timestamp as shift, now() - make_interval(mins => (n % 1000)::int) as latest
    from (select n, n * ${days}.0 / ${reservations} - ${periods.years * 365} as day, abs(hashint8(n)) % 100 as chance,
        case when abs(hashint8(n + 1000000007)) % 10 = 0 then 0 else 1 + floor((${tenants} - 1) * power(abs(hashint8(n + 2000000011)) % 100000 / 100000.0, 2))::int end as at
      from generate_series(1, ${reservations}) n) numbered join bench_tenant using (at) order by n`)
  await admin.query('create index on bench_copy (template)')
  await admin.query('analyze bench_copy')
}

/** Statements that copy every row of the templates, with the name of their template. */
async function copyStatements(admin: pg.Client, references: References): Promise<readonly { readonly template: Template; readonly statement: string }[]> {
  const { rows: columns } = await admin.query<Column & { readonly table: string }>(`select table_name as table, column_name as name, data_type as type, is_generated = 'ALWAYS' or coalesce(identity_generation = 'ALWAYS', false) as "isGenerated"
    from information_schema.columns where table_schema = 'reservation' order by ordinal_position`)
  const of = (table: string): readonly Column[] => columns.filter((column) => column.table === table)
  const { rows: ids } = await admin.query<{ id: string; reference: string }>('select id, reference from reservation.reservation where tenant_id = $1 and reference = any ($2)', [largest, Object.values(references)])
  return templates.flatMap((template) => {
    const id = ids.find(({ reference }) => reference === references[template])?.id
    if (id === undefined) throw new Error(`${references[template]} is not there`)
    return [
      { template, statement: copyStatement({ table: 'reservation', columns: of('reservation'), rows: `t.id = '${id}'` }) },
      ...copiedTables.map(({ table, by, goes, thinned }) => {
        const conditions = [...(goes ? [`src.${goes.from} + b.shift > now() - interval '${goes.days} days'`] : []), ...(thinned ? [`(b.day > -${thinned.days} or (${thinned.to}))`] : [])]
        const rows = by === undefined ? `t.reservation_id = '${id}'` : `t.${by} in (select id from reservation.payment_intent where reservation_id = '${id}')`
        return { template, statement: copyStatement({ table, columns: of(table), rows, and: ['true', ...conditions].join(' and ') }) }
      }),
    ]
  })
}

/** Runs statements on several connections at once, the first ones first. */
async function spread<Item>(open: () => Promise<pg.Client>, items: readonly Item[], run: (client: pg.Client, item: Item) => Promise<unknown>): Promise<void> {
  let next = 0
  await Promise.all(Array.from({ length: copiers }, async () => {
    const client = await open()
    try {
      // Copies follow rules that hold already: keys to other rows need no look-up for each.
      await client.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '64MB'`)
      for (let at = next++; at < items.length; at = next++) await run(client, items[at] as Item)
    } finally {
      await client.end()
    }
  }))
}

/** Copies the templates into every table: rows first, indexes afterwards. Takes minutes for each million. */
export async function fill(open: () => Promise<pg.Client>, amount: Amount, references: References): Promise<void> {
  const admin = await open()
  try {
    await progress('companies', () => addTenants(admin, amount.tenants))
    const { rows: [template] } = await admin.query<{ pick_up: string }>('select check_out_at::text as pick_up from reservation.reservation where tenant_id = $1 and reference = $2', [largest, references.booked])
    await admin.query(`set work_mem = '256MB'`)
    await progress(`${amount.reservations} numbers`, () => numberCopies(admin, amount, template?.pick_up ?? ''))
    const tables = ['reservation', ...copiedTables.map(({ table }) => table)]
    const statements = await copyStatements(admin, references)
    await admin.query(`update pg_index set indisready = false, indisvalid = false where indrelid = any ($1::text[]::regclass[])`, [tables.map((table) => `reservation.${table}`)])
    await progress('copies', () => spread(open, statements, (client, { template: name, statement }) => client.query(statement, [name])))
    await admin.query(`insert into reservation.fleet_event_counter (tenant_id, last_number) select tenant_id, (max(nth) + ${firstEvents} + 1) * ${eventsOfReservation} from bench_copy group by 1
      on conflict (tenant_id) do update set last_number = excluded.last_number`)
    await progress('indexes', () => spread(open, tables, (client, table) => client.query(`reindex table reservation."${table}"`)))
    await admin.query('drop table bench_copy, bench_tenant')
    await progress('vacuum and analyze', () => admin.query('vacuum (analyze)'))
  } finally {
    await admin.end()
  }
}
