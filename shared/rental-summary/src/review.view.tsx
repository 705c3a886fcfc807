import type { Driver, Reservation } from '@checkin/api'
import { formatDate, formatMoney, formatTime, useLanguage, type Translate } from '@checkin/i18n'
import { Ticket, type TicketLeg } from '@checkin/ui/ticket'
import type { ReactNode } from 'react'
import type { RentalLedger } from './ledger.ts'
import styles from './review.module.css'

/** Reference, places and dates of a rental as a boarding pass (PAY-01). */
export function TripTicket({ reservation: { reference, checkOut, checkIn }, stub, words }: { readonly reservation: Reservation; readonly stub: ReactNode; readonly words: Translate }) {
  const language = useLanguage()
  const leg = (label: string, { place, dateAndTime }: Reservation['checkOut']): TicketLeg =>
    ({ label, place, date: formatDate(dateAndTime, language), time: formatTime(dateAndTime, language) })
  return <Ticket label={words('Ticket.reference')} reference={reference} pickUp={leg(words('Ticket.pickUp'), checkOut)} dropOff={leg(words('Ticket.return'), checkIn)} stub={stub} />
}

export interface TripProps {
  readonly loaded: { readonly reservation: Reservation; readonly driver: Driver | null; readonly addDriver: Driver | null }
  /** Name of the vehicle before an upgrade of this session (PAY-02). */
  readonly vehicleBefore: string | null
  readonly words: Translate
}

const nameOf = (driver: Driver | null): string => [driver?.name, driver?.surname].filter(Boolean).join(' ')

/** Vehicle, places, dates and drivers (PAY-01). */
export function Trip({ loaded: { reservation, driver, addDriver }, vehicleBefore, words }: TripProps) {
  const { vehicle } = reservation
  const people = [['Main', nameOf(driver ?? reservation.driver)], ['Additional', nameOf(addDriver ?? reservation.addDriver)]] as const
  const stub = (
    <div className={styles['stub']}>
      <div data-changed={vehicleBefore === null ? undefined : ''} className={styles['vehicle']}>
        {vehicle.imageURL && <img src={vehicle.imageURL} alt="" decoding="async" />}
        <dl className="ck-facts">
          <div>
            <dt>{words('Review.vehicle')}</dt>
            <dd>
              {vehicle.vehicle}
              {vehicleBefore !== null && <del><span className="ck-hidden">{words('Review.before')}: </span>{vehicleBefore}</del>}
            </dd>
          </div>
          {vehicle.name !== vehicle.vehicle && <div><dt>{words('Ticket.group')}</dt><dd>{vehicle.name}</dd></div>}
        </dl>
      </div>
      <div>
        <h2 className={styles['people']}>{words('Review.drivers')}</h2>
        <dl className="ck-facts">
          {people.filter(([, name]) => name !== '').map(([kind, name]) => (
            <div key={kind} data-driver={kind}><dt>{words(kind)}</dt><dd>{name}</dd></div>
          ))}
        </dl>
      </div>
    </div>
  )
  return <TripTicket reservation={reservation} stub={stub} words={words} />
}

/** What is due, on the bar of a phone's buttons; the ledger itself says it too. */
export function BarDue({ ledger, currency, words }: { readonly ledger: RentalLedger; readonly currency: string; readonly words: Translate }) {
  return <p className="ck-bar-total ck-num" aria-hidden="true"><span>{words('AmountDue')}</span><span>{formatMoney(ledger.due, currency)}</span></p>
}

export interface ReviewPageProps {
  readonly trip: ReactNode
  readonly ledger: ReactNode
  readonly children?: ReactNode
}

/** Trip and ledger beside each other on a desktop, under each other on a phone, and below what follows from them. */
export function ReviewPage({ trip, ledger, children }: ReviewPageProps) {
  return (
    <div className={styles['page']}>
      <div className={styles['trip']}>{trip}</div>
      <div className={styles['ledger']}>{ledger}</div>
      <div className={styles['rest']}>{children}</div>
    </div>
  )
}
