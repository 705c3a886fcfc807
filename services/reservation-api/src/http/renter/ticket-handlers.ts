import { clientAddress } from '@checkin/server'
import { ticketCalendarPath, ticketWalletPath } from '@checkin/api/ticket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Language } from '@checkin/i18n'
import type { Bearer, Tickets } from '../../checkin/ticket/tickets.ts'
import type { Handlers } from '../handlers.ts'
import { requestLanguage } from '../request-language.ts'

interface Options { readonly proxySecret: string }
/** A link that is followed, which has no header for a language. */
interface Followed { Params: { token: string }; Querystring: { language?: unknown } }

const bearerOf = (request: FastifyRequest<Followed>, proxySecret: string): Bearer => ({ tenant: request.tenant, address: clientAddress(request, proxySecret), token: request.params.token })
const fileName = (reference: string): string => reference.replace(/[^\w-]/g, '_')

function followedLanguage(request: FastifyRequest<Followed>): Language {
  const { locales } = request.tenant.settings
  return locales.find((each) => each === request.query.language) ?? requestLanguage(request, locales)
}

/** API-52, API-93 and API-94: the ticket of a completed check-in, and what is taken back by it (DEC-206, DEC-287). */
export function ticketHandlers(tickets: Tickets, { proxySecret, mailQueued }: Options & { readonly mailQueued: () => void }) {
  return {
    getTicket: ({ request, tenant, params, language, reply }) => {
      void reply.header('cache-control', 'no-store')
      return tickets.read({ tenant, address: clientAddress(request, proxySecret), token: params.token }, language)
    },
    sendUndoCode: async ({ request, tenant, params, language }) => {
      const sent = await tickets.sendUndoCode({ tenant, address: clientAddress(request, proxySecret), token: params.token }, language)
      mailQueued()
      return sent
    },
    undoAdditions: ({ request, tenant, params, body, language }) => tickets.undo({ tenant, address: clientAddress(request, proxySecret), token: params.token }, body, language),
  } satisfies Handlers
}

/** API-53: the calendar file; `?language=` because a link that is followed has no header for it. */
export function ticketCalendarRoute(api: FastifyInstance, tickets: Tickets, { proxySecret }: Options): void {
  api.get<Followed>(ticketCalendarPath(':token'), async (request, reply) => {
    const { file, reference } = await tickets.calendar(bearerOf(request, proxySecret), followedLanguage(request))
    return reply.headers({
      'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="${fileName(reference)}.ics"`,
    }).send(file)
  })
}

/** API-64 and API-65: the ticket as a pass of either wallet (DEC-233, DEC-234). The address of the second holds the pass, so that no page names it as where it came from. */
export function ticketWalletRoutes(api: FastifyInstance, tickets: Tickets, { proxySecret }: Options): void {
  api.get<Followed>(ticketWalletPath(':token', 'apple'), async (request, reply) => {
    const { file, reference } = await tickets.applePass(bearerOf(request, proxySecret))
    return reply.headers({
      'content-type': 'application/vnd.apple.pkpass', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff', 'content-disposition': `attachment; filename="${fileName(reference)}.pkpass"`,
    }).send(file)
  })
  api.get<Followed>(ticketWalletPath(':token', 'google'), async (request, reply) => {
    const address = await tickets.googlePass(bearerOf(request, proxySecret), followedLanguage(request))
    return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(address, 303)
  })
}
