import { clientAddress } from '@checkin/server'
import { ticketCalendarPath } from '@checkin/api/ticket'
import type { FastifyInstance } from 'fastify'
import type { Tickets } from '../../checkin/ticket/tickets.ts'
import type { Handlers } from '../handlers.ts'
import { requestLanguage } from '../request-language.ts'

interface Options { readonly proxySecret: string }

/** API-52: the ticket of a completed check-in (DEC-206). */
export function ticketHandlers(tickets: Tickets, { proxySecret }: Options) {
  return {
    getTicket: ({ request, tenant, params, reply }) => {
      void reply.header('cache-control', 'no-store')
      return tickets.read({ tenant, address: clientAddress(request, proxySecret), token: params.token })
    },
  } satisfies Handlers
}

/** API-53: the calendar file; `?language=` because a link that is followed has no header for it. */
export function ticketCalendarRoute(api: FastifyInstance, tickets: Tickets, { proxySecret }: Options): void {
  api.get<{ Params: { token: string }; Querystring: { language?: unknown } }>(ticketCalendarPath(':token'), async (request, reply) => {
    const { tenant, query: { language: asked } } = request
    const { locales } = tenant.settings
    const language = locales.find((each) => each === asked) ?? requestLanguage(request, locales)
    const { file, reference } = await tickets.calendar({ tenant, address: clientAddress(request, proxySecret), token: request.params.token }, language)
    return reply.headers({
      'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="${reference.replace(/[^\w-]/g, '_')}.ics"`,
    }).send(file)
  })
}
