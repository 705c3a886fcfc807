import type { ApiFailure, Data, Input, Success } from '@checkin/api'
import { request } from '@checkin/api/client'
import { ticketContract, type TicketContract } from '@checkin/api/ticket'
import { createEffect } from 'effector'

export { addressOf } from '@checkin/api/client'
export { ticketCalendarPath, ticketWalletPath, type Ticket } from '@checkin/api/ticket'

/** API-52: the ticket of a token. */
export const getTicketFx = createEffect<Input<TicketContract['getTicket']>, Success<Data<TicketContract['getTicket']>>, ApiFailure>({
  name: 'getTicketFx', sid: 'api/getTicket', handler: (input) => request(ticketContract.getTicket, input),
})
