import { ServiceError } from '@checkin/server'
import type { FastifyInstance } from 'fastify'
import type { AgreementServices } from '../agreement/agreement-services.ts'
import { tenantById } from '../tenants/tenant-store.ts'
import { hearOfSignature } from './confirm-signature.ts'

/**
 * Where the signature provider reports (`POST /provider/v1/sign/callback/{tenant}`), on the service's own port. Its proof is made over the very
 * bytes with the secret of an account of this very tenant; what it says is not believed but asked for, so a report that is forged, late, repeated or overtaken changes nothing.
 */
export function signCallbackRoute(app: FastifyInstance, services: AgreementServices): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => { parsed(null, body) })
    scope.post<{ Params: { readonly tenantId: string } }>('/provider/v1/sign/callback/:tenantId', async (request, reply) => {
      const tenant = await tenantById(services.database.kysely, request.params.tenantId)
      const callback = { headers: request.headers, body: typeof request.body === 'string' ? request.body : '' }
      const speaking = tenant ? (await services.signatures.listening(tenant.id)).flatMap(({ revision, opened }) => {
        const told = opened.readCallback(callback)
        return told ? [{ revision, ...told }] : []
      }) : []
      const [news] = speaking
      if (!tenant || !news) throw new ServiceError(401, 'Unauthorized', 'The signature does not hold')
      await hearOfSignature(services, tenant, { providerId: news.providerId, revisions: speaking.map(({ revision }) => revision) })
      return reply.type('text/plain; charset=utf-8').send('OK')
    })
    done()
  })
}
