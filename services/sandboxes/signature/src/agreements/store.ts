import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Agreement } from './agreement.ts'
import type { Rule } from './scenarios.ts'

/** A report that is still to be delivered. */
export interface Report {
  readonly id: number
  readonly agreementId: string
  readonly attempt: number
}

/** The provider's own memory. Nothing of it is shared with anybody. */
export interface AgreementStore {
  readonly insert: (agreement: Agreement, pdf: Uint8Array) => void
  readonly put: (agreement: Agreement) => void
  readonly byId: (id: string) => Agreement | null
  readonly byKey: (key: string) => Agreement | null
  readonly byExternalId: (externalId: string) => Agreement | null
  readonly pdf: (id: string) => Buffer | null
  readonly all: () => readonly Agreement[]
  readonly rules: () => readonly Rule[]
  /** Notes that an order arrived; false when it had arrived before. */
  readonly isFirstOrder: (externalId: string) => boolean
  /** Notes that an order is taken back, whether it arrived or not. */
  readonly withdraw: (externalId: string) => void
  readonly isWithdrawn: (externalId: string) => boolean
  readonly keepRules: (rules: readonly Rule[]) => void
  readonly addReport: (at: number, agreementId: string, attempt: number) => void
  readonly dueReports: (now: number) => readonly Report[]
  readonly dropReport: (id: number) => void
  /** Milliseconds of the clock; null when nothing is left to deliver. */
  readonly nextReportAt: () => number | null
  readonly close: () => void
}

const tables = `
  create table if not exists agreement (id text primary key, external_id text unique, key text unique, data text not null, pdf blob not null);
  create table if not exists report (id integer primary key, at integer not null, agreement_id text not null, attempt integer not null);
  create table if not exists arrived (external_id text primary key);
  create table if not exists withdrawn (external_id text primary key);
  create table if not exists kept (name text primary key, value text not null);`

export function openStore(file: string): AgreementStore {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(file)
  database.exec(`pragma journal_mode = wal; ${tables}`)
  const find = (column: 'id' | 'external_id' | 'key', value: string): Agreement | null => {
    const row = database.prepare(`select data from agreement where ${column} = ?`).get(value)
    return row ? JSON.parse(String(row['data'])) as Agreement : null
  }
  return {
    insert: (agreement, pdf) => {
      database.prepare('insert into agreement (id, external_id, key, data, pdf) values (?, ?, ?, ?, ?)').run(agreement.id, agreement.externalId, agreement.key, JSON.stringify(agreement), pdf)
    },
    put: (agreement) => { database.prepare('update agreement set data = ? where id = ?').run(JSON.stringify(agreement), agreement.id) },
    byId: (id) => find('id', id),
    byKey: (key) => find('key', key),
    byExternalId: (externalId) => find('external_id', externalId),
    pdf: (id) => {
      const row = database.prepare('select pdf from agreement where id = ?').get(id)
      return row ? Buffer.from(row['pdf'] as Uint8Array) : null
    },
    all: () => database.prepare('select data from agreement order by rowid').all().map((row) => JSON.parse(String(row['data'])) as Agreement),
    rules: () => {
      const row = database.prepare('select value from kept where name = ?').get('rules')
      return row ? JSON.parse(String(row['value'])) as Rule[] : []
    },
    isFirstOrder: (externalId) => database.prepare('insert or ignore into arrived (external_id) values (?)').run(externalId).changes === 1,
    withdraw: (externalId) => { database.prepare('insert or ignore into withdrawn (external_id) values (?)').run(externalId) },
    isWithdrawn: (externalId) => database.prepare('select 1 from withdrawn where external_id = ?').get(externalId) !== undefined,
    keepRules: (rules) => {
      database.prepare('insert into kept (name, value) values (?, ?) on conflict (name) do update set value = excluded.value').run('rules', JSON.stringify(rules))
    },
    addReport: (at, agreementId, attempt) => { database.prepare('insert into report (at, agreement_id, attempt) values (?, ?, ?)').run(Math.round(at), agreementId, attempt) },
    dueReports: (now) => database.prepare('select id, agreement_id, attempt from report where at <= ? order by at, id').all(now)
      .map((row) => ({ id: Number(row['id']), agreementId: String(row['agreement_id']), attempt: Number(row['attempt']) })),
    dropReport: (id) => { database.prepare('delete from report where id = ?').run(id) },
    nextReportAt: () => {
      const row = database.prepare('select min(at) as at from report').get()
      return row?.['at'] === null || row?.['at'] === undefined ? null : Number(row['at'])
    },
    close: () => { database.close() },
  }
}
