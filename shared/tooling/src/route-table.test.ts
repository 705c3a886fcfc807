import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { routeNames, routes } from '@checkin/routes'
import { describe, expect, it } from 'vitest'
import { projectRoot } from './ownership.ts'
import { assembledFile, assembledText, readRoutes, routeCopies } from './route-table.ts'

/** Names that are no ordinary words. */
const names = new Set<string>(routeNames.filter((name) => /[-A-Z]/.test(name)))
/** Paths that are no ordinary text: `/reservation` and `/precheckout` are also parts of the API's addresses. */
const paths = [...new Set(routes.map(({ path }) => path))].filter((path) => /^\/[a-z]+[-/][a-z]/.test(path) || path === '/overview')

const tracked = (): string[] => execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: projectRoot, encoding: 'utf8' }).split('\n')
/** Sources that decide by screens. Where the flow leads and where others may join it are tables of their own; the API says in its own values where missing data are given. */
const sources = tracked().filter((path) => /^(shell|services|shared|mfe-[a-z]+)\/.*\/?src\//.test(path) && existsSync(join(projectRoot, path))
  && !/\.test\.tsx?$|\/(test|testing|fixtures)\//.test(path) && path !== assembledFile && !['shell/src/flow/transitions.ts', 'shared/contracts/routes/src/row-defaults.ts'].includes(path) && !path.startsWith('services/reservation-api/'))

describe('the table of screens', () => {
  it('is assembled from the rows of the modules', async () => {
    expect(readFileSync(join(projectRoot, assembledFile), 'utf8')).toBe(assembledText(await readRoutes(projectRoot)))
  })

  it('is written down nowhere else', () => {
    expect(sources.length).toBeGreaterThan(400)
    const copies = sources.flatMap((path) => routeCopies(readFileSync(join(projectRoot, path), 'utf8'), names, paths).map(({ line, what }) => `${path}:${line} has ${what}`))
    expect(copies).toEqual([])
  })

  it.each([
    ['a list', `const slow = ['verify-code', 'driver-details', 'rental-agreement']`], ['a record', `const stop = { 'verify-code': 1, 'add-extras': 2, paymentLog: 3 }`],
    ['a path', `if (path === '/verify-driver') return`], ['a pattern', String.raw`const payment = [/^\/rental-agreement$/]`],
  ])('would be seen in %s', (_, text) => {
    expect(routeCopies(text, names, paths)).toHaveLength(1)
  })

  it('does not mistake two names, or an address of the API, for a copy', () => {
    expect(routeCopies(`const on = ['verify-code', 'rental-agreement']; fetch('/api/reservation')`, names, paths)).toEqual([])
  })
})
