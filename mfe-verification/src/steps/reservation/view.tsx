import { formatDate, formatTime, useLanguage, useWords } from '@checkin/i18n'
import { TermsGateView } from '@checkin/terms/view'
import { Button } from '@checkin/ui/button'
import { Actions, StepForm, StepHeading } from '@checkin/ui/step'
import { Ticket, type TicketLeg } from '@checkin/ui/ticket'
import { useUnit } from 'effector-react'
import { $reservation, continuePressed, exitPressed, termsGate } from './model.ts'

/** The trip as a ticket; the only thing to tick is the terms gate after a link (VERIF-22, VERIF-24). */
export function ReservationView() {
  const words = useWords('mfe-verification')
  const language = useLanguage()
  const { reservation, isAccepting } = useUnit({ reservation: $reservation, isAccepting: termsGate.acceptFx.pending })
  const { proceed, exit } = useUnit({ proceed: continuePressed, exit: exitPressed })
  if (reservation === null) return null

  const leg = (label: string, { place, dateAndTime }: { readonly place: string; readonly dateAndTime: string }): TicketLeg =>
    ({ label, place, date: formatDate(dateAndTime, language), time: formatTime(dateAndTime, language) })

  return (
    <StepForm onSubmit={proceed}>
      <StepHeading eyebrow={words('Reservation.eyebrow')} title={words('Reservation.title')} lead={words('Reservation.lead')} />
      <Ticket
        label={words('Reservation.reference')}
        reference={reservation.reference}
        pickUp={leg(words('Ticket.pickUp'), reservation.checkOut)}
        dropOff={leg(words('Ticket.return'), reservation.checkIn)}
        facts={[{ label: words('Reservation.number'), value: reservation.reservation }]}
      />
      <TermsGateView gate={termsGate} lead={<p>{words('Reservation.terms')}</p>} words={words} />
      <Actions>
        <Button action="Continue" type="submit" busy={isAccepting}>{words('Continue')}</Button>
        <Button kind="ghost" action="Exit" onClick={() => exit()}>{words('Exit')}</Button>
      </Actions>
    </StepForm>
  )
}
