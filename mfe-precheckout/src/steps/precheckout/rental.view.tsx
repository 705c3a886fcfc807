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
      facts={[
        { label: words('Review.vehicle'), value: <span data-vehicle="">{vehicle.name}<small className={look['model']}>{vehicle.vehicle}</small></span> },
        ...drivers.map(({ role, name }) => ({ label: words(`Review.driver.${role}`), value: <span data-driver={role}>{name}</span> })),
      ]}
      stub={vehicle.imageURL !== null && <img className={look['picture']} src={vehicle.imageURL} alt="" decoding="async" />}
    />
  )
}
