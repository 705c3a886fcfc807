import { internalContract } from '@checkin/internal'
import { ServiceError } from '@checkin/server'
import { asPerson } from './as-person.ts'
import type { MoneyCallOptions } from './money-calls.ts'

const { listTermsVersions, getTermsVersion, getTermsDraft, putTermsDraft, decideTermsDraft, previewTerms } = internalContract

/**
 * Documents that renters of tenants within reach agree to, and drafts of them; every call names who stands behind the operator's session, so that a second person is one
 * (DEC-348, decision 0114). A version goes by a draft alone: who puts one directly is a machine of the company, not a person here.
 */
export function termsCalls({ serve, client, requireReach, refuse }: Omit<MoneyCallOptions, 'within'>): void {
  serve(listTermsVersions, async ({ session, params }) => {
    await requireReach(session, params.id)
    return client.call(listTermsVersions, { params }, asPerson(session)).catch(refuse)
  })
  serve(getTermsVersion, async ({ session, params }) => {
    await requireReach(session, params.id)
    return client.call(getTermsVersion, { params }, asPerson(session)).catch(refuse)
  })
  serve(getTermsDraft, async ({ session, params }) => {
    await requireReach(session, params.id)
    return client.call(getTermsDraft, { params }, asPerson(session)).catch(refuse)
  })
  serve(putTermsDraft, async ({ session, params, body }) => {
    await requireReach(session, params.id)
    return client.call(putTermsDraft, { params, body }, asPerson(session)).catch(refuse)
  })
  serve(decideTermsDraft, async ({ session, params, body }) => {
    if (body.action === 'approve' && session.role !== 'approver') throw new ServiceError(403, 'Forbidden', 'Approving needs the role approver')
    if (body.action === 'submit' && session.role !== 'operator') throw new ServiceError(403, 'Forbidden', 'Submitting needs the role operator')
    await requireReach(session, params.id)
    return client.call(decideTermsDraft, { params, body }, asPerson(session)).catch(refuse)
  })
  serve(previewTerms, async ({ session, params, body }) => {
    await requireReach(session, params.id)
    const pdf = await client.call(previewTerms, { params, body }, asPerson(session)).catch(refuse)
    return new Uint8Array(await pdf.arrayBuffer())
  })
}
