import type { ApiFailure } from '@checkin/api'
import { aConfig } from '@checkin/api/testing'
import { $config } from '@checkin/flow'
import { fork, type Scope } from 'effector'
import { getTicketFx, sendUndoCodeFx, undoAdditionsFx, type Ticket } from '../api.ts'
import type { SavedTicket } from '../offline.ts'
import { forgetAllFx, forgetFx, keepFx, readSavedFx } from '../steps/ticket/model.ts'

/** The ticket of a rental in Faro. */
export const aTicket = (change: Partial<Ticket> = {}): Ticket => ({
  version: 3, reference: 'CV1001',
  pickUp: { place: 'Faro Airport', dateAndTime: '2026-12-01T10:30', timeZone: 'Europe/Lisbon', station: { address: 'Aeroporto de Faro, 8006-901 Faro', latitude: 37.0176, longitude: -7.9697, open: [{ from: '07:00', to: '23:00' }], keys: 'counter' } },
  dropOff: { place: 'Lisbon Airport', dateAndTime: '2026-12-06T18:00', timeZone: 'Europe/Lisbon', station: null },
  vehicle: { name: 'Renault Clio', group: 'C' }, drivers: [{ firstName: 'Maria', passport: true }, { firstName: 'Rui', passport: false }],
  currency: 'EUR', total: 279.55, due: 179.55, deposit: { state: 'held', amount: 300 }, papers: [{ kind: 'receipt', createdAt: '2026-11-20T10:00:00.000Z' }],
  changes: [{ at: '2026-11-18T09:00:00.000Z', by: 'company', what: 'booked', total: null }, { at: '2026-11-20T10:00:00.000Z', by: 'renter', what: 'completed', total: 279.55 }],
  wallets: ['apple', 'google'],
  ...change,
})

type Outcome = Ticket | ApiFailure

/** What the device has, and whether the company lets it keep tickets. */
export interface Device {
  readonly saved?: SavedTicket | null
  readonly ticketOffline?: boolean
}

/** What the server answers to taking back. */
export interface UndoAnswers {
  readonly code?: ApiFailure
  readonly undo?: Outcome
}
/** Key that a code of the double is good with. */
export const undoKey = '0197d000-0000-4000-8000-000000000000'

/** A page whose server answers so, what it was asked for and sent, and what the device was told. */
export function aPage(answer: Outcome | (() => Outcome | Promise<Outcome>) = aTicket(), { saved = null, ticketOffline = true }: Device = {}, answers: UndoAnswers = {}): { readonly scope: Scope; readonly asked: string[]; readonly device: string[]; readonly sent: unknown[] } {
  const asked: string[] = []
  const device: string[] = []
  const sent: unknown[] = []
  const answered = <Answer extends object>(given: Answer | ApiFailure) => {
    if ('answer' in given) throw given // oxlint-disable-line typescript/only-throw-error -- the failure of an effect is data
    return { data: given, hasError: false as const, status: 200, error: null }
  }
  const sending = () => answered(answers.code ?? { key: undoKey })
  const undoing = ({ body }: { readonly body: unknown }) => {
    sent.push(body)
    return answered(answers.undo ?? aTicket())
  }
  const handler = async ({ params: { token } }: { readonly params: { readonly token: string } }) => {
    asked.push(token)
    const given = typeof answer === 'function' ? await answer() : answer
    return answered(given)
  }
  const noted = (what: string) => () => { device.push(what) }
  return {
    asked, device, sent,
    scope: fork({ values: new Map().set($config, aConfig({ ticketOffline })), handlers: [[getTicketFx, handler], [readSavedFx, () => saved], [keepFx, noted('keep')], [forgetFx, noted('forget')], [forgetAllFx, noted('forget all')], [sendUndoCodeFx, sending], [undoAdditionsFx, undoing]] as never }),
  }
}

