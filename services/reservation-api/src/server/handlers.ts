import type { Contract, EndpointName, Reply, Request } from '@checkin/api'
import type { Language } from '@checkin/i18n'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tenant } from '../features/tenants/tenant-store.ts'

/** One call of the contract with `params`, `query` and `body` as far as it has them. They are checked, the session is good enough. */
export type Call<Name extends EndpointName> = Request<Contract[Name]> & {
  readonly tenant: Tenant
  /** Language that the page is shown in. */
  readonly language: Language
  /** For the session (`request.session`), headers and the address. */
  readonly request: FastifyRequest
  /** For cookies and headers of the answer. */
  readonly reply: FastifyReply
}

/** Answers one call with what goes to the client with status 200; refuses it by throwing a ServiceError. */
export type Handler<Name extends EndpointName> = (call: Call<Name>) => Promise<Reply<Contract[Name]>> | Reply<Contract[Name]>

/** What is built so far; the other calls answer 501. */
export type Handlers = { readonly [Name in EndpointName]?: Handler<Name> }
