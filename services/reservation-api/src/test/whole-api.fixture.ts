import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase, type TestDatabase } from '@checkin/testing/postgres'
import type { LightMyRequestResponse } from 'fastify'
import pg from 'pg'
import { createApp } from '../app.ts'
import { createDocuments } from '../features/documents/documents.ts'
import { createDrafts } from '../features/drafts/drafts.ts'
import { identitySettings } from '../features/identity/identity-settings.ts'
import type { SessionLevel } from '../features/identity/identity-tables.ts'
import { withTerms } from '../features/terms/terms.fixture.ts'
import { openSession } from '../features/identity/session-store.ts'
import { createGateways } from '../features/payments/gateways.ts'
import { fakeProvider } from '../features/payments/fake-provider.fixture.ts'
import { standardLimits, type PaymentLimits } from '../features/payments/payment-limits.ts'
import type { ProviderSet } from '../features/payments/providers/provider-set.ts'
import { accountSeal } from '../features/provider-accounts/account-seal.ts'
import type { FleetReservationInput } from '../features/fleet/fleet-schema.ts'
import type { SignatureProvider } from '../features/signature/signature-provider.ts'
import { TenantSettings } from '../features/tenants/tenant-settings.ts'
import { migrationsFolder } from '../settings.ts'
import type { Tables } from '../tables.ts'

const proxySecret = 'proxy-secret-of-tests'
export const adminToken = 'admin-token-of-tests'

type Headers = Readonly<Record<string, string>>
export interface CallOptions {
  readonly host?: string
  readonly token?: string
  readonly body?: unknown
  readonly headers?: Headers
}

const viewTags = ['adview', 'upview', 'exview', 'uploadview', 'paymentview', 'precheckoutview'] as const

export const tenantSettings = (change: Partial<TenantSettings> = {}): TenantSettings => TenantSettings.parse({
  firmName: 'Costa Verde', firmLogo: 'PHN2Zy8+', currency: 'EUR', timeZone: 'Europe/Lisbon', phone: '+351 289 555 010', sender: 'check-in@costaverde.example',
  isUploadAvailable: true, isUploadMandatory: false, modules: viewTags.map((viewTag) => ({ viewTag, isEnabled: true, skipAllowed: true })),
  fieldRules: { main: { fields: { address: { visible: true, mandatory: true } }, second: { id: { visible: true, mandatory: false } } }, additional: {} },
  validatePostalCode: ['PT'], validateTaxNumber: ['PT'], gateways: [{ code: 'card', name: 'Card' }], terms: ['rental', 'privacy'], ...change,
})

type Line = NonNullable<FleetReservationInput['extras']>[number]
export const anExtra = (extraID: string, change: Partial<Line> = {}): Line =>
  ({ extraID, ratePeriodType: 'other', description: `Extra ${extraID}`, value: 5, taxRate: 23, isAvailableOnEC: true, ...change })

/** Worked example E1 of PRICING as the company's system would send it: 279.55, of which 100 is paid. */
export const aFleetReservation = (change: Partial<FleetReservationInput> = {}): FleetReservationInput => ({
  numberEMG: 'EMG-1', checkOut: { dateAndTime: '2031-05-02T10:30', place: 'Faro Airport', timeZone: 'Europe/Lisbon' },
  checkIn: { dateAndTime: '2031-05-07T10:00', place: 'Lisbon Airport', timeZone: 'Europe/Lisbon' },
  customer: { name: 'Maria', surname: 'Silva', email: 'maria.silva@example.com' }, driver: { name: 'Maria', surname: 'Silva', birthDate: '1990-02-03', countryId: 620 },
  vehicle: { id: 'G-B', vehicle: 'Renault Clio or similar', groupId: 'B', name: 'Economy', seats: 5, groupMinAge: 21, groupMaxAge: 80 },
  extras: [
    anExtra('SCDW', { value: 12.2, isAccepted: true, category: 'insurances', translations: { pt: { description: 'Cobertura total', observations: null } } }),
    anExtra('CSI', { value: 8.13, isAccepted: true, isValuePerRA: true, isAcceptQuantity: true, quantity: 2, category: 'equipment' }),
    anExtra('KMS', { ratePeriodType: 'Kms', value: 0, isAccepted: true, isIncluded: true }),
    anExtra('DAYS', { ratePeriodType: 'Days', value: 30, isAccepted: true }),
    anExtra('ADDDRV', { value: 24.39, isAddDriver: true, isValuePerRA: true }),
  ],
  upgrades: [{ vehicle: { id: 'G-C', vehicle: 'Golf', groupId: 'C', name: 'Compact' }, dailyDifference: 6.5, taxRate: 23 }],
  savedCards: [{ provider: 'card', creditCardNumber: '4111 **** **** 1111', cardFlag: 'Visa', token: 'tok-1' }],
  paidValue: 100, depositAmount: 300, isPrecheckoutEligible: true, ...change,
})

/** A token that production takes too. */
export const fleetToken = (tenant: string): string => `fleet-token-${tenant}-of-the-tests-only`

/** A provider that is always away. */
const noSignatures: SignatureProvider = {
  ask: () => Promise.resolve({ kind: 'unavailable' }), status: () => Promise.resolve({ kind: 'unavailable' }), withdraw: () => Promise.resolve({ kind: 'unavailable' }), readCallback: () => null,
}

/** Where a service of a test keeps everything, instead of in places of its own that go with it. */
export interface Place {
  readonly database: TestDatabase<Tables>
  /** Folder of sealed pictures and papers. */
  readonly folder: string
}

/** A card provider for tests that pay nothing. */
const neverAsked = { kind: 'card', provider: fakeProvider().card } as const

