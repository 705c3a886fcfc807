import { chainCheck } from '@checkin/module-registry/audit-chain'
import type pg from 'pg'
import * as z from 'zod'

const Table = z.strictObject({ name: z.string(), rows: z.int(), rowSecurity: z.enum(['off', 'on', 'forced']), policies: z.int() })
const LedgerSum = z.strictObject({ tenant: z.string(), currency: z.string(), kind: z.string(), entries: z.int(), minor: z.string() })

/** What a database holds, in figures that must be the same after a restore. */
export const Inventory = z.strictObject({
  tables: z.array(Table),
  /** Sums of the payment ledger in minor units, as text: they may be larger than a number can be. */
  ledger: z.array(LedgerSum),
  audit: z.strictObject({ entries: z.int(), lastHash: z.string() }).nullable(),
})
export type Inventory = z.infer<typeof Inventory>

/** A row whose bytes lie sealed below `documents/`. */
export interface SealedRow { readonly kind: 'document_image' | 'paper'; readonly tenant: string; readonly id: string }

const rowsAtOnce = 5000

const rowsOf = async <Row extends object>(client: pg.ClientBase, text: string, values: readonly unknown[] = []): Promise<Row[]> => (await client.query<Row>(text, [...values])).rows

/** Whether rows of all tenants can be read with this connection; a role that row-level security holds for sees none. */
export async function readsEverything(client: pg.ClientBase): Promise<boolean> {
  const [role] = await rowsOf<{ free: boolean }>(client, 'select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user')
  return role?.free ?? false
}

/** Names of the tables that services have made, schema included. */
export const tablesOf = async (client: pg.ClientBase): Promise<readonly { readonly name: string; readonly rowSecurity: 'off' | 'on' | 'forced'; readonly policies: number; readonly owner: string }[]> =>
  rowsOf(client, `select format('%I.%I', n.nspname, c.relname) as name, pg_get_userbyid(c.relowner) as owner,
    case when c.relrowsecurity and c.relforcerowsecurity then 'forced' when c.relrowsecurity then 'on' else 'off' end as "rowSecurity",
    (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_' order by 1`)

/** Ids of the keys that wrap the keys of tenants: without them personal data of this database do not open. None of a database from before they were sealed. */
export async function wrappingKeys(client: pg.ClientBase): Promise<readonly string[]> {
  const tables = (await tablesOf(client)).map(({ name }) => name)
  if (!tables.includes('reservation.data_key')) return []
  return (await rowsOf<{ id: string }>(client, `select wrapped_with as id from reservation.data_key union select wrapped_with from reservation.document_tenant_key where wrapped_with is not null order by 1`)).map(({ id }) => id)
}

/** Counts and adds up. In a transaction of one snapshot, so that the figures are of one moment. */
export async function readInventory(client: pg.ClientBase): Promise<Inventory> {
  const tables: Inventory['tables'] = []
  for (const { name, rowSecurity, policies } of await tablesOf(client)) {
    const [{ rows } = { rows: 0 }] = await rowsOf<{ rows: number }>(client, `select count(*)::int as rows from ${name}`)
    tables.push({ name, rows, rowSecurity, policies })
  }
  const has = (name: string): boolean => tables.some((table) => table.name === name)
  const ledger = has('reservation.payment_ledger') ? await rowsOf<Inventory['ledger'][number]>(client, `select tenant_id as tenant, currency, kind, count(*)::int as entries, sum(amount_minor)::text as minor
    from reservation.payment_ledger group by 1, 2, 3 order by 1, 2, 3`) : []
  const [audit] = has('registry.ledger') ? await rowsOf<{ entries: number; lastHash: string }>(client, 'select last_entry::int as entries, last_hash as "lastHash" from registry.ledger') : []
  return { tables, ledger, audit: audit ?? null }
}

