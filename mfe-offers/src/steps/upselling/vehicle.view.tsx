import { formatMoney, type Translate } from '@checkin/i18n'
import { decimalText } from '@checkin/rental-summary'
import { Button } from '@checkin/ui/button'
import type { ComparedVehicle, OfferedGroup } from '../../domain/upgrades.ts'
import { daysText } from '../../price.view.tsx'

interface VehicleFactsProps {
  readonly vehicle: Pick<ComparedVehicle, 'seats' | 'doors' | 'fuel' | 'transmission'>
  readonly words: Translate
}

/** Seats, doors, fuel and gearbox, as far as they are known (OFFERS-22). */
export function VehicleFacts({ vehicle: { seats, doors, fuel, transmission }, words }: VehicleFactsProps) {
  const facts = [
    seats === null ? null : words('Vehicle.seats', { seats }), doors === null ? null : words('Vehicle.doors', { doors }),
    fuel && word(words, `Fuel.${fuel.toLowerCase()}`, fuel), transmission && word(words, `Transmission.${transmission.toLowerCase()}`, transmission),
  ].filter((fact) => fact !== null && fact !== '')
  return <ul className="ck-specs">{facts.map((fact) => <li key={fact}>{fact}</li>)}</ul>
}

/** The company's own word where we have no translation for it. */
function word(words: Translate, key: string, value: string): string {
  const found = words(key)
  return found === key ? value : found
}

/** Decoration: name and facts stand beside it. */
export function VehicleImage({ src }: { readonly src: string | null }) {
  return src ? <img src={src} alt="" loading="lazy" decoding="async" /> : <span />
}

export interface UpgradeListProps {
  readonly groups: readonly OfferedGroup[]
  readonly currency: string
  readonly words: Translate
  readonly onUpgrade: (groupId: string) => void
  /** Level of the cards' headings: below the heading of what they stand in. */
  readonly level?: 'h2' | 'h3'
}

/** Higher groups with what a day of each costs more, the cheapest first (OFFERS-22). */
export function UpgradeList({ groups, currency, words, onUpgrade, level: Heading = 'h2' }: UpgradeListProps) {
  return (
    <ul className="ck-offers" aria-label={words('Upgrade.title')}>
      {groups.map((group) => (
        <li key={group.groupId}>
          <article className="ck-offer" data-group={group.groupId}>
            <VehicleImage src={group.groupImageURL} />
            <div>
              <Heading>{group.groupName}</Heading>
              <VehicleFacts vehicle={group} words={words} />
            </div>
            <div className="ck-offer-foot">
              <p className="ck-offer-price"><b>{words('Upgrade.more', { amount: formatMoney(group.dailyDifferenceWithTax, currency) })}</b> {words('PerDay')}</p>
              <Button kind="soft" action="Upgrade" onClick={() => { onUpgrade(group.groupId) }}>
                {words('Upgrade')}<span className="ck-hidden">: {group.groupName}</span>
              </Button>
            </div>
          </article>
        </li>
      ))}
    </ul>
  )
}

export interface ComparisonProps {
  readonly current: ComparedVehicle
  readonly next: ComparedVehicle
  readonly figures: { readonly currency: string; readonly days: number }
  readonly words: Translate
  readonly level?: 'h2' | 'h3'
}

/** Two vehicles beside each other, with what a day and the rental come to (OFFERS-23). */
export function Comparison({ current, next, figures, words, level = 'h2' }: ComparisonProps) {
  return (
    <div className="ck-compare">
      <Side kind="current" label={words('CurrentVehicle')} vehicle={current} figures={figures} words={words} level={level} />
      <Side kind="new" label={words('NewVehicle')} vehicle={next} figures={figures} words={words} level={level} />
    </div>
  )
}

interface SideProps extends Pick<ComparisonProps, 'figures' | 'words'> {
  readonly level: 'h2' | 'h3'
  readonly kind: 'current' | 'new'
  readonly label: string
  readonly vehicle: ComparedVehicle
}

function Side({ kind, label, vehicle, figures: { currency, days }, words, level: Heading }: SideProps) {
  return (
    <article className="ck-offer" data-vehicle={kind} data-chosen={kind === 'new' ? '' : undefined} aria-label={`${label}: ${vehicle.name}`}>
      <VehicleImage src={vehicle.imageURL} />
      <div>
        <p>{label}</p>
        <Heading>{vehicle.name}</Heading>
        <VehicleFacts vehicle={vehicle} words={words} />
      </div>
      <dl className="ck-facts">
        <div><dt>{words('Compare.day')}</dt><dd>{formatMoney(vehicle.perDay, currency)}</dd></div>
        <div><dt>{words('Compare.rental', { days: daysText(words, days) })}</dt><dd data-value={decimalText(vehicle.rental, currency)}>{formatMoney(vehicle.rental, currency)}</dd></div>
      </dl>
    </article>
  )
}
