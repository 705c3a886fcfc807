import { formatDate, formatTime, useLanguage, type Translate } from '@checkin/i18n'
import { Ticket, type TicketLeg } from '@checkin/ui/ticket'
import type { Review } from '../../domain/review.ts'
import look from './view.module.css'

/** Where, when, with which car and who drives (PAY-01). */
export function RentalView({ review: { reservation, vehicle, drivers }, words }: { readonly review: Review; readonly words: Translate }) {
  const language = useLanguage()
  const leg = (label: string, { place, dateAndTime }: { readonly place: string; readonly dateAndTime: string }): TicketLeg =>
    ({ label, place, date: formatDate(dateAndTime, language), time: formatTime(dateAndTime, language) })
  return (
    <Ticket
      label={words('Ticket.reference')}
      reference={reservation.reference}
      pickUp={leg(words('Ticket.pickUp'), reservation.checkOut)}
      dropOff={leg(words('Ticket.return'), reservation.checkIn)}
      stub={(
        <div className={look['stub']}>
          <div className={look['vehicle']}>
            {vehicle.imageURL !== null && <img src={vehicle.imageURL} alt="" decoding="async" />}
            <dl className="ck-facts">
              <div><dt>{words('Review.vehicle')}</dt><dd>{vehicle.vehicle}</dd></div>
              {vehicle.name !== vehicle.vehicle && <div><dt>{words('Ticket.group')}</dt><dd>{vehicle.name}</dd></div>}
            </dl>
          </div>
          <dl className="ck-facts" aria-label={words('Review.drivers')}>
            {drivers.map(({ role, name }) => <div key={role} data-driver={role}><dt>{words(role)}</dt><dd>{name}</dd></div>)}
          </dl>
        </div>
      )}
    />
  )
}
