import type { Finding, Findings } from './findings-page.ts'

const findings: readonly Finding[] = [
  { id: 'REL-1', was: 'A failover of the database ended every API process.', rulings: [] },
  { id: 'REL-2', was: 'The documented backup failed, and no restore was written down.', rulings: ['0124-database-first-then-files'] },
  { id: 'REL-3', was: 'Retention stopped for a company with many reservations, and for those after it.', rulings: [] },
  { id: 'REL-4', was: 'There was one merchant, one account for signatures and one for mail for all companies.', rulings: [] },
  { id: 'REL-5', was: 'Terms were compiled in, and an acceptance named no version.', rulings: [] },
  { id: 'REL-6', was: 'One tenant whose settings could not be read stopped the work of all.', rulings: [] },
  { id: 'REL-7', was: 'Retention covered pictures only.', rulings: ['DEC-213'] },
  { id: 'REL-8', was: 'There was no way to run it in production.', rulings: ['0145-a-release-runs-on-the-schema-of-the-next'] },
  { id: 'REL-9', was: 'The console reached its own machine only.', rulings: [] },
  { id: 'REL-10', was: 'Keys could not be changed in operation.', rulings: ['DEC-215', '0191-keys-are-changed-under-load'] },
  { id: 'REL-11', was: 'Trouble with the database answered 500, and load was never refused.', rulings: ['DEC-317', '0238-what-waits-and-what-ends-is-a-series'] },
  { id: 'REL-12', was: 'Stopping a process had no limit.', rulings: [] },
  { id: 'REL-13', was: 'Workers walked all tenants one by one.', rulings: [] },
  { id: 'REL-14', was: 'The companies\' API was one-way: no list, no export, no import of many, no events out, no pictures.', rulings: ['DEC-270', '0184-who-reads-documents-is-written-in-the-same-transaction'] },
  { id: 'REL-15', was: 'A site without its files said that it was ready.', rulings: ['0175-a-site-reads-files-from-further-origins-itself'] },
  { id: 'REL-16', was: 'The site waited for the API without end.', rulings: [] },
  { id: 'REL-17', was: 'Keys over all tenants and triggers stood in the way of spreading tenants over servers.', rulings: ['DEC-268', '0179-tenants-may-be-spread-over-servers-reads-are-not'] },
  { id: 'REL-18', was: 'One row numbers the events of a tenant, one the changes of the registry.', now: 'nobody who writes takes the one of a tenant: events are numbered by who reads them. Changes of the registry run beside each other where they touch different things, and entries of its audit are numbered after the commit.', rulings: ['DEC-363', 'DEC-367', '0283-events-are-numbered-by-who-reads-them', '0291-changes-of-the-registry-run-beside-each-other'] },
  { id: 'REL-19', was: 'Settings of a connection travelled in a form that PgBouncer refuses.', rulings: [] },
  { id: 'REL-20', was: 'Migrations ran at the start of a service, ports were offsets, and nothing drained.', rulings: ['0145-a-release-runs-on-the-schema-of-the-next'] },
  { id: 'REL-21', was: 'Files lay in a local folder only.', rulings: ['0148-files-lie-in-a-folder-or-in-a-bucket'] },
  { id: 'REL-22', was: 'There were no traces.', rulings: ['DEC-318', '0239-traces-go-by-setting-and-strangers-decide-nothing'] },
]

/** What stood in the way of running the product on many machines through a bad day. */
export const operations: Findings = {
  page: 'docs/operations-findings.md', prefix: 'REL', all: findings,
  intro: `# What broke in operation

Findings of faults made on purpose in an installation of several machines, and what holds each of them since`,
}
