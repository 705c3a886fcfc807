import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loosenedKeys, migrationProblems } from './migration-rules.ts'
import { migrationFolders } from './released-migrations.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const problems = (text: string, released: readonly string[] = []) => migrationProblems({ name: '200-next', text, released })
const rulesOf = async (text: string) => (await problems(text)).map(({ rule, subject }) => `${rule}: ${subject}`)

describe('a migration beside servers of the release before (decision 0145)', () => {
  it.each([
    ['drop table reservation', 'drop: reservation'],
    ['drop index reservation_by_number', 'drop: reservation_by_number'],
    ['alter table reservation drop column phone', 'drop-column: reservation.phone'],
    ['alter table reservation drop constraint reservation_number', 'drop-constraint: reservation.reservation_number'],
    ['alter table reservation alter column phone drop default', 'drop-default: reservation.phone'],
    ['alter table reservation rename to booking', 'rename: reservation'],
    ['alter table reservation rename column phone to telephone', 'rename: reservation phone'],
    ['alter table reservation set schema archive', 'rename: reservation'],
    ['alter table reservation alter column number type bigint', 'change-type: reservation.number'],
    ['alter table reservation alter phone set not null', 'not-null: reservation.phone'],
    ['alter table reservation add column phone text not null', 'not-null: reservation.phone'],
    ['alter table reservation add check (number > 0)', 'narrower: reservation.constraint'],
    ['alter table reservation add constraint whose foreign key (owner) references tenant', 'narrower: reservation.whose'],
    ['alter table reservation enable row level security', 'narrower: reservation.row security'],
    ['alter policy tenant on reservation using (false)', 'narrower: reservation'],
    ['create unique index on reservation (number)', 'unique: reservation number'],
    ['alter table reservation add unique (number)', 'unique: reservation.constraint'],
    ['alter table reservation add column code text default \'\' unique', 'unique: reservation.code'],
    ['delete from reservation', 'remove-rows: reservation'],
    ['truncate reservation', 'remove-rows: reservation'],
    ['revoke update on reservation from checkin_app', 'revoke: reservation'],
    ['do $$ begin execute \'drop table reservation\'; end $$', 'opaque: drop'],
  ])('is refused: %s', async (statement, expected) => {
    expect(await rulesOf(statement)).toEqual([expected])
  })

  it.each([
    'create table phone (id uuid primary key, number text not null unique); create unique index on phone (number); alter table phone enable row level security',
    'alter table reservation add column phone text, add column seats integer not null default 4, add check (phone <> \'\')',
    'alter table reservation add column code text; create unique index on reservation (tenant_id, code)',
    'create index on reservation (number)',
    'alter table reservation add column public_id uuid not null default gen_random_uuid() unique',
    'alter table paper drop constraint paper_kind_check, add constraint paper_kind_check check (kind in (\'receipt\', \'invoice\'))',
    'alter table paper drop constraint paper_kind_check; alter table paper add constraint paper_kind_check check (kind in (\'receipt\', \'invoice\'))',
    'do $$ begin execute format(\'create policy %I on %I using (true)\', \'own\', \'paper\'); end $$',
    'drop index paper_due; create index paper_due on paper (due_at) where done_at is null',
    'alter table reservation no force row level security; update reservation set seats = 5; alter table reservation force row level security',
    'alter table reservation alter phone drop not null; update reservation set seats = 5; grant select on reservation to checkin_app',
  ])('is taken: %s', async (statements) => {
    expect(await problems(statements)).toEqual([])
  })

  it('takes away what a migration of an earlier release made superfluous, where its header says so', async () => {
    const text = '-- Nobody reads the phone of before.\n-- contract: since 190-two-phones\nalter table reservation drop column phone'
    expect(await problems(text, ['190-two-phones'])).toEqual([])
    expect(await problems(text, ['185-other'])).toEqual([{ rule: 'contract', subject: '190-two-phones is in no earlier release' }])
    expect(await problems(text.replace('contract: since', 'contract since'), ['190-two-phones'])).toEqual([{ rule: 'drop-column', subject: 'reservation.phone' }])
  })
})

describe('a foreign key that goes while the release before runs (decision 0284)', () => {
  const dropped = 'alter table agreement drop constraint agreement_paper_fkey'

  it('is named by the header with the test of it; no other key and no other constraint goes with it', async () => {
    const header = '-- loosens: agreement_paper_fkey, tested in services/any/test/papers.test.ts\n'
    expect(await problems(header + dropped)).toEqual([])
    expect(await rulesOf(dropped)).toEqual(['drop-constraint: agreement.agreement_paper_fkey'])
    expect(await rulesOf(`${header}${dropped}, drop constraint agreement_owner_fkey`)).toEqual(['drop-constraint: agreement.agreement_owner_fkey'])
    expect(await rulesOf('-- loosens: agreement_paper_fkey\nalter table agreement drop constraint agreement_paper_fkey')).toEqual(['drop-constraint: agreement.agreement_paper_fkey'])
    expect(await rulesOf('-- loosens: agreement_key, tested in services/any/test/papers.test.ts\nalter table agreement drop constraint agreement_key')).toEqual(['drop-constraint: agreement.agreement_key'])
    expect(await rulesOf(`${header}select 1`)).toEqual(['loosens: agreement_paper_fkey is not dropped here'])
  })

  it('has a test that is there and works as a server of the release before', () => {
    const loosened = migrationFolders(root).flatMap(({ linted, textOf }) => linted.flatMap((name) => loosenedKeys(textOf(name))))
    expect(loosened.length).toBeGreaterThan(0)
    for (const { test } of loosened) expect(readFileSync(join(root, test), 'utf8')).toContain('the release before')
  })
})

describe('the list of releases', () => {
  const folder = (lines: string) => {
    const place = mkdtempSync(join(tmpdir(), 'releases-'))
    onTestFinished(() => { rmSync(place, { recursive: true }) })
    mkdirSync(join(place, 'services/any/migrations'), { recursive: true })
    for (const name of ['001-a.sql', '002-b.sql', '003-c.sql', '004-d.sql']) writeFileSync(join(place, 'services/any/migrations', name), 'select 1')
    writeFileSync(join(place, 'services/any/migrations/releases.txt'), lines)
    return place
  }

  it('says what is looked at and what earlier releases have', () => {
    expect(migrationFolders(folder('baseline 001-a\n1.0.0 003-c\n'))).toMatchObject([{ folder: 'services/any/migrations', linted: ['002-b', '003-c', '004-d'], released: ['002-b', '003-c'] }])
  })

  it('names files that are there, in their order', () => {
    expect(() => migrationFolders(folder('1.0.0 002-x\n'))).toThrow('1.0.0 ends with 002-x')
    expect(() => migrationFolders(folder('1.0.0 002-b\n1.1.0 001-a\n'))).toThrow('1.1.0 ends with 001-a')
  })
})

it('every migration of the services only adds, or takes away what an earlier release made superfluous', async () => {
  const found = await Promise.all(migrationFolders(root).flatMap(({ folder, linted, released, textOf }) =>
    linted.map(async (name) => ({ file: `${folder}/${name}.sql`, problems: await migrationProblems({ name, text: textOf(name), released: released.filter((each) => each < name) }) }))))
  expect(found.filter((each) => each.problems.length > 0)).toEqual([])
  expect(migrationFolders(root).map(({ folder }) => folder)).toEqual(['services/module-registry/migrations', 'services/reservation-api/migrations'])
})
