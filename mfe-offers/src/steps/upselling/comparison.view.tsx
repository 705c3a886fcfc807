import { formatMoney, type Translate } from '@checkin/i18n'
import type { ComparedVehicle } from '../../domain/upgrades.ts'
import { daysText } from '../../price.view.tsx'
import { VehicleFacts, VehicleImage } from './vehicle.view.tsx'

export interface ComparisonProps {
  readonly current: ComparedVehicle
  readonly next: ComparedVehicle
  readonly figures: { readonly currency: string; readonly days: number }
  readonly words: Translate
}

/** Two vehicles beside each other, with what a day and the rental come to (OFFERS-23). */
export function Comparison({ current, next, figures, words }: ComparisonProps) {
  return (
    <div className="ck-compare">
      <Side kind="current" label={words('CurrentVehicle')} vehicle={current} figures={figures} words={words} />
      <Side kind="new" label={words('NewVehicle')} vehicle={next} figures={figures} words={words} />
    </div>
  )
}

interface SideProps {
  readonly kind: 'current' | 'new'
  readonly label: string
  readonly vehicle: ComparedVehicle
  readonly figures: ComparisonProps['figures']
  readonly words: Translate
}

function Side({ kind, label, vehicle, figures: { currency, days }, words }: SideProps) {
  return (
    <article className="ck-offer" data-vehicle={kind} data-chosen={kind === 'new' ? '' : undefined} aria-label={`${label}: ${vehicle.name}`}>
      <VehicleImage src={vehicle.imageURL} />
      <div>
        <p>{label}</p>
        <h2>{vehicle.name}</h2>
        <VehicleFacts vehicle={vehicle} words={words} />
      </div>
      <dl className="ck-facts">
        <div><dt>{words('Compare.day')}</dt><dd>{formatMoney(vehicle.perDay, currency)}</dd></div>
        <div><dt>{words('Compare.rental', { days: daysText(words, days) })}</dt><dd data-value={vehicle.rental.toFixed(2)}>{formatMoney(vehicle.rental, currency)}</dd></div>
      </dl>
    </article>
  )
}
