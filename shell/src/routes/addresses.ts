import type { RouteName, StepVisit } from '@checkin/remote'
import type { Completion, Mode } from '@checkin/flow'
import { generatePath, matchRoutes } from 'react-router-dom'
import { routeOf, routeTable } from './route-table.ts'

/** What decides between screens that share a path (DEC-17). */
export interface Variant {
  readonly mode: Mode
  readonly completion: Completion
}

/** DEC-04: what a link's token may look like; nothing else in its place is asked of the server. */
const guidLike = /^[A-Za-z0-9_-]{8,64}$/

/** The ending that each completion shows (DEC-17). */
export const completionNames = { complete: 'complete', ra: 'complete-rental-agreement', 'ra-no-payment': 'complete-rental-agreement-no-payment' } as const

const paths = [...new Set(routeTable.map((row) => row.path))].map((path) => ({ path }))

function nameOf(path: string, variant: Variant): RouteName | null {
  if (path === '/overview') return variant.mode === 'precheckout' ? 'overview-precheckout' : 'overview'
  if (path === '/complete') return variant.completion === null ? null : completionNames[variant.completion]
  return routeTable.find((row) => row.path === path)?.name ?? null
}

/** The screen that an address names; null when none does, which leads to `/` and leaves a live session alone (SHELL-33). */
export function visitOf(pathname: string, search: string, variant: Variant): StepVisit | null {
  const match = matchRoutes(paths, pathname)?.at(-1)
  if (!match) return null
  const name = nameOf(match.route.path, variant)
  const params = Object.fromEntries(Object.entries(match.params).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
  if (name === null || ('guid' in params && !guidLike.test(params.guid))) return null
  return { name, params, query: Object.fromEntries(new URLSearchParams(search)) }
}

/** The address of a screen, for the address bar. */
export function addressOf(visit: StepVisit): string {
  const query = new URLSearchParams(visit.query).toString()
  return generatePath(routeOf(visit.name).path, visit.params) + (query === '' ? '' : `?${query}`)
}

const alone = ['/:guid', '/precheckout/:guid', '/completed/signed/:guid/:id']

/** Whether an address brings all that its screen needs: links of mails and the way back from the signature, on any device (DEC-66). */
export function standsAlone(pathname: string): boolean {
  const visit = visitOf(pathname, '', { mode: 'main', completion: null })
  return visit !== null && alone.includes(routeOf(visit.name).path)
}
