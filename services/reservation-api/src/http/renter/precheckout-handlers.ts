import { clientAddress, ServiceError } from '@checkin/server'
import type { Handlers } from '../handlers.ts'
import type { IdentitySettings } from '../../identity/identity-settings.ts'
import { requireSession } from '../../identity/session.ts'
import { keyOf } from '../../identity/idempotent-requests.ts'
import { confirmSignature } from '../../agreement/signature/confirm-signature.ts'
import type { AgreementServices } from '../../agreement/agreement-services.ts'
import { submitPrecheckout } from '../../agreement/submit-precheckout.ts'

export interface PrecheckoutDependencies {
  readonly services: AgreementServices
  readonly settings: Pick<IdentitySettings, 'link' | 'proxySecret'>
  /** Milliseconds between questions to a signature provider that is slower than the renter's way back. */
  readonly signatureWaitsMs: readonly number[]
}

/** API-32 and API-33: the deposit, the agreement and its signature. */
export function precheckoutHandlers({ services, settings, signatureWaitsMs }: PrecheckoutDependencies) {
  return {
    submitPrecheckout: async ({ request, body, tenant, language }) => {
      const submitted = await submitPrecheckout(services, { session: requireSession(request, 'link'), tenant, language, body, key: keyOf(request) })
      switch (submitted.kind) {
        case 'ready': return { signatureURL: submitted.signatureUrl, errors: submitted.context === null ? [] : [{ context: submitted.context }], state: 'ready', redirectURL: null }
        case 'checking': return { signatureURL: null, errors: [], state: 'checking', redirectURL: null }
        case 'redirect': return { signatureURL: null, errors: [], state: 'redirect', redirectURL: submitted.url }
        case 'refused': throw new ServiceError(400, 'PreauthorisationFailed', 'Pre-checkout did not succeed', { data: { signatureURL: null, errors: [{ context: submitted.context }] } })
      }
    },

    completePrecheckout: async ({ request, body, tenant }) => {
      const confirmed = await confirmSignature(services, {
        tenant, address: clientAddress(request, settings.proxySecret), token: body.guid, signatureId: body.signatureId, again: body.again ?? false,
      }, { link: settings.link, waitsMs: signatureWaitsMs })
      switch (confirmed.kind) {
        case 'signed': return { signed: true }
        case 'unsigned': throw new ServiceError(409, 'SignatureFailed', 'The agreement is not signed')
        case 'refused': throw new ServiceError(409, 'SignatureRefused', 'The renter did not sign', { data: { signatureURL: confirmed.signatureUrl } })
        case 'rejected': throw new ServiceError(409, 'SignatureRejected', 'The signature was not accepted', { data: { signatureURL: confirmed.signatureUrl } })
        case 'outdated': throw new ServiceError(409, 'AgreementOutdated', 'The rental has changed since', { data: { signatureURL: confirmed.signatureUrl } })
        case 'unknown': throw new ServiceError(404, 'NotFound', 'There is no such signature')
        case 'throttled': throw new ServiceError(429, 'TooManyRequests', 'Too many requests, try again later', { headers: { 'retry-after': String(confirmed.seconds) } })
      }
    },
  } satisfies Handlers
}
