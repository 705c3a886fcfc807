import type { ApiFailure, Data, Input, Success } from '@checkin/api'
import { request } from '@checkin/api/client'
import { ticketContract, type TicketContract } from '@checkin/api/ticket'
import { createEffect } from 'effector'

export { addressOf } from '@checkin/api/client'
export { ticketCalendarPath, ticketWalletPath, type Ticket, type TicketAddition, type TicketUndo } from '@checkin/api/ticket'

/** API-52: the ticket of a token. */
export const getTicketFx = createEffect<Input<TicketContract['getTicket']>, Success<Data<TicketContract['getTicket']>>, ApiFailure>({
  name: 'getTicketFx', sid: 'api/getTicket', handler: (input) => request(ticketContract.getTicket, input),
})

/** API-93: a code for the address on file. */
export const sendUndoCodeFx = createEffect<Input<TicketContract['sendUndoCode']>, Success<Data<TicketContract['sendUndoCode']>>, ApiFailure>({
  name: 'sendUndoCodeFx', sid: 'api/sendUndoCode', handler: (input) => request(ticketContract.sendUndoCode, input),
})

/** API-94: takes additions back by that code. */
export const undoAdditionsFx = createEffect<Input<TicketContract['undoAdditions']>, Success<Data<TicketContract['undoAdditions']>>, ApiFailure>({
  name: 'undoAdditionsFx', sid: 'api/undoAdditions', handler: (input) => request(ticketContract.undoAdditions, input),
})
