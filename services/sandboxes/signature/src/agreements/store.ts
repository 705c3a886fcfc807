import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Documents, Merchants, Sandbox } from '@checkin/sandbox-kit'
import type { Account, SignatureSandboxSettings } from '../settings.ts'
import type { Agreement, Report, Rule } from './agreement.ts'

/** What an operator set, until it is cleared. */
export interface SignatureValues {
  readonly rules: readonly Rule[]
}

/** Agreements with their PDFs; requests are the shop's own ids of agreements. */
export interface Agreements extends Documents<Agreement> {
  readonly insert: (agreement: Agreement, pdf: Uint8Array) => void
  /** By the key of its page's address. */
  readonly byKey: (key: string) => Agreement | null
  readonly pdf: (id: string) => Buffer | null
  /** Notes that a request arrived; false when it had arrived before. */
  readonly isFirstRequest: (externalId: string) => boolean
  /** Notes that a request is withdrawn, whether it arrived or not. */
  readonly withdraw: (externalId: string) => void
  readonly isWithdrawn: (externalId: string) => boolean
}

const has = (database: DatabaseSync, sql: string): boolean => database.prepare(sql).get() !== undefined

/** The tables, and those of an earlier release in today's form. */
export function prepareTables(database: DatabaseSync): void {
  database.exec(`
    create table if not exists agreement (id text primary key, external_id text unique, key text unique, data text not null, pdf blob not null);
    create table if not exists arrived (external_id text primary key);
    create table if not exists withdrawn (external_id text primary key);`)
  if (has(database, `select 1 from pragma_table_info('kept') where name = 'value'`)) database.exec('alter table kept rename column value to document')
  if (has(database, `select 1 from sqlite_master where name = 'report'`)) {
    database.exec(`insert into jobs (due_at, document) select at, json_object('agreementId', agreement_id, 'attempt', attempt) from report; drop table report`)
  }
}

export function openAgreements(database: DatabaseSync): Agreements {
  const rows = (sql: string, ...values: SQLInputValue[]) => database.prepare(sql).all(...values)
  const run = (sql: string, ...values: SQLInputValue[]) => database.prepare(sql).run(...values)
  const find = (column: 'id' | 'external_id' | 'key', value: string): Agreement | null =>
    rows(`select data from agreement where ${column} = ?`, value).map(({ data }) => JSON.parse(String(data)) as Agreement)[0] ?? null
  return {
    insert: (agreement, pdf) => { run('insert into agreement (id, external_id, key, data, pdf) values (?, ?, ?, ?, ?)', agreement.id, agreement.externalId, agreement.key, JSON.stringify(agreement), pdf) },
    put: (agreement) => { run('update agreement set data = ? where id = ?', JSON.stringify(agreement), agreement.id) },
    get: (id) => find('id', id),
    byKey: (key) => find('key', key),
    byRequest: (externalId) => find('external_id', externalId),
    pdf: (id) => rows('select pdf from agreement where id = ?', id).map(({ pdf }) => Buffer.from(pdf as Uint8Array))[0] ?? null,
    all: () => rows('select data from agreement order by rowid').map(({ data }) => JSON.parse(String(data)) as Agreement),
    isFirstRequest: (externalId) => run('insert or ignore into arrived (external_id) values (?)', externalId).changes === 1,
    withdraw: (externalId) => { run('insert or ignore into withdrawn (external_id) values (?)', externalId) },
    isWithdrawn: (externalId) => rows('select 1 from withdrawn where external_id = ?', externalId).length > 0,
  }
}

/** What the routes are made of. */
export interface SignatureParts {
  readonly settings: SignatureSandboxSettings
  readonly sandbox: Sandbox<Report, SignatureValues>
  readonly agreements: Agreements
  readonly merchants: Merchants<Account, Documents<Agreement>>
}