/** What is wrong within the database itself, described; nothing when all is well. */
export async function problemsOf(client: pg.ClientBase, { tables, audit }: Inventory): Promise<string[]> {
  const problems: string[] = []
  if (audit) {
    const broken = await brokenEntry(client, audit)
    if (broken !== null) problems.push(`the audit is not whole from entry ${broken} on`)
  }
  if (tables.some(({ name }) => name === 'reservation.payment_intent')) {
    const unrecorded = await rowsOf<{ id: string }>(client, `select id from reservation.payment_intent i where state = 'paid' and not exists (
      select from reservation.payment_ledger l where l.tenant_id = i.tenant_id and l.intent_id = i.id and l.kind in ('charge', 'capture')) limit 20`)
    problems.push(...unrecorded.map(({ id }) => `payment ${id} is paid, but no entry of the ledger says so`))
  }
  return problems
}

interface StoredEntry { entry: number; at: string; actor: string; action: string; subject: string; before: string; after: string; reason: string; previousHash: string; hash: string }

async function brokenEntry(client: pg.ClientBase, head: NonNullable<Inventory['audit']>): Promise<number | null> {
  const check = chainCheck()
  for (let after = 0, more = true; more;) {
    const rows = await rowsOf<StoredEntry>(client, `select entry::int, at, actor, action, subject, before, after, reason, previous_hash as "previousHash", hash
      from registry.audit where entry > $1 order by entry limit ${rowsAtOnce}`, [after])
    rows.forEach(check.add)
    after = rows.at(-1)?.entry ?? after
    more = rows.length === rowsAtOnce
  }
  return check.firstBroken({ entry: head.entries, hash: head.lastHash })
}

/** Every row that has sealed bytes, a few thousand at a time. */
export async function* sealedRows(client: pg.ClientBase, { tables }: Pick<Inventory, 'tables'>): AsyncGenerator<SealedRow> {
  for (const kind of ['document_image', 'paper'] as const) {
    if (!tables.some(({ name }) => name === `reservation.${kind}`)) continue
    let [tenant, id, more] = ['', '00000000-0000-0000-0000-000000000000', true]
    while (more) {
      const rows = await rowsOf<{ tenant: string; id: string }>(client, `select tenant_id as tenant, id from reservation.${kind}
        where (tenant_id, id) > ($1, $2::uuid) order by tenant_id, id limit ${rowsAtOnce}`, [tenant, id])
      for (const row of rows) yield { kind, ...row }
      tenant = rows.at(-1)?.tenant ?? tenant
      id = rows.at(-1)?.id ?? id
      more = rows.length === rowsAtOnce
    }
  }
}

/** Whether a row is still there, or was destroyed meanwhile. */
export const isStillThere = async (client: pg.ClientBase, { kind, tenant, id }: SealedRow): Promise<boolean> =>
  (await rowsOf(client, `select from reservation.${kind} where tenant_id = $1 and id = $2`, [tenant, id])).length > 0

/** Where the bytes of a row lie below `documents/`. */
export const placeOf = ({ tenant, id }: SealedRow): string => `${tenant}/${id.slice(-2)}/${id}.sealed`

/** What two inventories differ in, a line each. */
export function differences(wanted: Inventory, found: Inventory): string[] {
  const lines = ({ tables, ledger, audit }: Inventory): Map<string, string> => new Map([
    ...tables.map(({ name, rows, rowSecurity, policies }): [string, string] => [`table ${name}`, `${rows} rows, row-level security ${rowSecurity}, ${policies} policies`]),
    ...ledger.map(({ tenant, currency, kind, entries, minor }): [string, string] => [`ledger of ${tenant}, ${kind}`, `${entries} entries, ${minor} ${currency}`]),
    ['audit', audit ? `${audit.entries} entries, ends with ${audit.lastHash.slice(0, 12)}` : 'none'],
  ])
  const [before, after] = [lines(wanted), lines(found)]
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${name}: was ${before.get(name) ?? 'not there'}, is ${after.get(name) ?? 'not there'}`)
}
