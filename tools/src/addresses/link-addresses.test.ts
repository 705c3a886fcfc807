import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ticketCalendarPath, ticketWalletPath } from '@checkin/api/ticket'
import { projectRoot } from '@checkin/tooling/ownership'
import { expect, it } from 'vitest'

/** Screens of every module, those that a release set brings among them. */
const paths = (await Promise.all(readdirSync(projectRoot).filter((name) => name.startsWith('mfe-')).map(async (name) =>
  ((await import(pathToFileURL(join(projectRoot, name, 'routes.ts')).href)) as { readonly routes: readonly { readonly path: string }[] }).routes))).flat().map(({ path }) => path)
/** Addresses with a part that varies which a server answers beside the calls of the contracts. */
const served = ['site', 'ops-console', 'module-registry', 'reservation-api'].flatMap((service) => globSync(join(projectRoot, 'services', service, 'src/**/*.ts')).filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\.(?:get|post|put|patch|delete|all)(?:<[^()]*>)?\(\s*'(\/[^']*:[^']*)'/g)].map(([, path = '']) => path)))
/** Those without a token: names and versions of published files and modules. */
const plain = ['/assets/:name', '/assets/:name/:version/*', '/status/:name']
const [, after = ''] = readFileSync(join(projectRoot, 'docs/credentials.md'), 'utf8').split('## Tokens in addresses')
const rows = (after.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'))
const listed = rows.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path))

it('of every address with a token in it the manual says who sends it, what it opens, when it ends and who ends it before (ASVS 14.2.1)', () => {
  const addresses = [...new Set(paths.filter((path) => path.includes(':'))), ticketCalendarPath(':token'), ticketWalletPath(':token', 'apple'), ticketWalletPath(':token', 'google'), '/preview/*', ...new Set(served.filter((path) => !plain.includes(path)))]
  expect(addresses.length).toBeGreaterThan(10)
  expect(plain.filter((path) => !served.includes(path))).toEqual([])
  expect(listed.sort()).toEqual(addresses.sort())
  for (const row of rows) expect(row.split(' | ').slice(0, 3).every((cell) => cell.trim() !== ''), row).toBe(true)
})
