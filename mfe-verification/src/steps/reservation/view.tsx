import { formatDate, formatTime, useLanguage, useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Actions, StepForm, StepHeading } from '@checkin/ui/step'
import { Ticket, type TicketLeg } from '@checkin/ui/ticket'
import { useUnit } from 'effector-react'
import { Terms } from '../../terms/terms.view.tsx'
import {
  $canContinue, $isAccepting, $reservation, $termsAgreed, $termsNeeded, continuePressed, exitPressed, termsDownload, termsTicked,
} from './model.ts'

/** The trip as a ticket; the only thing to tick is the terms gate after a link (VERIF-22, VERIF-24). */
export function ReservationView() {
  const words = useWords('mfe-verification')
  const language = useLanguage()
  const { reservation, canContinue, isAccepting, termsNeeded, termsAgreed, documents } = useUnit({
    reservation: $reservation, canContinue: $canContinue, isAccepting: $isAccepting,
    termsNeeded: $termsNeeded, termsAgreed: $termsAgreed, documents: termsDownload.$documents,
  })
  const { proceed, exit, tick, download } = useUnit({ proceed: continuePressed, exit: exitPressed, tick: termsTicked, download: termsDownload.downloadPressed })
  if (reservation === null) return null

  const leg = (label: string, { place, dateAndTime }: { readonly place: string; readonly dateAndTime: string }): TicketLeg =>
    ({ label, place, date: formatDate(dateAndTime, language), time: formatTime(dateAndTime, language) })

  return (
    <StepForm onSubmit={proceed}>
      <StepHeading eyebrow={words('Reservation.eyebrow')} title={words('Reservation.title')} lead={words('Reservation.lead')} />
      <Ticket
        label={words('Reservation.number')}
        reference={reservation.reservation}
        pickUp={leg(words('Ticket.pickUp'), reservation.checkOut)}
        dropOff={leg(words('Ticket.return'), reservation.checkIn)}
        facts={[{ label: words('Reservation.reference'), value: reservation.reference }]}
      />
      {termsNeeded && (
        <>
          <p>{words('Reservation.terms')}</p>
          <Terms documents={documents} agreed={termsAgreed} onAgreed={tick} onDownload={download} words={words} />
        </>
      )}
      <Actions>
        <Button action="Continue" type="submit" disabled={!canContinue} busy={isAccepting}>{words('Continue')}</Button>
        <Button kind="ghost" action="Exit" onClick={() => exit()}>{words('Exit')}</Button>
      </Actions>
    </StepForm>
  )
}
