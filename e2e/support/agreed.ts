import { fleetReservation } from './fleet.ts'

/** What the rental company's system is told of an agreement and of the money held for it. */
interface Agreed {
  readonly agreement: { readonly state: string; readonly signature: { readonly signedAt?: string } | null; readonly hold: { readonly held: number } | null } | null
  readonly payments: readonly { readonly purpose: string; readonly state: string; readonly captureBefore: string | null }[]
}

/** Agreement and payments of a reservation of Costa Verde. */
export const agreed = async (reference: string): Promise<Agreed> => (await fleetReservation('costaverde', reference)) as unknown as Agreed
