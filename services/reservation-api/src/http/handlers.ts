import type { Contract, Endpoint, EndpointName, Access } from '@checkin/api'
import { everyCall, type EveryCall } from '@checkin/api/every-call'
import { serveContract, type Call as ServedCall, type Handler as ServedHandler, type Handlers as ServedHandlers, type ServeHooks } from '@checkin/http/serve'
import type { Language } from '@checkin/i18n'
import type { Tenant } from '../tenants/tenant-store.ts'
import { ServiceError, type Database } from '@checkin/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { keepState, keyOf, undecidedByTrouble } from '../identity/idempotent-requests.ts'
import { requireSession } from '../identity/session.ts'
import type { Tables } from '../tables.ts'
import { refusals } from './refusals.ts'
import { requireOwnScript } from './same-origin.ts'
import { requestLanguage } from './request-language.ts'

/** What every call of a renter has beside its input. */
export interface RenterContext {
  readonly tenant: Tenant
  /** Language that the page is shown in. */
  readonly language: Language
}

/** One call of the contract. Its input is checked, the session (`request.session`) is good enough. */
export type Call<Name extends EndpointName> = ServedCall<Contract[Name], RenterContext>

/** Answers one call with what goes to the client with status 200; refuses it by throwing a ServiceError. */
export type Handler<Name extends EndpointName> = ServedHandler<Contract[Name], RenterContext>

/** What is built so far; the other calls answer 501. */
export type Handlers = ServedHandlers<EveryCall, RenterContext>

/** Calls by GET, as the product's table has them, that open a session or let one go on. */
const opensSession: ReadonlySet<string> = new Set<keyof EveryCall>(['validateCode', 'resume', 'getPrecheckoutReservation'])

/** Calls by which money moves at a provider, or is ordered to. */
const movesMoney: ReadonlySet<string> = new Set<keyof EveryCall>(['postPayment', 'cancelPayment', 'submitPrecheckout', 'sendUndoCode', 'undoAdditions'])

/** Refuses whatever moves real money at a tenant's origin for previews: what runs there is not released (DEC-299). */
function requireNoRealMoney(name: string, { isPreview, tenant }: FastifyRequest): void {
  if (isPreview && movesMoney.has(name) && !tenant.settings.isSandbox) throw new ServiceError(403, 'NoPaymentInPreview', 'No real money moves in a preview')
}

/** Refuses a call that came by an address with personal data or a secret in it, whoever calls and whatever it holds, and names its body form (ASVS 14.2.1, DEC-342). */
function requireBodyForm({ inBody }: Pick<Endpoint, 'inBody'>): void {
  if (inBody !== undefined) throw new ServiceError(410, 'AddressClosed', `This call is made here by POST /api${inBody}, its parameters in a JSON body`, { data: { method: 'POST', path: `/api${inBody}` } })
}

/** Serves every call of the renter's contract below the scope's prefix. The outcome of an idempotent request is kept (DEC-48). */
export function implement(app: FastifyInstance, database: Database<Tables>, handlers: Handlers, { refusesPersonalAddresses = false } = {}): void {
  const hooks: ServeHooks<RenterContext, Access> = {
    ...refusals,
    authorise: (endpoint, request) => {
      const { name, access } = endpoint
      if (refusesPersonalAddresses) requireBodyForm(endpoint)
      if (opensSession.has(name)) requireOwnScript(request)
      requireNoRealMoney(name, request)
      if (access !== 'open') requireSession(request, access)
      return { tenant: request.tenant, language: requestLanguage(request, request.tenant.settings.locales) }
    },
    around: ({ endpoint, request }, handle) => {
      if (!endpoint.idempotent) return handle()
      const key = keyOf(request)
      return key !== null && request.session ? keepState(database, request.session, { name: endpoint.name, key }, handle) : undecidedByTrouble(handle)
    },
  }
  serveContract(app, everyCall, handlers, hooks)
}
