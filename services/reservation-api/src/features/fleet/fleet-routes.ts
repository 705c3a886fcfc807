import { ServiceError, type Database } from '@checkin/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { invalidRequest } from '../../server/invalid-request.ts'
import type { Tables } from '../../tables.ts'
import { agreementForFleet } from '../agreement/fleet-agreement.ts'
import { offerFunnel } from '../analytics/offer-funnel.ts'
import type { Documents } from '../documents/documents.ts'
import { stockAt } from '../extras/stock-store.ts'
import { siteAddress, type SiteScheme } from '../identity/identity-settings.ts'
import { createLink } from '../identity/link-store.ts'
import { papersOf } from '../papers/paper-store.ts'
import { intentsOf } from '../payments/intent-store.ts'
import { ledgerOf } from '../payments/ledger-store.ts'
import { loadCards, loadReservation, loadUpgrades } from '../reservations/reservation-store.ts'
import { acceptedDocuments, acceptedOn } from '../terms/acceptance-store.ts'
import { termsDocuments } from '../terms/terms-documents.ts'
import { firmOf } from '../terms/terms-firm.ts'
import { termsByHash } from '../terms/terms-store.ts'
import { tenantByFleetToken, type Tenant } from '../tenants/tenant-store.ts'
import { erasePersonalData } from './erase-personal-data.ts'
import { eventsAfter } from './event-store.ts'
import { fleetAnswer } from './fleet-answer.ts'
import { FleetReservation } from './fleet-schema.ts'
import { allowPrecheckout } from './allow-precheckout.ts'
import { putReservation } from './put-reservation.ts'

const Reference = z.object({ reference: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/) })
const PaperName = Reference.extend({ paperId: z.uuid() })
const TermsName = z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) })
const LinkRequest = z.strictObject({
  reference: Reference.shape.reference, purpose: z.enum(['verify', 'precheckout']),
  /** A link is no permission by itself: with this the company allows pre-checkout for the reservation (DEC-111). */
  makeEligible: z.boolean().default(false),
}).refine(({ purpose, makeEligible }) => !makeEligible || purpose === 'precheckout', { error: 'is for links to pre-checkout', path: ['makeEligible'] })
const EventsQuery = z.object({ after: z.coerce.number().int().min(0).default(0), limit: z.coerce.number().int().min(1).max(1000).default(100) })

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const checked = schema.safeParse(value)
  if (!checked.success) throw invalidRequest(checked.error)
  return checked.data
}

const notFound = () => new ServiceError(404, 'ReservationNotFound', 'There is no such reservation')

export interface FleetRoutesOptions {
  readonly database: Database<Tables>
  readonly documents: Documents
  /** How tenants' sites are reached: links for mail are made of it and the tenant's host. */
  readonly site: SiteScheme
}

