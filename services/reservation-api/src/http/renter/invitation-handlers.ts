import { clientAddress } from '@checkin/server'
import type { FastifyRequest } from 'fastify'
import type { Invitations, Invitee } from '../../drivers/invitation/invitation.ts'
import type { InvitedQuestions, ProvedBrowser } from '../../drivers/invitation/invited-questions.ts'
import { requireSession } from '../../identity/session.ts'
import type { Tenant } from '../../tenants/tenant-store.ts'
import type { Handlers } from '../handlers.ts'

/** API-55 to API-57, API-70 to API-72 and API-85 to API-88: the additional driver by invitation (DEC-209). */
export function invitationHandlers(invitations: Invitations, questions: InvitedQuestions, { proxySecret }: { readonly proxySecret: string }) {
  const inviteeOf = (request: FastifyRequest, tenant: Tenant, token: string): Invitee => ({ tenant, token, address: clientAddress(request, proxySecret) })
  const browserOf = (request: FastifyRequest, tenant: Tenant, { token, key }: { readonly token: string; readonly key: string }): ProvedBrowser => ({ invitee: inviteeOf(request, tenant, token), key })
  return {
    beginInvitation: ({ request, tenant, body, language }) => invitations.begin(tenant, requireSession(request, 'verified'), body.email, language),
    readInvitation: ({ request }) => invitations.read(requireSession(request, 'link')),
    withdrawInvitation: ({ request }) => invitations.withdraw(requireSession(request, 'link')),
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
    saveInvited: async ({ request, tenant, body }) => {
      await invitations.save(inviteeOf(request, tenant, body.token), body.key, body.driver)
      return { done: true }
    },
  } satisfies Handlers
}
