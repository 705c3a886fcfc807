import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ticketCalendarPath, ticketWalletPath } from '@checkin/api/ticket'
import { projectRoot } from '@checkin/tooling/ownership'
import { expect, it } from 'vitest'

/** Screens of every module, those that a release set brings among them. */
const paths = (await Promise.all(readdirSync(projectRoot).filter((name) => name.startsWith('mfe-')).map(async (name) =>
  ((await import(pathToFileURL(join(projectRoot, name, 'routes.ts')).href)) as { readonly routes: readonly { readonly path: string }[] }).routes))).flat().map(({ path }) => path)
const [, after = ''] = readFileSync(join(projectRoot, 'docs/credentials.md'), 'utf8').split('## Tokens in addresses')
const rows = (after.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'))
const listed = rows.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path))

it('of every address with a token in it the manual says who sends it, what it opens, when it ends and who ends it before (ASVS 14.2.1)', () => {
  const addresses = [...new Set(paths.filter((path) => path.includes(':'))), ticketCalendarPath(':token'), ticketWalletPath(':token', 'apple'), ticketWalletPath(':token', 'google'), '/preview/*']
  expect(addresses.length).toBeGreaterThan(10)
  expect(listed.sort()).toEqual(addresses.sort())
  for (const row of rows) expect(row.split(' | ').slice(0, 3).every((cell) => cell.trim() !== ''), row).toBe(true)
})
