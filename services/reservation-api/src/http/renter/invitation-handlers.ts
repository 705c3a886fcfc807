import { clientAddress } from '@checkin/server'
import type { FastifyRequest } from 'fastify'
import type { HandOvers } from '../../drivers/hand-over/hand-over.ts'
import { invitedPage, type Invitations, type Invitee } from '../../drivers/invitation/invitation.ts'
import type { RenterInvitations } from '../../drivers/invitation/renter-invitation.ts'
import type { InvitedQuestions, ProvedBrowser } from '../../drivers/invitation/invited-questions.ts'
import { requireSession } from '../../identity/session.ts'
import type { Tenant } from '../../tenants/tenant-store.ts'
import type { Handlers } from '../handlers.ts'

/** What the handlers of invitations work with. */
interface Parts {
  readonly invitations: Invitations
  readonly renterInvitations: RenterInvitations
  readonly questions: InvitedQuestions
  readonly handOvers: HandOvers
}

/** API-55 to API-57, API-70 to API-75, API-85 to API-88 and API-91: the additional driver by invitation (DEC-209, DEC-240). */
export function invitationHandlers({ invitations, renterInvitations, questions, handOvers }: Parts, { proxySecret }: { readonly proxySecret: string }) {
  const inviteeOf = (request: FastifyRequest, tenant: Tenant, token: string): Invitee => ({ tenant, token, address: clientAddress(request, proxySecret) })
  const browserOf = (request: FastifyRequest, tenant: Tenant, { token, key }: { readonly token: string; readonly key: string }): ProvedBrowser => ({ invitee: inviteeOf(request, tenant, token), key })
  /** The page of the proved browser; asked at every call, as the link may be withdrawn and another browser take its place. */
  const pageOf = async (request: FastifyRequest, tenant: Tenant, { token, key }: { readonly token: string; readonly key: string }) => invitedPage(await invitations.proved(inviteeOf(request, tenant, token), key))
  return {
    beginInvitation: ({ request, tenant, body: { email }, language }) => renterInvitations.begin(tenant, requireSession(request, 'verified'), email === null ? null : { by: 'mail', address: email.trim() }, language),
    beginInvitationSms: async ({ request, tenant, body: { number }, language }) => {
      const session = requireSession(request, 'verified')
      await renterInvitations.begin(tenant, session, { by: 'sms', number, network: clientAddress(request, proxySecret) }, language)
      return renterInvitations.read(tenant, session)
    },
    readInvitation: ({ request, tenant }) => renterInvitations.read(tenant, requireSession(request, 'link')),
    withdrawInvitation: ({ request, tenant }) => renterInvitations.withdraw(tenant, requireSession(request, 'link')),
    openInvitation: ({ request, tenant, body }) => invitations.open(inviteeOf(request, tenant, body.token), body.key),
    sendInvitationCode: async ({ request, tenant, body, language }) => {
      await invitations.sendCode(inviteeOf(request, tenant, body.token), body.email, language)
      return { sent: true }
    },
    proveInvitation: ({ request, tenant, body }) => invitations.prove(inviteeOf(request, tenant, body.token), body.key, body.code),
    findInvitedPostalCode: ({ request, tenant, body }) => questions.places(browserOf(request, tenant, body), body.zipCode, body.countryId),
    checkInvitedTaxNumber: async ({ request, tenant, body, reply }) => {
      void reply.header('cache-control', 'no-store')
      await questions.taxNumber(browserOf(request, tenant, body), body.taxNumber, body.countryId)
      return { isValid: true as const }
    },
    validateInvitedAge: ({ request, tenant, body }) => questions.age(browserOf(request, tenant, body), body.birthDate),
    beginInvitedHandOver: async ({ request, tenant, body }) => {
      const { token, expiresAt } = await handOvers.beginInvited(tenant, await pageOf(request, tenant, body), body.sides)
      return { token, expiresAt: expiresAt.toISOString() }
    },
    readInvitedHandOver: async ({ request, tenant, body }) => handOvers.read(await pageOf(request, tenant, body), body.handOver, body.taken),
    answerInvitedHandOver: async ({ request, tenant, body }) => ({ state: await handOvers.answer(await pageOf(request, tenant, body), body.handOver, body.number) }),
    saveInvited: async ({ request, tenant, body }) => {
      await invitations.save(inviteeOf(request, tenant, body.token), body.key, body.driver)
      return { done: true }
    },
  } satisfies Handlers
}
