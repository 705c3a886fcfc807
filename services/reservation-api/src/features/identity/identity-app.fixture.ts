import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import cookie from '@fastify/cookie'
import { aReservation } from '@checkin/api/testing'
import { createService, openDatabase } from '@checkin/server'
import { testDatabase, type TestDatabase } from '@checkin/testing/postgres'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { implement } from '../../server/implement.ts'
import { resolveTenant } from '../../server/tenant-hook.ts'
import type { Tables } from '../../tables.ts'
import { unseal } from '../mail/sealed-payload.ts'
import { reservationDirectory } from '../reservations/reservation-directory.ts'
import { areTermsAccepted } from '../terms/acceptance-store.ts'
import { tenantByHost, putTenant, type Tenant } from '../tenants/tenant-store.ts'
import { withTerms } from '../terms/terms.fixture.ts'
import { TenantSettings } from '../tenants/tenant-settings.ts'
import { termsHandlers } from '../terms/terms-handlers.ts'
import { identityHandlers } from './identity-handlers.ts'
import { identitySettings, type IdentitySettings } from './identity-settings.ts'
import type { ReservationDirectory } from './reservation-directory.ts'
import { sessionEndRoute } from './session-end.ts'
import { resolveSession } from './session.ts'

export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))
export const proxySecret = 'proxy-secret-of-tests'
export const codeSecret = 'code-secret-of-tests'

export const aTenantSettings = (change: Partial<TenantSettings> = {}): TenantSettings => TenantSettings.parse({
  firmName: 'Costa Verde', firmLogo: '', currency: 'EUR', timeZone: 'Europe/Lisbon', phone: '+351 289 000 000', sender: 'check-in@costaverde.example',
  isUploadAvailable: true, isUploadMandatory: false, modules: [], fieldRules: { main: { fields: {}, second: {} }, additional: {} },
  terms: ['rental', 'privacy'], ...change,
})

export interface StoredReservation {
  readonly tenantId: string
  readonly reference: string
  readonly surname: string
  readonly email: string | null
  /** Plain date YYYY-MM-DD. */
  readonly pickUp: string
  readonly hasAgreement: boolean
  /** Where the booking came from. */
  readonly source: string | null
}

/** Days from today in the zone of the tests' tenants. */
export function dayFromToday(days: number, timeZone = 'Europe/Lisbon'): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(Date.now() + days * 86_400_000)
}

