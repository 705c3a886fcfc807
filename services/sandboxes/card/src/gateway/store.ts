import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ChargeType, Order } from './order.ts'
import type { PageRule } from './page-scenarios.ts'
import type { Mix, Rule } from './scenarios.ts'
import type { CardToken, SavedCard, Transaction } from './transaction.ts'

/** Work for later: a callback to deliver, or an order to end. */
export interface Job {
  readonly id: number
  /** Milliseconds of the sandbox's clock. */
  readonly dueAt: number
  readonly work: JobWork
}

export type JobWork = { readonly merchant?: string } & (
  | { readonly kind: 'callback'; readonly url: string; readonly body: string; readonly attempt: number }
  | { readonly kind: 'settle'; readonly uuid: string; readonly code: number | null }
  | { readonly kind: 'order'; readonly type: ChargeType; readonly order: Order }
)

export type CardStore = ReturnType<typeof openCardStore>

/** Rules, mix and clock that an operator set. */
interface Kept {
  readonly rules: readonly Rule[]
  readonly pages: readonly PageRule[]
  readonly mix: Mix | null
  readonly clock: number
}

type Row = Record<string, unknown>

const parsed = (row: Row | undefined): unknown => (row === undefined ? null : JSON.parse(String(row['document'])))

/**
 * The provider's own memory. It must outlive a kill of anybody: every change is on disk before an answer leaves.
 * `:memory:` for tests that need no restart.
 */
export function openCardStore(file: string) {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const database = new DatabaseSync(file)
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = normal;
    create table if not exists transactions (uuid text primary key, merchant_id text not null unique, document text not null);
    create table if not exists tokens (token text primary key, document text not null);
    create table if not exists cards (reference text primary key, document text not null);
    create table if not exists jobs (id integer primary key autoincrement, due_at integer not null, document text not null);
    create table if not exists kept (name text primary key, document text not null);
    create table if not exists attempts (merchant_id text primary key, number integer not null);
  `)
  const statement = {
    transaction: database.prepare('select document from transactions where uuid = ?'),
    byMerchantId: database.prepare('select document from transactions where merchant_id = ?'),
    transactions: database.prepare('select document from transactions order by rowid'),
    insert: database.prepare('insert into transactions (uuid, merchant_id, document) values (?, ?, ?)'),
    update: database.prepare('update transactions set document = ? where uuid = ?'),
    token: database.prepare('select document from tokens where token = ?'),
    putToken: database.prepare('insert or replace into tokens (token, document) values (?, ?)'),
    card: database.prepare('select document from cards where reference = ?'),
    putCard: database.prepare('insert or replace into cards (reference, document) values (?, ?)'),
    addJob: database.prepare('insert into jobs (due_at, document) values (?, ?)'),
    due: database.prepare('select id, due_at, document from jobs where due_at <= ? order by due_at, id limit 100'),
    next: database.prepare('select min(due_at) as due_at from jobs'),
    dropJob: database.prepare('delete from jobs where id = ?'),
    kept: database.prepare('select document from kept where name = ?'),
    keep: database.prepare('insert or replace into kept (name, document) values (?, ?)'),
    attempt: database.prepare('insert into attempts (merchant_id, number) values (?, 1) on conflict (merchant_id) do update set number = number + 1 returning number'),
  }

  return {
    transaction: (uuid: string) => parsed(statement.transaction.get(uuid)) as Transaction | null,
    byMerchantId: (id: string) => parsed(statement.byMerchantId.get(id)) as Transaction | null,
    transactions: () => statement.transactions.all().map((row) => parsed(row) as Transaction),
    /** Throws when the merchant's id was seen before: the database itself refuses the second. */
    insert: (transaction: Transaction) => { statement.insert.run(transaction.uuid, transaction.merchantTransactionId, JSON.stringify(transaction)) },
    update: (transaction: Transaction) => { statement.update.run(JSON.stringify(transaction), transaction.uuid) },
    token: (token: string) => parsed(statement.token.get(token)) as CardToken | null,
    putToken: (token: CardToken) => { statement.putToken.run(token.token, JSON.stringify(token)) },
    card: (reference: string) => parsed(statement.card.get(reference)) as SavedCard | null,
    putCard: (card: SavedCard) => { statement.putCard.run(card.reference, JSON.stringify(card)) },
    addJob: (dueAt: number, work: JobWork) => { statement.addJob.run(Math.round(dueAt), JSON.stringify(work)) },
    dueJobs: (now: number): Job[] => statement.due.all(now).map((row) => ({ id: Number(row['id']), dueAt: Number(row['due_at']), work: parsed(row) as JobWork })),
    nextJobAt: (): number | null => {
      const dueAt = statement.next.get()?.['due_at'] ?? null
      return dueAt === null ? null : Number(dueAt)
    },
    dropJob: (id: number) => { statement.dropJob.run(id) },
    kept: <Name extends keyof Kept>(name: Name) => parsed(statement.kept.get(name)) as Kept[Name] | null,
    keep: <Name extends keyof Kept>(name: Name, value: Kept[Name]) => { statement.keep.run(name, JSON.stringify(value)) },
    nextAttempt: (id: string) => Number(statement.attempt.get(id)?.['number']),
    /** All or nothing, and on disk when it returns. */
    atomically: <Result>(work: () => Result): Result => {
      database.exec('begin immediate')
      try {
        const result = work()
        database.exec('commit')
        return result
      } catch (error) {
        database.exec('rollback')
        throw error
      }
    },
    close: () => { database.close() },
  }
}
