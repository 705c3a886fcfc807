/** A column of a table as PostgreSQL's catalogue has it. */
export interface Column {
  readonly name: string
  readonly type: string
  /** Made by the database, so never given. */
  readonly isGenerated: boolean
}

/** Columns that are the same in every copy although their type says otherwise: keys of the tenant, and what two templates share. */
const same = new Set(['sealed_with', 'sha256', 'birth_date'])
/** Text by which a row is found or which is unique. */
const named = new Set(['guid', 'number', 'reference', 'reference_key', 'emg_number', 'voucher_number', 'merchant_transaction_id', 'provider_id', 'signature_id', 'client_key', 'request_key', 'event_id', 'customer_email', 'customer_surname', 'surname', 'token'])
/** Moments that may lie ahead. */
const ahead = /^(expires_at|next_attempt_at|capture_before|deadline_at|pdfs_until|leased_until)$/
/** How many different surnames and pick-up places a company's reservations have. */
const [surnames, places] = [20_000, 8] as const

/** Number of the events that a reservation may have told at most. */
export const eventsOfReservation = 32
/** So many reservations' numbers of events are left to those that the application told itself. */
export const firstEvents = 4096

/** What stands in a column of a copy: `src` is the row of the template, `b` the copy's number `n`, its tenant, how far it is shifted, and the how manieth of its tenant it is. */
export function copiedValue(table: string, { name, type }: Column): string {
  const value = `src."${name}"`
  if (name === 'tenant_id') return 'b.tenant_id'
  if (same.has(name)) return value
  // The provider's records were compared with ours long ago.
  if (table === 'payment_intent' && name === 'checked_at') return `case when b.day < -1 then least(coalesce(${value}, src.settled_at) + b.shift, b.latest) else ${value} end`
  if (table === 'fleet_event' && name === 'number') return `(b.nth + ${firstEvents}) * ${eventsOfReservation} + src.place - 1`
  if (type === 'uuid') return `md5(b.n || ${value}::text)::uuid`
  if (type === 'bytea' && name.includes('hash')) return `decode(md5(b.n || encode(${value}, 'hex')) || md5(encode(${value}, 'hex') || b.n), 'hex')`
  if (type === 'timestamp without time zone') return `${value} + b.shift`
  if (type === 'timestamp with time zone') return ahead.test(name) ? `${value} + b.shift` : `least(${value} + b.shift, b.latest)`
  if (name.endsWith('_place')) return `${value} || ' ' || (b.n % ${places})`
  if (type === 'text' && named.has(name)) {
    // Erased rows have none, and keep none.
    if (name.endsWith('surname')) return `case when ${value} = '' then '' else ${value} || (b.n % ${surnames}) end`
    return name === 'guid' ? `left(${value}, 22) || lpad(b.n::text, 10, '0')` : `b.n || ${value}`
  }
  return value
}

/** The statement that copies a table's rows of one template for every number that has it; `rows` says of `t` which these are, `and` of `src` and `b` which of them are still there. */
export function copyStatement({ table, columns, rows, and = 'true' }: { readonly table: string; readonly columns: readonly Column[]; readonly rows: string; readonly and?: string }): string {
  const given = columns.filter(({ isGenerated }) => !isGenerated)
  return `insert into reservation."${table}" (${given.map(({ name }) => `"${name}"`).join(', ')})
    select ${given.map((column) => copiedValue(table, column)).join(', ')}
    from bench_copy b cross join (select t.*, row_number() over (order by t.ctid) as place from reservation."${table}" t where ${rows}) src where b.template = $1 and ${and}`
}
