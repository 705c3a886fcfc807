import { fleetContract, FleetReservation, type FleetAccess } from '@checkin/fleet'
import { serveContract, serveWith, type ServeHooks } from '@checkin/http/serve'
import { ConcurrencyLimiter, ServiceError, type Database } from '@checkin/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { refusals } from './refusals.ts'
import type { Tables } from '../tables.ts'
import { moneyDesk, type MoneyPayments } from '../agreement/money-desk.ts'
import { offerFunnel } from '../checkin/offer-funnel.ts'
import type { Documents } from '../documents/documents.ts'
import { siteAddress, type SiteScheme } from '../tenants/site-address.ts'
import { endInvitations } from '../drivers/invitation/invitation-store.ts'
import { createLink, revokeLinks } from '../identity/link-store.ts'
import { loadReservation } from '../reservations/reservation-store.ts'
import { termsDocuments } from '../agreement/terms/terms-documents.ts'
import { termsByHash } from '../agreement/terms/terms-store.ts'
import { fleetTokens, makeFleetToken, revokeFleetToken } from '../tenants/fleet-tokens.ts'
import { letterheadOf } from '../tenants/tenant-store.ts'
import { listReadings, readPdf, readPicture } from '../fleet/document-readings.ts'
import { erasePersonalData } from '../fleet/erase-personal-data.ts'
import { eventsAfter, numberEvents } from '../reservations/event-store.ts'
import { replayFrom } from '../fleet/event-deliveries.ts'
import { fleetCaller, type FleetCaller } from '../fleet/fleet-caller.ts'
import { fleetView, personalDataOf, type PersonalDataSource } from '../fleet/personal-data.ts'
import { withFreshNames } from '../fleet/fresh-names.ts'
import { importReservations } from '../fleet/import-reservations.ts'
import { listReservations } from '../fleet/list-reservations.ts'
import { allowPrecheckout, putReservation } from '../fleet/put-reservation.ts'

/** Imports that a process works on at a time, with four rows each. */
const mostImports = 2

/** How a company's system is named in records. */
const nameOf = (tokenId: string): string => `fleet token ${tokenId.slice(0, 8)}`

const notFound = () => new ServiceError(404, 'ReservationNotFound', 'There is no such reservation')

export interface FleetRoutesOptions {
  readonly database: Database<Tables>
  readonly documents: Documents
  readonly drafts: PersonalDataSource['drafts']
  /** How tenants' sites are reached: links for mail are made of it and the tenant's host. */
  readonly site: SiteScheme
  readonly payments: MoneyPayments
}

