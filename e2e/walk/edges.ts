import { edgeOf, type Edge } from './edge.ts'
import { kinds, type Kind } from './reservations.ts'
import { additionalDriver, driver, driverBeforeAgreement } from './rows/driver.ts'
import { inspection } from './rows/inspection.ts'
import { offers, offersBeforeAgreement } from './rows/offers.ts'
import { payment } from './rows/payment.ts'
import { precheckout } from './rows/precheckout.ts'
import { verification } from './rows/verification.ts'
import { inLayout, nowhere, upOn, type Place, type World } from './world.ts'

/** Every deed of docs/spec/states.json that is built. */
export const rowEdges: readonly Edge[] = [
  ...verification, ...driver, ...additionalDriver, ...driverBeforeAgreement, ...offers, ...offersBeforeAgreement, ...payment, ...precheckout, ...inspection,
].map(edgeOf)

/** A way that is no row: how a renter begins, or gets somewhere by a typed address. */
const way = (name: string, cost: number, isPossible: Edge['isPossible'], leadsTo: Edge['leadsTo'], does: Edge['does']): Edge => ({ name, rows: [], cost, from: null, isPossible, leadsTo, does, isSlow: false })

const opensFirstPage = way('opens /', 1, ({ place, kind }) => place === 'nowhere' && kind !== null, (world) => ({ ...world, place: 'locate-view1' }), (run) => run.opens('/'))

const canType = ({ hasSession, terms, driver: hasDriver, flow, completion, kind, place }: World): boolean =>
  hasSession && terms && hasDriver && flow !== 'additionalDriver' && completion === null && kind !== null && !place.startsWith('external')

/** Addresses that lead somewhere when typed by a renter who has given everything. */
const typed = (place: Place, path: string, mode: World['mode'], when: (world: World) => boolean = () => true): Edge =>
  way(`types ${path}`, 3, (world) => canType(world) && world.mode === mode && world.place !== inLayout(place, world) && when(world), (world) => ({ ...world, place: inLayout(place, world), changing: world.changing && place !== 'overview' && place !== 'verify-damages' }), (run) => run.opens(path))

const isOpen = ({ completed }: World): boolean => !completed
export const ways: readonly Edge[] = [
  opensFirstPage,
  typed('additional-driver', '/additional-driver', 'main', (world) => isOpen(world) && !world.additional),
  typed('upselling', '/upselling', 'main', (world) => isOpen(world) && upOn(world)),
  typed('add-extras', '/add-extras', 'main', isOpen),
  typed('extras', '/extras', 'main', isOpen),
  typed('overview', '/overview', 'main', isOpen),
  typed('verify-damages', '/verify/damages', 'main'),
  typed('precheckout', '/precheckout', 'precheckout'),
  typed('precheckout-steps', '/precheckout/steps', 'precheckout'),
  typed('overview-precheckout', '/overview', 'precheckout'),
  typed('rental-agreement', '/rental-agreement', 'precheckout'),
]

/** A new renter with a reservation of a kind: a browser of their own, and no page yet. */
export interface Beginning {
  readonly kind: Kind
  readonly world: World
}
export const beginnings: readonly Beginning[] = (Object.keys(kinds) as Kind[]).map((kind) => ({ kind, world: { ...nowhere, ...kinds[kind].holds, kind } }))
