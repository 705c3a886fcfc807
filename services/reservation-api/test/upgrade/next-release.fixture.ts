import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../chaos/processes.ts'

/** A migration that this release does not have: a column with a default, a table of its own. */
export const furtherMigration = { name: '999-next-release', text: `-- What the release after this one adds.
alter table reservation add column next_release text not null default 'unknown';
create table next_release (tenant_id text not null, id uuid primary key);
` }

/** The release after this one: the same sources with one further migration, in a folder of its own. Answers the service's folder. */
export function writeNextRelease(folder: string): string {
  const [service, next] = [join(projectRoot, 'services/reservation-api'), join(folder, 'next-release')]
  mkdirSync(next, { recursive: true })
  for (const part of ['src', 'migrations', 'package.json']) cpSync(join(service, part), join(next, part), { recursive: true })
  symlinkSync(join(service, 'node_modules'), join(next, 'node_modules'))
  writeFileSync(join(next, 'migrations', `${furtherMigration.name}.sql`), furtherMigration.text)
  return next
}
