import { formatMoney, type Translate } from '@checkin/i18n'
import { decimalText } from '@checkin/rental-summary'
import { Button } from '@checkin/ui/button'
import type { ComparedVehicle, OfferedGroup, VehicleComparison } from '../../domain/upgrades.ts'
import { daysText } from '../../price.view.tsx'

type Facts = Pick<ComparedVehicle, 'seats' | 'doors' | 'fuel' | 'transmission'>

interface VehicleFactsProps {
  readonly vehicle: Facts
  /** What it is compared with: facts of its own are marked. */
  readonly than?: Facts
  readonly words: Translate
}

/** Seats, doors, fuel and gearbox, as far as they are known (OFFERS-22); beside another vehicle, what differs is marked (OFFERS-23). */
export function VehicleFacts({ vehicle, than, words }: VehicleFactsProps) {
  const others = than === undefined ? null : factsOf(than, words)
  return (
    <ul className="ck-specs">
      {factsOf(vehicle, words).map((fact) => (others === null || others.includes(fact)
        ? <li key={fact}>{fact}</li>
        : <li key={fact} data-differs=""><mark>{fact}</mark></li>))}
    </ul>
  )
}

const factsOf = ({ seats, doors, fuel, transmission }: Facts, words: Translate): readonly string[] => [
  seats === null ? '' : words('Vehicle.seats', { seats }), doors === null ? '' : words('Vehicle.doors', { doors }),
  fuel ? word(words, `Fuel.${fuel.toLowerCase()}`, fuel) : '', transmission ? word(words, `Transmission.${transmission.toLowerCase()}`, transmission) : '',
].filter((fact) => fact !== '')

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
              <Button kind="soft" action="Upgrade" deferred onClick={() => { onUpgrade(group.groupId) }}>
                {words('Upgrade')}<span className="ck-hidden">: {group.groupName}</span>
              </Button>
            </div>
          </article>
        </li>
      ))}
    </ul>
  )
}

export interface ComparisonProps extends VehicleComparison {
  readonly figures: { readonly currency: string; readonly days: number }
  readonly words: Translate
  readonly level?: 'h2' | 'h3'
}

/** What the new vehicle costs more, then both beside each other, with what a day and the rental come to (OFFERS-23). */
export function Comparison({ current, next, difference, figures, words, level = 'h2' }: ComparisonProps) {
  const { currency } = figures
  return (
    <>
      <p className="ck-compare-difference" data-difference={decimalText(difference.rental, currency)}>
        {words('Compare.difference', { day: signed(difference.perDay, currency), rental: signed(difference.rental, currency) })}
      </p>
      <div className="ck-compare">
        <Side kind="current" label={words('CurrentVehicle')} vehicle={current} than={next} figures={figures} words={words} level={level} />
        <Side kind="new" label={words('NewVehicle')} vehicle={next} than={current} figures={figures} words={words} level={level} />
      </div>
    </>
  )
}

/** An amount with its sign: what is more, and what a discount of the higher group makes less. */
const signed = (amount: number, currency: string): string => (amount < 0 ? formatMoney(amount, currency) : `+${formatMoney(amount, currency)}`)

interface SideProps extends Pick<ComparisonProps, 'figures' | 'words'> {
  readonly level: 'h2' | 'h3'
  readonly kind: 'current' | 'new'
  readonly label: string
  readonly vehicle: ComparedVehicle
  readonly than: ComparedVehicle
}

function Side({ kind, label, vehicle, than, figures: { currency, days }, words, level: Heading }: SideProps) {
  return (
    <article className="ck-offer" data-vehicle={kind} data-chosen={kind === 'new' ? '' : undefined} aria-label={`${label}: ${vehicle.name}`}>
      <VehicleImage src={vehicle.imageURL} />
      <div>
        <p>{label}</p>
        <Heading>{vehicle.name}</Heading>
        <VehicleFacts vehicle={vehicle} than={than} words={words} />
      </div>
      <dl className="ck-facts">
        <div><dt>{words('Compare.day')}</dt><dd>{formatMoney(vehicle.perDay, currency)}</dd></div>
        <div><dt>{words('Compare.rental', { days: daysText(words, days) })}</dt><dd data-value={decimalText(vehicle.rental, currency)}>{formatMoney(vehicle.rental, currency)}</dd></div>
      </dl>
    </article>
  )
}
