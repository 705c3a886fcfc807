import type { PageKind } from './csp.ts'

/** Addresses of payment screens: their documents load no other module's code and no tenant stylesheet (SHELL-37). */
const payment = [/^\/overview$/, /^\/rental-agreement$/, /^\/test\/token$/, /^\/reservation\/[^/]+\/(success|cancel)$/]

/** An address as the shell's router reads it: in any case, with slashes at its end, with letters written as numbers. */
function asRouted(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase().replace(/\/+$/, '') || '/'
  } catch {
    return path
  }
}

export const pageKind = (path: string): PageKind => (payment.some((pattern) => pattern.test(asRouted(path))) ? 'payment' : 'plain')

/** What an address says about the screen that comes first, before anything of a session is known. */
interface FirstPicture {
  /** The module that draws it: its files are worth preloading. Where the session decides too, the likely one: a wrong guess costs little. */
  readonly module: string | null
  /** The screen, where every tab without a session begins with it (decision 0100); null where none stands in the HTML. */
  readonly screen: string | null
}

const nobody: FirstPicture = { module: null, screen: null }
const link = String.raw`[\w-]{8,64}`

/** The first row that an address matches. Links come last: the names of screens may look like one. */
const addresses: readonly (readonly [RegExp, FirstPicture])[] = [
  [/^\/$/, { module: 'mfe-verification', screen: 'verify-reservation' }],
  [/^\/(verify-code|reservation)$/, { module: 'mfe-verification', screen: null }],
  [/^\/(verify-driver|driver-(details|contact|document|document-license))$/, { module: 'mfe-driver', screen: null }],
  [/^\/(additional-driver|add-extras|extras|upselling)$/, { module: 'mfe-offers', screen: null }],
  [new RegExp(`^/reservation/${link}/success$`), { module: 'mfe-payment', screen: 'paymentLog' }],
  [new RegExp(`^/reservation/${link}/cancel$`), { module: 'mfe-payment', screen: 'paymentCancel' }],
  [/^\/(overview|test\/token)$/, { module: 'mfe-payment', screen: null }],
  [new RegExp(`^/precheckout/${link}$`), { module: 'mfe-precheckout', screen: 'precheckout-guid' }],
  [new RegExp(`^/completed/signed/${link}/[^/]+$`), { module: 'mfe-precheckout', screen: 'complete-signed' }],
  [/^\/(precheckout(\/steps)?|rental-agreement|verify\/(damages|km|fuel))$/, { module: 'mfe-precheckout', screen: null }],
  // Three screens of two modules.
  [/^\/complete$/, nobody],
  [new RegExp(`^/${link}$`), { module: 'mfe-verification', screen: 'verify-guid' }],
]

export function firstPictureOf(path: string): FirstPicture {
  const routed = asRouted(path)
  return addresses.find(([pattern]) => pattern.test(routed))?.[1] ?? nobody
}