/** The API with identity and terms only, over a real database: what these tests are about, without the rest of the service. */
export async function identityApp(change: Partial<IdentitySettings> = {}) {
  const database: TestDatabase<Tables> = await testDatabase<Tables>({ schema: 'reservation', migrations: migrationsFolder })
  const settings: IdentitySettings = {
    ...identitySettings({ CHECKIN_CODE_SECRET: codeSecret, CHECKIN_PROXY_SECRET: proxySecret, CHECKIN_MISS_FLOOR_MS: '0', CHECKIN_RESEND_SECONDS: '55', CHECKIN_CODES_PER_HOUR: '3' }),
    ...change,
  }
  const logged: string[] = []
  const service = createService({ name: 'reservation-api', log: { level: 'trace', destination: { write: (line: string) => { logged.push(line); return true } } } })
  const { app } = service
  const directory: ReservationDirectory = {
    ...reservationDirectory,
    // These tests store reservations without vehicle and prices, which are none of their business.
    load: async (transaction, tenantId, id) => {
      const row = await transaction.selectFrom('reservation').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id).executeTakeFirstOrThrow()
      return aReservation({ reference: row.reference, guid: row.guid, reservation: row.number }).loaded({ termsAccepted: false })
    },
  }
  const standing = async ({ id: tenantId }: Tenant, reservationId: string) => ({
    termsAccepted: await database.withTenant(tenantId, (transaction) => areTermsAccepted(transaction, tenantId, reservationId)), missing: { complete: [], pay: [], precheckout: [] },
  })
  let nudges = 0
  await app.register(cookie)
  app.decorateRequest('session', null)
  const findTenant = resolveTenant({ byHost: (host) => tenantByHost(database.kysely, host), forget: () => undefined })
  const findSession = resolveSession(database, settings)
  await app.register((api, _options, done) => {
    api.addHook('onRequest', async (request) => {
      await findTenant(request)
      request.session = await findSession(request, request.tenant.id)
    })
    implement(api, database, { ...identityHandlers({ database, directory, settings, standing, mailQueued: () => { nudges += 1 } }), ...termsHandlers({ database, directory }) })
    done()
  }, { prefix: '/api' })
  sessionEndRoute(app, { database, settings, tenantIdOf: async (request) => (await tenantByHost(database.kysely, request.hostname))?.id ?? null })
  await database.withTx(async (transaction) => {
    await putTenant(transaction, { id: 'costaverde', host: 'costaverde.localhost', settings: aTenantSettings(), fleetToken: null })
    await putTenant(transaction, { id: 'alpen', host: 'alpen.localhost', settings: aTenantSettings({ firmName: 'Alpen', timeZone: 'Europe/Zurich', terms: [] }), fleetToken: null })
  })
  await withTerms(database, 'costaverde')

  const stored = async (reservation: Partial<StoredReservation> = {}): Promise<StoredReservation & { readonly id: string; readonly guid: string }> => {
    const row: StoredReservation = {
      tenantId: 'costaverde', reference: `CV${randomUUID().slice(0, 8)}`, surname: 'Silva', email: 'maria.silva@example.com', pickUp: dayFromToday(3), hasAgreement: false, source: null,
      ...reservation,
    }
    const [id, guid] = [randomUUID(), randomUUID()]
    await database.withTenant(row.tenantId, async (transaction) => {
      await transaction.insertInto('reservation').values({
        tenant_id: row.tenantId, id, guid, number: `R-${row.reference}`, reference: row.reference, reference_key: row.reference.toUpperCase(),
        source: row.source, emg_number: null, voucher_number: null, customer_name: 'Maria', customer_surname: row.surname, customer_email: row.email,
        check_out_at: `${row.pickUp}T10:00`, check_out_place: 'Faro', check_out_zone: 'Europe/Lisbon',
        check_in_at: sql<string>`${row.pickUp}::date + interval '4 days'`, check_in_place: 'Faro', check_in_zone: 'Europe/Lisbon', days: 4, vehicle: '{}',
        paid_minor: 0, deposit_minor: null, total_kms: null, kms_included_type: null, excess: '{}', driver_rules: '{}', email_to_sign: null,
        has_rental_agreement: row.hasAgreement, is_precheckout_eligible: false, is_completed: false, fleet_digest: null, fleet_row_version: null, erased_at: null,
      }).execute()
    })
    return { ...row, id, guid }
  }

  const logs = (): string => logged.join('')
  /** Looks behind row-level security, as a superuser. */
  const asAdmin = async (text: string, values: readonly unknown[] = []): Promise<readonly Record<string, unknown>[]> => {
    const admin = new pg.Client({ connectionString: database.adminUrl, options: '-c search_path=reservation' })
    await admin.connect()
    try {
      return (await admin.query<Record<string, unknown>>(text, [...values])).rows
    } finally {
      await admin.end()
    }
  }
  /** The code of the latest mail that waits for an address. */
  const latestCode = async (to: string): Promise<string> => {
    const [mail] = await asAdmin('select id, payload from mail_outbox where to_address = $1 order by created_at desc limit 1', [to])
    if (!mail) throw new Error('No mail waits')
    return (unseal(codeSecret, String(mail['id']), mail['payload'] as Buffer) as { code: string }).code
  }

  return {
    app, database, settings, directory, stored, asAdmin, latestCode, logs,
    nudges: () => nudges,
    /** A second pool, as the role that services use. */
    otherPool: () => openDatabase<Tables>({ url: database.url, schema: 'reservation' }),
    browser: (options: BrowserOptions = {}) => new Browser((request) => app.inject(request), options),
    stop: async () => {
      await service.stop()
      await database.close()
    },
  }
}

export type IdentityApp = Awaited<ReturnType<typeof identityApp>>

export interface BrowserOptions {
  readonly host?: string
  /** Network address that the site says the renter has. */
  readonly address?: string
  readonly language?: string
}

/** One browser: keeps cookies, sends the headers of the page. */
export class Browser {
  readonly cookies = new Map<string, string>()
  private readonly send: (request: InjectOptions) => Promise<LightMyRequestResponse>
  private readonly options: BrowserOptions

  constructor(send: (request: InjectOptions) => Promise<LightMyRequestResponse>, options: BrowserOptions) {
    this.send = send
    this.options = options
  }

  async call(method: 'GET' | 'POST', path: string, body?: object, headers: Readonly<Record<string, string>> = {}): Promise<LightMyRequestResponse> {
    const host = this.options.host ?? 'costaverde.localhost'
    const answer = await this.send({
      method, url: path, ...(body && { payload: body }),
      headers: {
        host: `${host}:4000`, identifier: `${host}:4000`, cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'accept-language': this.options.language ?? 'en', 'x-checkin-proxy': proxySecret, 'x-checkin-client': this.options.address ?? '203.0.113.7', ...headers,
      },
    })
    for (const { name, value, maxAge } of answer.cookies as { name: string; value: string; maxAge?: number }[]) {
      if (maxAge === 0) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return answer
  }

  prelookup(claim: { reference: string; surname: string; checkoutdate?: string }): Promise<LightMyRequestResponse> {
    return this.call('POST', '/api/reservation/prelookup', { reference: claim.reference, surname: claim.surname, checkoutdate: claim.checkoutdate ?? '', mail: '' })
  }

  lookup(claim: { reference: string; surname: string; email: string | null; checkoutdate?: string }): Promise<LightMyRequestResponse> {
    return this.call('POST', '/api/reservation/lookup', { reference: claim.reference, surname: claim.surname, checkoutdate: claim.checkoutdate ?? '', mail: claim.email ?? '' })
  }

  validate(code: string): Promise<LightMyRequestResponse> {
    return this.call('GET', `/api/validate/${code}`)
  }
}

/** An address in a network of its own, so that one test's misses are not another's. */
let networks = 0
export const freshAddress = (): string => {
  networks += 1
  return `198.18.${networks % 250}.${1 + Math.floor(networks / 250)}`
}
