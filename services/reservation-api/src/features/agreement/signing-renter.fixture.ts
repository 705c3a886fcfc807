import type { PrecheckoutResult } from '@checkin/api'
import type { MailKind } from '../mail/mail-tables.ts'
import { unseal } from '../mail/sealed-payload.ts'
import { aTab } from '../offers/renter.fixture.ts'
import { payingApi } from '../payments/paying-renter.fixture.ts'
import { fakeSignatures } from '../signature/fake-signatures.fixture.ts'
import { startAgreementWorker } from './agreement-worker.ts'
import type { FleetReservationInput } from '../fleet/fleet-schema.ts'
import { adminToken, type Place } from '../../test/whole-api.fixture.ts'
import type { fleetAnswer } from '../fleet/fleet-answer.ts'

export type FleetAnswer = ReturnType<typeof fleetAnswer>

/** The whole service with a card and a signature provider whose books lie in the test. */
export async function signingApi(place?: Place) {
  const signatures = fakeSignatures()
  const paying = await payingApi({}, { signatures: signatures.provider, ...(place && { place }) })
  const { api } = paying
  /** What waits in the outbox for a reservation, oldest first. */
  const mails = async (reservationId: string): Promise<readonly { readonly kind: MailKind; readonly language: string; readonly to: string; readonly payload: Record<string, unknown> }[]> => {
    const rows = await api.asAdmin(`select id, kind, language, to_address, payload from mail_outbox where reservation_id = '${reservationId}' and payload is not null order by created_at, id`)
    return rows.map((row) => ({
      kind: row['kind'] as MailKind, language: String(row['language']), to: String(row['to_address']),
      payload: unseal('code-secret-of-tests', String(row['id']), row['payload'] as Buffer) as Record<string, unknown>,
    }))
  }
  return {
    ...paying, signatures, mails,
    /** What operators are asked to look at. */
    attention: async () => (await api.app.inject({ method: 'GET', url: '/internal/v1/attention', headers: { authorization: `Bearer ${adminToken}` } })).json<{ rows: { kind: string; reference: string }[] }>().rows,
    /** A renter who has completed check-in and came back for pre-checkout. */
    signer: async (change: Partial<FleetReservationInput> = {}) => {
      const renter = await paying.renter({ isCompleted: true, emailToSign: 'sign.here@example.com', ...change })
      signatures.does()
      signatures.goesAway(false)
      const tab = (own: Pick<typeof renter, 'call'>) => {
        const proceed = (body: object = {}, headers: Readonly<Record<string, string>> = {}) => own.call('POST', '/precheckout', { documentId: renter.number, authorization: 'ix::new', isRecurring: true, validated: true, ...body }, headers)
        return {
          proceed,
          submit: async (body: object = {}) => (await proceed(body)).json<PrecheckoutResult>(),
          /** Context of a refusal, or what was answered instead. */
          refusal: async (body: object = {}) => {
            const answer = await proceed(body)
            const read = answer.json<{ code?: string; data: { errors?: { context: string }[] } | null }>()
            return `${answer.statusCode} ${read.code ?? ''} ${read.data?.errors?.map(({ context }) => context).join() ?? ''}`.trim()
          },
        }
      }
      return {
        ...renter, ...tab(renter),
        anotherDevice: async () => tab(await aTab(api, renter, renter.reference)),
        link: async () => {
          const { token, sessionKey } = await api.session('costaverde', renter.id, 'link')
          const call: typeof renter.call = (method, path, body, headers) => api.call(method, `/api${path}`, { token, ...(headers && { headers }), ...(body !== undefined && { body }) })
          return { ...tab({ call }), call, sessionKey }
        },
        fleet: async () => (await api.fleet('costaverde', 'GET', `/reservations/${renter.reference}`)).json<FleetAnswer>(),
        mails: () => mails(renter.id),
        /** Comes back from signing without any session, for example on a phone. */
        comesBack: (url: string, { host = 'costaverde.localhost:4000', ...change }: { readonly host?: string; readonly guid?: string; readonly signatureId?: string } = {}) =>
          api.call('POST', '/api/precheckout/complete', { host, body: { ...signatures.wayBack(url), ...change } }),
      }
    },
    report: (providerId: string, { signature = 'right', tenant = 'costaverde' } = {}) => api.app.inject({
      method: 'POST', url: `/provider/v1/sign/callback/${tenant}`, headers: { 'content-type': 'application/json', 'x-signature': signature }, payload: providerId,
    }),
  }
}
export type SigningApi = Awaited<ReturnType<typeof signingApi>>
export type Signer = Awaited<ReturnType<SigningApi['signer']>>

/** What the workers do for a renter's agreement, whose time has come. */
export async function goOnWith({ api }: SigningApi, renter: Pick<Signer, 'id'>): Promise<void> {
  await api.asAdmin("update rental_agreement set next_attempt_at = now() + interval '1 day', leased_until = null")
  await api.asAdmin(`update rental_agreement set next_attempt_at = now() where reservation_id = '${renter.id}'`)
  const { id, host, settings } = await api.database.kysely.selectFrom('tenant').selectAll().where('id', '=', 'costaverde').executeTakeFirstOrThrow()
  const worker = startAgreementWorker({ services: api.agreements, tenants: () => Promise.resolve([{ id, host, settings }]), log: api.app.log, pollMs: 3_600_000 })
  await worker.goOn()
  await worker.stop()
}
