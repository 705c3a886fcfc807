import { carImage, type CarBody } from './car-images.ts'

export interface DemoVehicle {
  readonly id: string
  readonly vehicle: string
  readonly imageURL: string
  readonly co2: number
  readonly doors: number
  readonly fuel: string
  readonly groupId: string
  readonly isSpecialGroup: boolean
  readonly name: string
  readonly order: number
  readonly plateNumber: string | null
  readonly seats: number
  readonly sipp: string
  readonly transmission: string
  readonly groupMinAge: number
  readonly groupMaxAge: number
}

const group = (
  order: number, groupId: string, name: string, vehicle: string, sipp: string, body: CarBody, colour: string,
  facts: Pick<DemoVehicle, 'seats' | 'doors' | 'fuel' | 'transmission' | 'co2'> & Partial<Pick<DemoVehicle, 'groupMinAge' | 'groupMaxAge' | 'isSpecialGroup'>>,
): DemoVehicle => ({
  id: `G-${groupId}`, groupId, name, vehicle, sipp, order, imageURL: carImage(body, colour), plateNumber: null, isSpecialGroup: false, groupMinAge: 21, groupMaxAge: 80, ...facts,
})

/** Vehicle groups of the demo, from small to large. */
export const vehicles = {
  mini: group(1, 'A', 'Mini', 'Fiat 500 or similar', 'MBMR', 'mini', '#7fb8a4', { seats: 4, doors: 3, fuel: 'Petrol', transmission: 'Manual', co2: 112 }),
  economy: group(2, 'B', 'Economy', 'Renault Clio or similar', 'EDMR', 'hatch', '#2f7d5b', { seats: 5, doors: 5, fuel: 'Petrol', transmission: 'Manual', co2: 118 }),
  compact: group(3, 'C', 'Compact', 'Volkswagen Golf or similar', 'CDMR', 'hatch', '#3f6ea8', { seats: 5, doors: 5, fuel: 'Diesel', transmission: 'Manual', co2: 109 }),
  compactAuto: group(4, 'CA', 'Compact automatic', 'Peugeot 308 or similar', 'CDAR', 'hatch', '#4b5a66', { seats: 5, doors: 5, fuel: 'Hybrid', transmission: 'Automatic', co2: 98 }),
  estate: group(5, 'D', 'Estate', 'Skoda Octavia Combi or similar', 'IWMR', 'estate', '#5a6f86', { seats: 5, doors: 5, fuel: 'Diesel', transmission: 'Manual', co2: 115 }),
  suv: group(6, 'F', 'SUV', 'Nissan Qashqai or similar', 'IFAR', 'suv', '#a8552f', { seats: 5, doors: 5, fuel: 'Hybrid', transmission: 'Automatic', co2: 128 }),
  electric: group(7, 'E', 'Electric', 'Volkswagen ID.3 or similar', 'CDAE', 'hatch', '#1f9d8a', { seats: 5, doors: 5, fuel: 'Electric', transmission: 'Automatic', co2: 0 }),
  executive: group(8, 'L', 'Executive', 'BMW 5 Series or similar', 'PDAR', 'sedan', '#2a3038', { seats: 5, doors: 4, fuel: 'Hybrid', transmission: 'Automatic', co2: 121, groupMinAge: 25, groupMaxAge: 70, isSpecialGroup: true }),
} as const
