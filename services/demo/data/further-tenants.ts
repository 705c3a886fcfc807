import { createHash } from 'node:crypto'
import type { FleetReservationInput } from '@checkin/fleet'
import { TenantSettings } from '@checkin/internal'
import { demoReservations } from './demo-reservations.ts'
import { demoTenants } from './demo-tenants.ts'

type DemoTenant = (typeof demoTenants)[number]

/** A company of an installation with many. */
export interface FurtherTenant {
  readonly id: string
  readonly host: string
  readonly fleetToken: string
  /** The demo company whose settings, terms and reservations it has, in its own name. */
  readonly like: DemoTenant['id']
  readonly settings: TenantSettings
  /** Group of tenants that its releases are sorted into. */
  readonly group: string
}

const groups = ['north', 'south', 'islands', 'mountains', 'airports'] as const
const names = ['Maria Silva', 'João Costa', 'Ana Pereira', 'James Smith', 'Olivia Brown', 'Jean Martin', 'Chloé Bernard', 'Lukas Müller', 'Emma Schneider', 'Sofia Rossi', 'Marc Dubois', 'Inês Ferreira'] as const
const colours = ['#0b6b3a', '#7a1f5c', '#123c69', '#8a3b00', '#00576b', '#4a2f8f'] as const
const of = <Item>(items: readonly Item[], at: number): Item => items[at % items.length] as Item

/** Companies beyond those of the demo, the same at every start: `brand-001` and so on, each like one of the demo's in turn. */
export const furtherTenants = (count: number): readonly FurtherTenant[] => Array.from({ length: Math.max(0, count) }, (_, at) => {
  const number = String(at + 1).padStart(3, '0')
  const { id: like, settings } = of<DemoTenant>(demoTenants, at)
  const id = `brand-${number}`
  return {
    id, host: `${id}.localhost`, fleetToken: `demo-fleet-${id}`, like, group: of(groups, at),
    settings: TenantSettings.parse({ ...settings, firmName: `Brand ${number}`, cssPrimary: of(colours, at), sender: `check-in@${id}.example` }),
  }
})

/** A reservation under its reference. */
export interface FurtherReservation {
  readonly reference: string
  readonly reservation: FleetReservationInput
}

/** Days over which their pick-ups are spread, after today. */
const days = 20

/** Reservations of such a company: those of the company that it is like, by turns, of other renters and days; every third has completed check-in. */
export function furtherReservations({ id, like }: FurtherTenant, count: number, today: Date): readonly FurtherReservation[] {
  const usual = Array.from({ length: days }, (_, later) => demoReservations(new Date(today.getTime() + later * 86_400_000)).filter(({ tenant }) => tenant === like).map(({ reservation }) => reservation))
  return Array.from({ length: count }, (_, at) => {
    const { reference: _former, ...reservation } = of(of(usual, at), Math.floor(at / days))
    const [name = '', surname = ''] = of(names, at).split(' ')
    const who = { name, surname, email: `renter${at}@${id}.example` }
    return { reference: `${id.slice(-3)}R${String(at + 1).padStart(5, '0')}`, reservation: { ...reservation, customer: who, ...(at % 3 === 0 && { isCompleted: true }) } }
  })
}

/** A name of an import that is the same at every start, so that what is loaded is not loaded again. */
export function importIdOf(tenant: string, batch: number): string {
  const digits = createHash('sha256').update(`${tenant} ${batch}`).digest('hex')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`
}
