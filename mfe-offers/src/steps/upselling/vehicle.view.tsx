import type { Translate } from '@checkin/i18n'

export interface VehicleFactsProps {
  readonly vehicle: {
    readonly seats: number | null
    readonly doors: number | null
    readonly fuel: string | null
    readonly transmission: string | null
  }
  readonly words: Translate
}

/** Seats, doors, fuel and gearbox, as far as they are known (OFFERS-22). */
export function VehicleFacts({ vehicle: { seats, doors, fuel, transmission }, words }: VehicleFactsProps) {
  const facts = [
    seats === null ? null : words('Vehicle.seats', { seats }), doors === null ? null : words('Vehicle.doors', { doors }),
    fuel && word(words, 'Fuel', fuel), transmission && word(words, 'Transmission', transmission),
  ].filter((fact) => fact !== null && fact !== '')
  return <ul className="ck-specs">{facts.map((fact) => <li key={fact}>{fact}</li>)}</ul>
}

/** The company's own word where we have no translation for it. */
function word(words: Translate, kind: 'Fuel' | 'Transmission', value: string): string {
  const key = `${kind}.${value.toLowerCase()}`
  const found = words(key)
  return found === key ? value : found
}

/** Decoration: name and facts stand beside it. */
export function VehicleImage({ src }: { readonly src: string | null }) {
  return src ? <img src={src} alt="" loading="lazy" decoding="async" /> : <span />
}
