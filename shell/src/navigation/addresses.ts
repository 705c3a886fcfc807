import type { Completion, Mode } from '@checkin/flow'
import type { StepVisit } from '@checkin/remote'
import { matchAddress, routeOf, routes, type Route } from '@checkin/routes'

/** What decides between screens that share a path (DEC-17). */
export interface Variant {
  readonly mode: Mode
  readonly completion: Completion
}

const fits = ({ when }: Route, { mode, completion }: Variant): boolean =>
  when === null || ('mode' in when ? when.mode === mode : when.completion === completion)

/** The screen that an address names; null when none does: the site answers such a page itself (SHELL-33, DEC-187). */
export function visitOf(pathname: string, search: string, variant: Variant): StepVisit | null {
  const match = matchAddress(pathname)
  const screen = match?.screens.find((each) => fits(each, variant))
  return match && screen ? { name: screen.name, params: match.params, query: Object.fromEntries(new URLSearchParams(search)) } : null
}

/** The address of a screen, for the address bar. */
export function addressOf(visit: StepVisit): string {
  const query = new URLSearchParams(visit.query).toString()
  // The way back of `matchAddress`; the router's own for that weighs more than all that a release set's screens need (DEC-195).
  return routeOf(visit.name).path.replace(/:(\w+)/g, (_, parameter: string) => encodeURIComponent(visit.params[parameter] ?? '')) + (query === '' ? '' : `?${query}`)
}

/** The ending that a completion shows (DEC-17); null before any. */
export function endingOf(completion: Completion): StepVisit | null {
  const row = completion === null ? undefined : routes.find(({ when }) => when !== null && 'completion' in when && when.completion === completion)
  return row ? { name: row.name, params: {}, query: {} } : null
}

/** Whether an address has all that its screen needs: links of mails and the way back from the signature, on any device (DEC-66). */
export const isLink = (pathname: string): boolean => matchAddress(pathname)?.screens.some(({ link }) => link) ?? false

/** Whether an address is the way back from the signature, to the tab that went there or to any other (DEC-66). */
export const isSignatureReturn = (pathname: string): boolean => matchAddress(pathname)?.screens.some(({ link, providerReturn }) => link && providerReturn) ?? false
