import { noNetwork, refusedWith } from '@checkin/api/testing'
import { choose, never, press, type ScreenStates } from '@checkin/testing/gallery'
import type { Ticket } from '../api.ts'
import { aPage, aTicket, type Device } from './ticket-double.ts'

export { remote } from '../remote.ts'
export { routes as provided } from '../../routes.ts'

const params = { guid: 't'.repeat(43) }
const page = (answer?: Parameters<typeof aPage>[0], device?: Device) => ({ page: () => aPage(answer, device), params })
const booked = aTicket()
const at = '2026-11-20T08:42:00.000Z'
const company = { at: '2026-11-21T16:20:00.000Z', by: 'company', what: 'changed', total: 320, totalBefore: 279.55, changed: ['price', 'period', 'vehicle'] } satisfies Ticket['changes'][number]

const undoable = {
  until: '2026-11-30T10:30', closed: null,
  additions: [{ extraID: 'SEAT', name: 'Child seat', units: 2, amount: 24.6, isPaid: false }, { extraID: 'GPS', name: 'Navigation', units: 1, amount: 12.3, isPaid: true }],
} satisfies Ticket['undo']
/** Every state of the ticket. One that is cancelled, withdrawn or expired is gone: the server says no more (API-52). */
export const screens: readonly ScreenStates[] = [
  {
    screen: 'ticket', normal: page(), errors: page(noNetwork()), busy: page(never),
    more: {
      gone: page(refusedWith(404, 'LinkUnknown')),
      'kept-offline': page(noNetwork(), { saved: { ticket: booked, at } }),
      'company-changed': page(aTicket({ version: 4, vehicle: { name: 'Fiat 500', group: 'B' }, total: 320, due: 220, changes: [...booked.changes, company] })),
      undo: page(aTicket({ undo: undoable })),
      'undo-paid': page(aTicket({ undo: { ...undoable, additions: undoable.additions.map((each) => ({ ...each, isPaid: true })) } })),
      'undo-late': page(aTicket({ undo: { ...undoable, closed: 'late' } })),
      'undo-code': { ...page(aTicket({ undo: undoable })), acts: [choose('undo.SEAT'), press('Pass.undo.take')] },
      'deposit-released': page(aTicket({ deposit: { state: 'released', amount: 300 }, due: 0 })),
      'without-station': page(aTicket({ pickUp: { ...booked.pickUp, station: null }, drivers: [], deposit: null, papers: [], changes: [] })),
      closed: page(aTicket({ pickUp: { ...booked.pickUp, station: { address: null, latitude: null, longitude: null, open: [], keys: 'keybox' } } })),
      long: page(aTicket({
        reference: 'COSTAVERDE-2026-000123456789', vehicle: { name: 'Mercedes-Benz Sprinter Tourer 319 CDI extralang mit Hochdach', group: 'Kleinbusse mit neun Sitzen und Automatikgetriebe' },
        pickUp: { ...booked.pickUp, place: 'Aeroporto Internacional Humberto Delgado, Terminal 1, Chegadas' },
        drivers: [{ firstName: 'Maximiliana-Konstantinopolitana', passport: true }, { firstName: 'Donaudampfschifffahrtsgesellschaftskapitän', passport: false }],
      })),
    },
  },
]
