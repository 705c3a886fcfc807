import { serveWith, type ServeHooks } from '@checkin/http/serve'
import { internalContract, type InternalAccess } from '@checkin/internal'
import { ServiceError, type Database } from '@checkin/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AgreementServices } from '../agreement/agreement-services.ts'
import { hearOfSignature } from '../agreement/signature/confirm-signature.ts'
import type { PaymentEngine } from '../payments/payment-engine.ts'
import type { RawCallback } from '../payments/providers/provider.ts'
import { keepSmsReport } from '../identity/code-sms.ts'
import type { SmsSender } from '../mail/sms/sms-accounts.ts'
import type { Tables } from '../tables.ts'
import type { TenantAccounts } from '../tenants/accounts/tenant-accounts.ts'
import { tenantById } from '../tenants/tenant-store.ts'
import { refusals } from './refusals.ts'

export interface CallbackRoutesOptions {
  readonly database: Database<Tables>
  readonly engine: PaymentEngine
  readonly agreements: AgreementServices
  readonly sms: Pick<TenantAccounts<SmsSender>, 'current'>
  /** An order may be due now. */
  readonly jobsDue: () => void
}

/** A callback as it arrived: its signature is made over the very bytes. */
export const rawCallback = ({ method, url, headers, body }: FastifyRequest): RawCallback => ({
  method, path: url, body: typeof body === 'string' ? body : '',
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value])),
})

/** Who calls is proven by the signature alone, which the handlers check over the very bytes. */
const hooks: ServeHooks<object, InternalAccess> = { ...refusals, authorise: () => ({}) }

/**
 * Where providers call, on the service's own port. Nobody learns here which tenants there are. A taken payment event is answered in the
 * provider's own words. What the signature provider says is not believed but asked for, so a report that is forged, late, repeated or
 * overtaken changes nothing.
 */
export function callbackRoutes(app: FastifyInstance, { database, engine, agreements, sms, jobsDue }: CallbackRoutesOptions): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => { parsed(null, body) })
    const serve = serveWith(scope, hooks)

    serve(internalContract.receiveCallback, async ({ params: { provider, tenantId }, request }) => {
      const tenant = await tenantById(database.kysely, tenantId)
      const result = tenant ? await engine.receive(provider, tenant.id, rawCallback(request)) : ({ kind: 'refused' } as const)
      if (result.kind === 'unknown-gateway') throw new ServiceError(404, 'NotFound', 'There is no such gateway')
      if (result.kind === 'refused') throw new ServiceError(401, 'Unauthorized', 'The signature does not hold')
      if (result.hasNews) jobsDue()
      return result.acknowledgement
    })

    serve(internalContract.receiveSignature, async ({ params: { tenantId }, body, request: { headers, url: path } }) => {
      const tenant = await tenantById(database.kysely, tenantId)
      const reports = tenant ? (await agreements.signatures.listening(tenant.id)).flatMap(({ revision, opened }) => {
        const report = opened.readCallback({ path, headers, body })
        return report ? [{ revision, ...report }] : []
      }) : []
      const [report] = reports
      if (!tenant || !report) throw new ServiceError(401, 'Unauthorized', 'The signature does not hold')
      await hearOfSignature(agreements, tenant, { providerId: report.providerId, revisions: reports.map(({ revision }) => revision) })
      return 'OK'
    })

    serve(internalContract.receiveSmsReport, async ({ params: { tenantId }, body, request: { headers, url: path } }) => {
      const tenant = await tenantById(database.kysely, tenantId)
      const account = tenant && await sms.current(tenant.id).catch(() => null)
      const report = account?.opened.readReport({ path, headers, body }) ?? null
      if (!tenant || !report) throw new ServiceError(401, 'Unauthorized', 'The signature does not hold')
      await keepSmsReport({ database }, tenant.id, report)
      return 'OK'
    })
    done()
  })
}
