import type { ModuleName } from '@checkin/remote'
import type { RouteRow } from './route-table.ts'

/** A payment page is served with the provider's origins and without the tenant's stylesheet; every other page is plain. */
export type DocumentKind = 'payment' | 'plain'

const returns: readonly RouteRow['name'][] = ['paymentLog', 'paymentCancel']

/** Which kind of page the site serves for a screen's address; services/site/src/page-kinds.ts says it for the server. */
export const documentKindOf = (row: RouteRow): DocumentKind => (row.scripts === 'card' || returns.includes(row.name) ? 'payment' : 'plain')

/** The document that runs: what it was served as, and the module that its address belongs to. */
export interface PageDocument {
  readonly kind: DocumentKind
  readonly module: ModuleName | null
}

/**
 * Whether a screen needs a document of its own (SHELL-37): a payment screen never shares one with the code of another module,
 * neither before nor after; only the module that the payment page belongs to may go on in it.
 */
export const needsOwnDocument = (row: RouteRow, { kind, module }: PageDocument): boolean =>
  documentKindOf(row) === 'payment' ? kind === 'plain' || row.module !== module : kind === 'payment' && row.module !== module
