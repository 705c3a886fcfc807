import type { PageKind } from './csp.ts'

/** Addresses of payment screens: their documents load no other module's code and no tenant stylesheet (architecture.md section 4). */
const payment = [/^\/overview$/, /^\/rental-agreement$/, /^\/test\/token$/, /^\/reservation\/[^/]+\/(success|cancel)$/]

export const pageKind = (path: string): PageKind => (payment.some((pattern) => pattern.test(path)) ? 'payment' : 'plain')

/** Which module draws the first screen of an address. One that also depends on the session names the likely module, where a wrong guess costs little. */
const owners: readonly (readonly [RegExp, string])[] = [
  [/^\/(verify-code|reservation)?$/, 'mfe-verification'],
  [/^\/(verify-driver|driver-(details|contact|document|document-license))$/, 'mfe-driver'],
  [/^\/(additional-driver|add-extras|extras|upselling)$/, 'mfe-offers'],
  [/^\/(overview|test\/token|reservation\/[^/]+\/(success|cancel))$/, 'mfe-payment'],
  [/^\/(precheckout(\/.+)?|rental-agreement|verify\/(damages|km|fuel)|completed\/signed\/.+)$/, 'mfe-precheckout'],
  // One part in the address that is no screen's name is a link from a mail; `/complete` has two owners.
  [/^\/(?!complete$)[\w-]{8,64}$/, 'mfe-verification'],
]

/** The module that draws the first screen of an address: its files are worth preloading. */
export const firstModule = (path: string): string | null => owners.find(([pattern]) => pattern.test(path))?.[1] ?? null

/** The screen that an address alone leads to; null where the session decides. */
export const firstScreenName = (path: string): string | null => (path === '/' ? 'verify-reservation' : null)
