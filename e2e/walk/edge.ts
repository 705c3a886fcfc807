import { stateRows, type StateRow } from '@checkin/testing/states'
import { cleared, inLayout, next, type Place, type World } from './world.ts'
import type { Fault, Run } from './run.ts'

/** How one or several rows of the table of states are walked. Where they lead is read from the row itself, never written here. */
export interface Deed {
  /** Ids of rows, `S1.32 S2.1` where one press is both. */
  readonly rows: string
  /** Where it begins, when the row's state is a page that passes by itself (`paymentLog`) or `any`. */
  readonly on?: Place
  /** The part of the row's guard that the place does not say. */
  readonly when?: (world: World) => boolean
  readonly does: (run: Run, world: World) => Promise<void>
  /** What must be on the page besides the target: the row's effects. */
  readonly shows?: (run: Run, world: World) => Promise<void>
  /** What the row changes besides the place. */
  readonly then?: (world: World) => Partial<World>
  readonly fault?: Fault
  /** Takes a minute by its nature: left out of samples. */
  readonly isSlow?: boolean
}

/** A deed with what its rows say. */
export interface Edge {
  readonly name: string
  readonly rows: readonly StateRow[]
  readonly cost: number
  /** Where it begins; null where it may begin anywhere. */
  readonly from: Place | null
  readonly isPossible: (world: World) => boolean
  readonly leadsTo: (world: World) => World
  readonly does: Deed['does']
  readonly shows?: Deed['shows']
  readonly fault?: Fault | undefined
  readonly isSlow: boolean
}

const byId = new Map(stateRows.map((row) => [row.id, row]))
const bare = (text: string): string => text.replace(/ \(.*/, '').replace(/,.*/, '').replace(/\?.*/, '')

/** Pages that pass by themselves: a renter comes to them from anywhere. */
const isTransient = ({ state }: StateRow): boolean => /^(paymentLog|paymentCancel|complete-signed|guid-entry|entry)/.test(state)

/** Targets that are more than a place, by the very text of the table: a changed row is noticed here. */
const targets: Readonly<Record<string, (world: World) => Place>> = {
  'next(start)': (world) => next('start', world),
  'next(additional-driver)': (world) => next('additional-driver', world),
  'next(upselling)': (world) => next('upselling', world),
  'add-extras (exOn) else overview': (world) => next('upselling', world),
  'upselling (upOn) else add-extras (exOn) else overview': (world) => next('additional-driver', world),
  'add-extras, else upselling, else additional-driver, else licence (last enabled)': () => 'add-extras',
  // S3.55 is the question and its answer in one row.
  'modal keep or drop': ({ mode }) => (mode === 'precheckout' ? 'precheckout-steps' : 'keep or drop'),
  'external signature (signatureURL)': () => 'external signature',
  'complete (ra) text RentalAgreementSuccess': () => 'complete-rental-agreement',
  'complete (ra-no-payment)': () => 'complete-rental-agreement-no-payment',
  '`/`': () => 'locate-view1',
  '`/precheckout/{guid}` (S3)': () => 'precheckout',
  'modal Yourpaymentwassuccessful + contact firm': () => 'locate-view1',
}
/** Rows whose target is a modal that ends in the clearing of the session, and the one whose modal is confirmed (S2.19). */
const endsCleared = new Set(['S1.62', 'S2.19'])

function targetOf(row: StateRow, world: World, from: Place): Place | 'cleared' {
  if (row.target === 'clear' || endsCleared.has(row.id)) return 'cleared'
  const known = targets[row.target]
  if (known) return inLayout(known(world), world)
  if (row.target.startsWith('stay') || row.target === 'modal Q') return isTransient(row) ? bare(row.state) as Place : from
  return inLayout(bare(row.target) as Place, world)
}

const flowGroups: Readonly<Record<string, (world: World) => boolean>> = {
  S1: ({ mode }) => mode === 'main', S2: () => true, S3: ({ mode }) => mode === 'precheckout', S4: ({ mode }) => mode === 'main',
}
const driverScreens: readonly Place[] = ['verify-driver', 'driver-details', 'driver-contact', 'driver-document', 'driver-document-license']

/** Screens of the parts that the overview's Change leads to; elsewhere nothing is being changed (DEC-184). */
const changeable: readonly Place[] = [...driverScreens, 'additional-driver', 'upselling', 'upselling panel', 'add-extras', 'extras', 'keep or drop']

/** A row's table is that of the main flow, of the additional driver or of pre-checkout. */
function isInFlow(row: StateRow, world: World, from: Place): boolean {
  const table = row.id.slice(0, 2)
  if (table === 'S2' && row.id !== 'S2.1') return world.flow === 'additionalDriver'
  const isOthers = driverScreens.includes(from) && world.flow === 'additionalDriver' && row.id !== 'S3.28'
  return (flowGroups[table]?.(world) ?? false) && !isOthers
}

/** What a deed costs on the way to others: driver screens are long, a new renter is longer. */
const costOf = (deed: Deed): number => (deed.isSlow ? 30 : 1)

/** Joins deeds with the rows of docs/spec/states.json; fails for an id that is not there or not built. */
export function edgeOf(deed: Deed): Edge {
  const rows = deed.rows.split(' ').map((id) => {
    const row = byId.get(id)
    if (!row) throw new Error(`no built row is called ${id}`)
    return row
  })
  const [first] = rows as [StateRow]
  const from = deed.on ?? (bare(first.state) as Place)
  return {
    name: deed.rows, rows, cost: costOf(deed), from: deed.on === 'nowhere' ? null : from, does: deed.does, shows: deed.shows, fault: deed.fault, isSlow: deed.isSlow ?? false,
    isPossible: (world) => (deed.on === 'nowhere' || world.place === from) && world.kind !== null
      && rows.every((row) => isTransient(row) || isInFlow(row, world, from)) && (deed.when?.(world) ?? true),
    leadsTo: (world) => {
      const changed = { ...world, ...deed.then?.(world) }
      const target = targetOf(rows[0] as StateRow, changed, world.place)
      return target === 'cleared' ? cleared(changed) : { ...changed, place: target, changing: changed.changing && changeable.includes(target) }
    },
  }
}