/** The rental company's own system: reservations in, events out. Reached on the internal port only. */
export function fleetRoutes(app: FastifyInstance, { database, documents, site }: FleetRoutesOptions): void {
  const terms = termsDocuments()
  const tenantOf = async ({ headers: { authorization = '' } }: FastifyRequest): Promise<Tenant> => {
    const [, token] = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(authorization) ?? []
    const tenant = token === undefined ? null : await tenantByFleetToken(database.kysely, token)
    if (!tenant) throw new ServiceError(401, 'Unauthorized', 'The bearer token is missing or wrong', { headers: { 'www-authenticate': 'Bearer' } })
    return tenant
  }

  app.get('/fleet/v1/schema.json', () => z.toJSONSchema(FleetReservation, { io: 'input', target: 'draft-2020-12' }))

  // Before the body is read: who may not make the call must not make us read it.
  const first = async (request: FastifyRequest): Promise<void> => { await tenantOf(request) }
  app.put('/fleet/v1/reservations/:reference', { bodyLimit: 2 * 1024 * 1024, onRequest: first }, async (request, reply) => {
    const tenant = await tenantOf(request)
    const { reference } = read(Reference, request.params)
    const { reference: repeated = reference, ...reservation } = read(FleetReservation, request.body)
    if (repeated !== reference) throw new ServiceError(400, 'InvalidRequest', 'The body repeats another reference than the address')
    const { kind, ...names } = await database.withTenant(tenant.id, (transaction) => putReservation(transaction, tenant.id, reference, reservation))
    return reply.code(kind === 'created' ? 201 : 200).send({ reference, ...names, outcome: kind })
  })

  app.get('/fleet/v1/reservations/:reference', async (request) => {
    const tenant = await tenantOf(request)
    const { reference } = read(Reference, request.params)
    return database.withTenant(tenant.id, async (transaction) => {
      const stored = await loadReservation(transaction, tenant.id, { reference })
      if (!stored) throw notFound()
      const { id } = stored.row
      return fleetAnswer(stored, {
        upgrades: await loadUpgrades(transaction, tenant.id, id),
        cards: await loadCards(transaction, tenant.id, id),
        stock: await stockAt(transaction, { tenantId: tenant.id, place: stored.row.check_out_place }),
        termsAcceptedOn: await acceptedOn(transaction, tenant.id, id),
        termsDocuments: await acceptedDocuments(transaction, tenant.id, id),
        payments: await intentsOf(transaction, tenant.id, id),
        agreement: await agreementForFleet(transaction, tenant.id, id),
        papers: await papersOf(transaction, tenant.id, id),
        ledger: await ledgerOf(transaction, tenant.id, id),
      })
    })
  })

  app.get('/fleet/v1/reservations/:reference/papers/:paperId', async (request, reply) => {
    const tenant = await tenantOf(request)
    const { reference, paperId } = read(PaperName, request.params)
    const pdf = await database.withTenant(tenant.id, async (transaction) => {
      const stored = await loadReservation(transaction, tenant.id, { reference })
      const isItsOwn = stored && (await papersOf(transaction, tenant.id, stored.row.id)).some(({ id }) => id === paperId)
      return isItsOwn ? documents.papers.read(transaction, tenant.id, paperId) : null
    })
    if (!pdf) throw new ServiceError(404, 'NotFound', 'There is no such paper')
    return reply.type('application/pdf').headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }).send(pdf)
  })

  /** The very text that renters agreed to, whatever is valid now. */
  app.get('/fleet/v1/terms/:hash', async (request, reply) => {
    const tenant = await tenantOf(request)
    const { hash } = read(TermsName, request.params)
    const row = await database.withTenant(tenant.id, (transaction) => termsByHash(transaction, tenant.id, hash))
    if (!row) throw new ServiceError(404, 'NotFound', 'There is no such document')
    const { bytes } = await terms.pdf(row, firmOf(tenant))
    return reply.type('application/pdf').headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }).send(bytes)
  })

  app.delete('/fleet/v1/reservations/:reference/personal-data', async (request, reply) => {
    const tenant = await tenantOf(request)
    const { reference } = read(Reference, request.params)
    if (!await database.withTenant(tenant.id, (transaction) => erasePersonalData(transaction, tenant.id, reference))) throw notFound()
    await documents.clear(database, tenant.id)
    return reply.code(204).send()
  })

  app.post('/fleet/v1/links', async (request, reply) => {
    const tenant = await tenantOf(request)
    const { reference, purpose, makeEligible } = read(LinkRequest, request.body)
    const link = await database.withTenant(tenant.id, async (transaction) => {
      const stored = await loadReservation(transaction, tenant.id, { reference })
      if (!stored || stored.row.erased_at) throw notFound()
      if (makeEligible) await allowPrecheckout(transaction, stored)
      const { id, check_in_at: returnAt, check_in_zone: timeZone } = stored.row
      return createLink(transaction, { tenantId: tenant.id, reservationId: id, purpose, returnDate: returnAt.slice(0, 10), timeZone })
    })
    const path = `${purpose === 'precheckout' ? '/precheckout' : ''}/${link.token}`
    return reply.code(201).send({ token: link.token, url: `${siteAddress(site, tenant.host)}${path}`, expiresAt: link.expiresAt.toISOString() })
  })

  app.get('/fleet/v1/offers', async (request) => {
    const tenant = await tenantOf(request)
    return { answers: await database.withTenant(tenant.id, (transaction) => offerFunnel(transaction, tenant.id)) }
  })

  app.get('/fleet/v1/events', async (request) => {
    const tenant = await tenantOf(request)
    const { after, limit } = read(EventsQuery, request.query)
    const events = await database.withTenant(tenant.id, (transaction) => eventsAfter(transaction, tenant.id, after, limit))
    return { events, next: events.at(-1)?.id ?? String(after) }
  })
}