export interface WholeApiOptions {
  readonly demo?: boolean
  /** The environment's ways to pay. */
  readonly providers?: ProviderSet
  readonly limits?: Partial<PaymentLimits>
  /** The environment's account for signatures. */
  readonly signatures?: SignatureProvider
  /** Tenants without accounts of their own use the environment's. */
  readonly isSingleCompany?: boolean
  readonly place?: Place
}

/** The whole service over a database of its own, with two tenants. */
export async function wholeApi(
  { demo = true, providers = { card: neverAsked }, limits = {}, signatures = noSignatures, isSingleCompany = true, place }: WholeApiOptions = {},
) {
  const database: TestDatabase<Tables> = place?.database ?? await testDatabase<Tables>({ schema: 'reservation', migrations: migrationsFolder })
  const logged: string[] = []
  const identity = identitySettings({ CHECKIN_CODE_SECRET: 'code-secret-of-tests', CHECKIN_PROXY_SECRET: proxySecret, CHECKIN_MISS_FLOOR_MS: '0' })
  const folder = place?.folder ?? await mkdtemp(join(tmpdir(), 'checkin-documents-'))
  const documents = createDocuments({ secret: 'document-secret-of-tests', folder })
  const service = await createApp({
    database, identity, documents, drafts: createDrafts(database, 'document-secret-of-tests'), postalCodesFolder: null, adminToken, demo, tenantCacheMs: 0, mailQueued: () => undefined, ordersDue: () => undefined,
    payments: { providers, callbackBase: 'http://127.0.0.1:4004', limits: { ...standardLimits, ...limits }, pollMs: 0, reconcileMs: 0 },
    signatures, signatureWaitsMs: [], accountSeal: accountSeal('document-secret-of-tests'), isSingleCompany,
    log: { level: 'trace', destination: { write: (line: string) => { logged.push(line); return true } } },
  })

  /** A call of a page of a tenant's site, by default Costa Verde's. */
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH', path: string, { host = 'costaverde.localhost:4000', token, body, headers }: CallOptions = {}): Promise<LightMyRequestResponse> =>
    service.app.inject({
      method, url: path, ...(body !== undefined && { payload: body as object }),
      headers: {
        host, identifier: host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin', 'x-checkin-proxy': proxySecret, 'x-checkin-client': '203.0.113.7',
        ...(token !== undefined && { cookie: `checkin_session=${token}` }), ...headers,
      },
    })
  /** A call of the company's own system. */
  const fleet = (tenant: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<LightMyRequestResponse> =>
    service.app.inject({ method, url: `/fleet/v1${path}`, headers: { authorization: `Bearer ${fleetToken(tenant)}` }, ...(body !== undefined && { payload: body as object }) })

  for (const [id, firmName] of [['costaverde', 'Costa Verde'], ['alpen', 'Alpen']] as const) {
    const settings = tenantSettings(id === 'alpen' ? { firmName, terms: [], currency: 'CHF', timeZone: 'Europe/Zurich', modules: [], gateways: [], isUploadAvailable: false, isUploadMandatory: true } : { firmName })
    const put = await service.app.inject({
      method: 'PUT', url: `/internal/v1/tenants/${id}`, headers: { authorization: `Bearer ${adminToken}` }, payload: { host: `${id}.localhost`, settings, fleetToken: fleetToken(id) },
    })
    if (put.statusCode !== 200) throw new Error(put.body)
    await withTerms(database, id)
  }

  /** Puts a reservation and answers its names. */
  const stored = async (tenant: string, reference: string, reservation: FleetReservationInput = aFleetReservation()): Promise<{ number: string; guid: string; id: string }> => {
    const put = await fleet(tenant, 'PUT', `/reservations/${reference}`, reservation)
    if (put.statusCode > 201) throw new Error(put.body)
    const { id } = await database.withTenant(tenant, (transaction) =>
      transaction.selectFrom('reservation').select('id').where('tenant_id', '=', tenant).where('reference', '=', reference).executeTakeFirstOrThrow())
    return { ...put.json<{ number: string; guid: string }>(), id }
  }
  /** A living session of a reservation: what goes into the cookie, and its key. */
  const session = async (tenantId: string, reservationId: string, level: SessionLevel = 'verified'): Promise<{ token: string; sessionKey: string }> => {
    const opened = await database.withTenant(tenantId, (transaction) => openSession(transaction, { tenantId, reservationId, level }))
    return { token: opened.token, sessionKey: opened.session.sessionKey }
  }
  /** Looks behind row-level security, as a superuser. */
  const asAdmin = async (text: string): Promise<readonly Record<string, unknown>[]> => {
    const admin = new pg.Client({ connectionString: database.adminUrl, options: '-c search_path=reservation' })
    await admin.connect()
    try {
      return (await admin.query<Record<string, unknown>>(text)).rows
    } finally {
      await admin.end()
    }
  }

  /** The ways to pay as another process would open them, which knows nothing yet. */
  const anotherProcess = () => ({
    gateways: createGateways({
      source: { database, seal: accountSeal('document-secret-of-tests'), isSingleCompany, log: service.app.log }, database, environment: {}, environmentClient: null, times: { connectMs: 1000, answerMs: 5000 },
    }),
  })

  return {
    app: service.app, anotherProcess, metrics: service.metrics, payments: service.payments, agreements: service.agreements, database, documents, folder, call, fleet, stored, session, asAdmin,
    logs: () => logged.join(''),
    stop: async () => {
      await service.stop()
      documents.stop()
      await database.close()
      if (!place) await rm(folder, { recursive: true, force: true })
    },
  }
}

export type WholeApi = Awaited<ReturnType<typeof wholeApi>>
