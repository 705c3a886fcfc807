import type { PageKind } from './csp.ts'

/** Addresses of payment screens: their documents load no other module's code and no tenant stylesheet (architecture.md section 4). */
const payment = [/^\/overview$/, /^\/rental-agreement$/, /^\/test\/token$/, /^\/reservation\/[^/]+\/(success|cancel)$/]

export const pageKind = (path: string): PageKind => (payment.some((pattern) => pattern.test(path)) ? 'payment' : 'plain')

/** The module that draws the first screen of an address, where one address is worth preloading for. */
export const firstModule = (path: string): string | null => (path === '/' ? 'mfe-verification' : null)
