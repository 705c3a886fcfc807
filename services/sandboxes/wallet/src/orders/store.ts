import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Order } from './order.ts'

/** An event that waits for the shop. */
export interface Webhook {
  readonly id: number
  readonly url: string
  readonly body: string
  readonly attempt: number
  /** Whose secret signs it; null for the first merchant's of before there were several. */
  readonly merchant: string | null
}

export type WalletStore = ReturnType<typeof openWalletStore>

/** The wallet's own memory; every change is on disk before an answer leaves. */
export function openWalletStore(file: string) {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const database = new DatabaseSync(file)
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = normal;
    create table if not exists orders (id text primary key, request_id text not null unique, document text not null);
    create table if not exists webhooks (id integer primary key autoincrement, due_at integer not null, url text not null, body text not null, attempt integer not null, merchant text);
    create table if not exists clock (only_row integer primary key check (only_row = 1), advanced_ms integer not null);
  `)
  const columns = database.prepare('pragma table_info(webhooks)').all()
  if (!columns.some((column) => column['name'] === 'merchant')) database.exec('alter table webhooks add column merchant text')
  const statement = {
    order: database.prepare('select document from orders where id = ?'),
    byRequest: database.prepare('select document from orders where request_id = ?'),
    all: database.prepare('select document from orders order by rowid'),
    insert: database.prepare('insert into orders (id, request_id, document) values (?, ?, ?)'),
    update: database.prepare('update orders set document = ? where id = ?'),
    addWebhook: database.prepare('insert into webhooks (due_at, url, body, attempt, merchant) values (?, ?, ?, ?, ?)'),
    due: database.prepare('select id, url, body, attempt, merchant from webhooks where due_at <= ? order by id limit 100'),
    next: database.prepare('select min(due_at) as due_at from webhooks'),
    drop: database.prepare('delete from webhooks where id = ?'),
    clock: database.prepare('select advanced_ms from clock'),
    setClock: database.prepare('insert or replace into clock (only_row, advanced_ms) values (1, ?)'),
  }
  const orderOf = (row: Record<string, unknown> | undefined): Order | null => (row ? JSON.parse(String(row['document'])) as Order : null)

  return {
    order: (id: string) => orderOf(statement.order.get(id)),
    byRequest: (requestId: string) => orderOf(statement.byRequest.get(requestId)),
    orders: () => statement.all.all().map((row) => orderOf(row) as Order),
    insert: (order: Order) => { statement.insert.run(order.id, order.requestId, JSON.stringify(order)) },
    update: (order: Order) => { statement.update.run(JSON.stringify(order), order.id) },
    addWebhook: (dueAt: number, url: string, body: string, attempt: number, merchant: string | null) => { statement.addWebhook.run(Math.round(dueAt), url, body, attempt, merchant) },
    dueWebhooks: (now: number): Webhook[] =>
      statement.due.all(now).map(({ id, url, body, attempt, merchant }) => ({ id: Number(id), url: String(url), body: String(body), attempt: Number(attempt), merchant: merchant === null ? null : String(merchant) })),
    nextWebhookAt: (): number | null => {
      const dueAt = statement.next.get()?.['due_at'] ?? null
      return dueAt === null ? null : Number(dueAt)
    },
    dropWebhook: (id: number) => { statement.drop.run(id) },
    advanced: (): number => Number(statement.clock.get()?.['advanced_ms'] ?? 0),
    setAdvanced: (ms: number) => { statement.setClock.run(ms) },
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
