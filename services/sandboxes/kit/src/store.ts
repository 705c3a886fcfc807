import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Belongs to a merchant; what was written before there were several belongs to the first one. */
export interface Owned {
  readonly merchant?: string
}

/** A table of JSON documents in the order in which they were first written. */
export interface Documents<Document> {
  readonly get: (id: string) => Document | null
  /** By the caller's own name of the request that made it: a repeated request finds what the first one made. */
  readonly byRequest: (request: string) => Document | null
  readonly all: () => Document[]
  /** Inserts or replaces. Throws when another document has the same request: the database itself refuses the second. */
  readonly put: (document: Document) => void
}

/** Columns of a table of documents, each with what stands in it. */
export interface DocumentTable<Document> {
  readonly table: string
  readonly id: readonly [column: string, of: (document: Document) => string]
  readonly request?: readonly [column: string, of: (document: Document) => string]
}

/** Work for later. */
export interface Job<Work> {
  readonly id: number
  readonly work: Work
  /** How often it was tried before. */
  readonly attempt: number
}

export type SandboxStore<Work, Values> = ReturnType<typeof openStore<Work, Values>>

const parsed = (row: Readonly<Record<string, unknown>> | undefined): unknown => (row === undefined ? null : JSON.parse(String(row['document'])))

/**
 * A provider's own memory. It must outlive a kill of anybody: every change is on disk before an answer leaves.
 * @param file `:memory:` for tests that need no restart.
 * @param setUp Makes further tables, and brings those of an earlier release into today's form.
 */
export function openStore<Work, Values>(file: string, setUp: (database: DatabaseSync) => void = () => undefined) {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(file)
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = normal;
    create table if not exists jobs (id integer primary key autoincrement, due_at integer not null, document text not null);
    create table if not exists kept (name text primary key, document text not null);
  `)
  setUp(database)
  const statement = {
    addJob: database.prepare('insert into jobs (due_at, document) values (?, ?)'),
    due: database.prepare('select id, document from jobs where due_at <= ? order by due_at, id limit 100'),
    next: database.prepare('select min(due_at) as due_at from jobs'),
    dropJob: database.prepare('delete from jobs where id = ?'),
    kept: database.prepare('select document from kept where name = ?'),
    keep: database.prepare('insert or replace into kept (name, document) values (?, ?)'),
  }

  function documents<Document>({ table, id: [id, idOf], request }: DocumentTable<Document>): Documents<Document> {
    const columns = [id, ...request ? [request[0]] : []]
    database.exec(`create table if not exists ${table} (${id} text primary key, ${request ? `${request[0]} text not null unique, ` : ''}document text not null)`)
    const byId = database.prepare(`select document from ${table} where ${id} = ?`)
    const byRequest = database.prepare(`select document from ${table} where ${request?.[0] ?? id} = ?`)
    const all = database.prepare(`select document from ${table} order by rowid`)
    const put = database.prepare(`insert into ${table} (${columns.join(', ')}, document) values (${columns.map(() => '?').join(', ')}, ?) on conflict (${id}) do update set document = excluded.document`)
    return {
      get: (wanted) => parsed(byId.get(wanted)) as Document | null,
      byRequest: (wanted) => parsed(byRequest.get(wanted)) as Document | null,
      all: () => all.all().map((row) => parsed(row) as Document),
      put: (document) => { put.run(idOf(document), ...request ? [request[1](document)] : [], JSON.stringify(document)) },
    }
  }

  return {
    database,
    documents,
    jobs: {
      add: (dueAt: number, work: Work, attempt = 0) => { statement.addJob.run(Math.round(dueAt), JSON.stringify({ ...work, attempt })) },
      due: (now: number): Job<Work>[] => statement.due.all(now).map((row) => {
        const { attempt = 0, ...work } = parsed(row) as Work & { readonly attempt?: number }
        return { id: Number(row['id']), work: work as Work, attempt }
      }),
      /** Milliseconds of the sandbox's clock; null when nothing is left to do. */
      nextAt: (): number | null => {
        const dueAt = statement.next.get()?.['due_at'] ?? null
        return dueAt === null ? null : Number(dueAt)
      },
      drop: (id: number) => { statement.dropJob.run(id) },
    },
    /** Milliseconds by which the sandbox's clock was moved on. */
    clockOffset: () => Number(parsed(statement.kept.get('clock')) ?? 0),
    keepClockOffset: (ms: number) => { statement.keep.run('clock', JSON.stringify(ms)) },
    /** A value by its name; null until it was kept. */
    kept: <Name extends keyof Values & string>(name: Name) => parsed(statement.kept.get(name)) as Values[Name] | null,
    keep: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => { statement.keep.run(name, JSON.stringify(value)) },
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
