import { noNetwork, refusedWith } from '@checkin/api/testing'
import { never, type ScreenStates } from '@checkin/testing/gallery'
import { aPage, aTicket } from './ticket-double.ts'

export { remote } from '../remote.ts'

const page = (answer: Parameters<typeof aPage>[0]) => () => aPage(answer)

/** Every state of this module's screen. */
export const screens: readonly ScreenStates[] = [
  {
    screen: 'ticket', normal: { page: page(aTicket()) }, errors: { page: page(refusedWith(404, 'LinkUnknown')) }, busy: { page: page(never) },
    more: { unreachable: { page: page(noNetwork()) }, bare: { page: page(aTicket({ drivers: [], deposit: null, papers: [], changes: [], due: 0 })) } },
  },
]