/** The rental company's own system: reservations in, events out. Reached on the internal port only. */
export function fleetRoutes(app: FastifyInstance, { database, documents, drafts, site, payments }: FleetRoutesOptions): void {
  const desk = moneyDesk({ database, payments })
  const terms = termsDocuments()
  const callerOf = async ({ headers: { authorization = '' } }: FastifyRequest): Promise<FleetCaller> => {
    const [, token] = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(authorization) ?? []
    const caller = token === undefined ? null : await fleetCaller(database.kysely, token)
    if (!caller) throw new ServiceError(401, 'Unauthorized', 'The bearer token is missing or wrong', { headers: { 'www-authenticate': 'Bearer' } })
    return caller
  }

  const { getReservationSchema, ...calls } = fleetContract
  const open: ServeHooks<object, FleetAccess> = { ...refusals, authorise: () => ({}) }
  serveWith(app, open)(getReservationSchema, () => z.toJSONSchema(FleetReservation, { io: 'input', target: 'draft-2020-12' }))

  const imports = new ConcurrencyLimiter(mostImports)
  const hooks: ServeHooks<FleetCaller, FleetAccess> = {
    ...refusals,
    authorise: async ({ name }, request, reply) => {
      const caller = await callerOf(request)
      if (name !== fleetContract.importReservations.name) return caller
      // Before the body is read: what an import needs of memory and connections is bounded by how many there are.
      const release = imports.acquire('')
      if (!release) throw new ServiceError(429, 'TooManyRequests', 'Other imports are under way', { headers: { 'retry-after': '2' } })
      reply.raw.once('finish', release).once('close', release)
      return caller
    },
  }
  serveContract(app, calls, {
    listReservations: ({ tenant, query }) => database.withTenant(tenant.id, (transaction) => listReservations(transaction, tenant.id, query)),
    putReservation: async ({ tenant, params: { reference }, body, reply }) => {
      const { reference: repeated = reference, ...reservation } = body
      if (repeated !== reference) throw new ServiceError(400, 'InvalidRequest', 'The body repeats another reference than the address')
      const { kind, ...names } = await withFreshNames(() => database.withTenant(tenant.id, (transaction) => putReservation(transaction, tenant.id, reference, reservation)))
      if (kind === 'created') void reply.code(201)
      return { reference, ...names, outcome: kind }
    },

    importReservations: ({ tenant, params: { importId }, body, request }) =>
      importReservations(database, { tenantId: tenant.id, id: importId, body }, (err) => { request.log.error({ err }, 'a row of an import failed') }),

    getReservation: ({ tenant, params: { reference } }) => database.withTenant(tenant.id, async (transaction) => {
      const stored = await loadReservation(transaction, tenant.id, { reference })
      if (!stored) throw notFound()
      return fleetView(transaction, tenant.id, stored)
    }),

    getPaper: async ({ tenant, tokenId, params: { reference, paperId }, reply }) => {
      const pdf = await readPdf(database, documents, { tenantId: tenant.id, reference, reader: nameOf(tokenId), what: paperId })
      if (!pdf) throw new ServiceError(404, 'NotFound', 'There is no such paper')
      void reply.header('x-content-type-options', 'nosniff')
      return pdf
    },

    getPicture: async ({ tenant, tokenId, params: { reference, ...what }, reply }) => {
      const webp = await readPicture(database, documents, { tenantId: tenant.id, reference, reader: nameOf(tokenId), what })
      if (!webp) throw new ServiceError(404, 'NotFound', 'There is no such picture')
      void reply.header('x-content-type-options', 'nosniff')
      return webp
    },

    listReadings: ({ tenant, query }) => database.withTenant(tenant.id, (transaction) => listReadings(transaction, tenant.id, query)),

    getTerms: async ({ tenant, params: { hash }, reply }) => {
      const row = await database.withTenant(tenant.id, (transaction) => termsByHash(transaction, tenant.id, hash))
      if (!row) throw new ServiceError(404, 'NotFound', 'There is no such document')
      void reply.header('x-content-type-options', 'nosniff')
      return (await terms.pdf(row, letterheadOf(tenant))).bytes
    },

    exportPersonalData: async ({ tenant, tokenId, params: { reference }, reply }) => {
      const data = await personalDataOf({ database, documents, drafts }, tenant.id, reference, nameOf(tokenId))
      if (!data) throw notFound()
      void reply.header('cache-control', 'no-store')
      return data
    },

    erasePersonalData: async ({ tenant, params: { reference } }) => {
      if (!await database.withTenant(tenant.id, (transaction) => erasePersonalData(transaction, tenant.id, reference))) throw notFound()
      await documents.clear(database, tenant.id)
    },

    createLink: async ({ tenant, body: { reference, purpose, makeEligible }, reply }) => {
      const link = await database.withTenant(tenant.id, async (transaction) => {
        const stored = await loadReservation(transaction, tenant.id, { reference })
        if (!stored || stored.row.erased_at) throw notFound()
        if (makeEligible) await allowPrecheckout(transaction, stored)
        const { id, check_in_at: returnAt, check_in_zone: timeZone } = stored.row
        return createLink(transaction, { tenantId: tenant.id, reservationId: id, purpose, returnDate: returnAt.slice(0, 10), timeZone })
      })
      const path = `${purpose === 'precheckout' ? '/precheckout' : ''}/${link.token}`
      void reply.code(201)
      return { token: link.token, url: `${siteAddress(site, tenant.host)}${path}`, expiresAt: link.expiresAt.toISOString() }
    },

    revokeLinks: async ({ tenant, params: { reference } }) => {
      await database.withTenant(tenant.id, async (transaction) => {
        const stored = await loadReservation(transaction, tenant.id, { reference })
        if (!stored || stored.row.erased_at) throw notFound()
        await revokeLinks(transaction, tenant.id, stored.row.id)
        await endInvitations(transaction, tenant.id, stored.row.id)
      })
    },

    refundPayment: ({ tenant, params: { reference, paymentId }, body: { amount } }) => desk.refund({ tenant, reference, paymentId, amount }),
    captureDeposit: ({ tenant, params: { reference }, body: { amount } }) => desk.capture({ tenant, reference, amount }),
    renewDeposit: ({ tenant, params: { reference }, body: { paymentId } }) => desk.renew({ tenant, reference, paymentId }),
    releaseDeposit: ({ tenant, params: { reference } }) => desk.release({ tenant, reference }),

    countOfferAnswers: async ({ tenant }) => ({ answers: await database.withTenant(tenant.id, (transaction) => offerFunnel(transaction, tenant.id)) }),

    listEvents: async ({ tenant, query: { after, limit } }) => {
      const events = await database.withTenant(tenant.id, async (transaction) => {
        await numberEvents(transaction, tenant.id)
        return eventsAfter(transaction, tenant.id, after, limit)
      })
      return { events, next: events.at(-1)?.id ?? String(after) }
    },

    replayEvents: async ({ tenant, body: { after } }) => {
      const from = await database.withTenant(tenant.id, (transaction) => replayFrom(transaction, tenant.id, after))
      if (from === null) throw new ServiceError(404, 'NotFound', 'No address of the company was told anything yet')
      return { after: String(from) }
    },

    listTokens: async ({ tenant, tokenId }) => ({ tokens: [...await fleetTokens(database.kysely, tenant.id)], present: tokenId }),
    createToken: async ({ tenant, tokenId, body: { days }, reply }) => {
      const made = await database.withTx((transaction) => makeFleetToken(transaction, { tenantId: tenant.id, days, actor: nameOf(tokenId) }))
      void reply.code(201)
      return made
    },
    revokeToken: async ({ tenant, tokenId, params }) => {
      await database.withTx((transaction) => revokeFleetToken(transaction, { tenantId: tenant.id, tokenId: params.tokenId, actor: nameOf(tokenId), mayBeLast: false }))
    },
  }, hooks)
}
