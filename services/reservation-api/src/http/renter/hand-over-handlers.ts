import { clientAddress } from '@checkin/server'
import type { FastifyRequest } from 'fastify'
import { sessionPage } from '../../drivers/hand-over/hand-over-store.ts'
import type { HandOvers, Phone } from '../../drivers/hand-over/hand-over.ts'
import { requireSession } from '../../identity/session.ts'
import type { Handlers } from '../handlers.ts'

/** API-47 to API-51: pictures by phone (DEC-204). */
export function handOverHandlers(handOvers: HandOvers, { proxySecret }: { readonly proxySecret: string }) {
  const phoneOf = (request: FastifyRequest, tenantId: string, { token, key }: Pick<Phone, 'token' | 'key'>): Phone => ({ tenantId, address: clientAddress(request, proxySecret), token, key })
  return {
    beginHandOver: async ({ request, tenant, body }) => {
      const { token, expiresAt } = await handOvers.begin(tenant, requireSession(request, 'link'), body.sides)
      return { token, expiresAt: expiresAt.toISOString() }
    },
    readHandOver: ({ request, body }) => handOvers.read(sessionPage(requireSession(request, 'link')), body.token, body.taken),
    answerHandOver: async ({ request, body }) => ({ state: await handOvers.answer(sessionPage(requireSession(request, 'link')), body.token, body.number) }),
    joinHandOver: ({ request, tenant, body }) => handOvers.join(phoneOf(request, tenant.id, body)),
    sendHandOverPicture: async ({ request, tenant, body }) => {
      await handOvers.send(phoneOf(request, tenant.id, body), body.side, body.image)
      return { sent: true }
    },
  } satisfies Handlers
}
