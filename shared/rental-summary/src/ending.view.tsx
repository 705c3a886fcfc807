import type { RenterPaper, Reservation } from '@checkin/api'
import { formatDate, formatDateTime, phoneAddress, useLanguage, type Translate } from '@checkin/i18n'
import { ActionLink, Button } from '@checkin/ui/button'
import { Actions, Panel, StepBody, StepHeading } from '@checkin/ui/step'
import type { ReactNode } from 'react'
import type { CalendarTexts } from './calendar.ts'
import { CounterCode } from './counter-code.view.tsx'
import { TripTicket } from './review.view.tsx'
import { StationDetails } from './station.view.tsx'
import styles from './ending.module.css'

export interface EndingProps {
  readonly reservation: Reservation | null
  /** Name and telephone of the company, null where it gave none. */
  readonly firm: { readonly firmName: string; readonly phone: string | null }
  readonly words: Translate
  /** What was done, in words, where the headline does not say it all. */
  readonly outcome?: ReactNode
  /** Amounts, on the ticket. */
  readonly money?: ReactNode
  /** A question with its answer. */
  readonly offer?: ReactNode
  /** What can be saved; empty where nothing is there yet. */
  readonly papers?: readonly RenterPaper[]
  readonly onPaper?: (paper: RenterPaper) => void
  /** What comes of itself, one sentence each. */
  readonly next: readonly string[]
  /** The question has the one filled button, so the way home is a quiet one. */
  readonly isQuiet?: boolean
  /** Address of the file that the server keeps up to date, without its language; without it `onCalendar` makes one. */
  readonly calendar?: string | null
  readonly onCalendar: (texts: CalendarTexts) => void
  readonly onHome: () => void
}

/** An end of check-in: done, what comes next, and what the renter needs on the day (DEC-105, PAY-37 to PAY-42). */
export function Ending({ reservation, firm, words, outcome, money, offer, next, papers = [], isQuiet = false, calendar = null, onPaper, onCalendar, onHome }: EndingProps) {
  const language = useLanguage()
  const pickUp = reservation && { place: reservation.checkOut.place, when: formatDateTime(reservation.checkOut.dateAndTime, language) }
  return (
    <StepBody>
      <div className={styles['end-head']}>
        <span className={styles['end-tick']} aria-hidden="true"><svg viewBox="0 0 48 48" fill="none"><path d="m13 25 8 8 15-18" /></svg></span>
        <StepHeading eyebrow={words('Lane.ready')} title={words('End.title')} lead={pickUp && words('End.next', pickUp)} />
      </div>
      {/* After a reload the end may be there before the reservation, whose lines would push down what stands below (DEC-257). */}
      {reservation === null && <div data-coming />}
      {outcome}
      <div className={styles['end-page']}>
        <div className={styles['end-part']}>
          {reservation && <TripTicket reservation={reservation} words={words} stub={<CounterCode reference={reservation.reference} words={words}>{money}</CounterCode>} />}
          {offer}
          <Panel>
            <h2>{words('End.then')}</h2>
            <Lines texts={next} />
            {papers.length > 0 && (
              <ul className={styles['end-papers']} aria-label={words('End.papers')}>
                {papers.map((paper) => (
                  <li key={paper.id}><Button kind="soft" action={`End.paper.${paper.kind}`} onClick={() => onPaper?.(paper)}>{words(`End.paper.${paper.kind}`, { date: formatDate(paper.createdAt.slice(0, 10), language) })}</Button></li>
                ))}
              </ul>
            )}
          </Panel>
        </div>
        <div className={styles['end-part']}>
          <Panel>
            <h2>{words('End.bring')}</h2>
            <Lines texts={toTakeAlong(reservation, words)} />
          </Panel>
          {(pickUp ?? firm.phone) !== null && (
            <Panel>
              <h2>{words('End.where')}</h2>
              {reservation && <StationDetails stop={reservation.checkOut} words={words} />}
              {firm.phone !== null && <p><a href={phoneAddress(firm.phone)}>{words('Counter.phone', { phone: firm.phone })}</a></p>}
              {reservation && (
                <div>
                  {calendar === null
                    ? <Button kind="soft" action="End.calendar" onClick={() => onCalendar(calendarTexts(words, firm, reservation.reference))}>{words('End.calendar')}</Button>
                    : <ActionLink kind="soft" action="End.calendar" href={`${calendar}?language=${language}`} download={`${reservation.reference}.ics`}>{words('End.calendar')}</ActionLink>}
                </div>
              )}
            </Panel>
          )}
        </div>
      </div>
      <Actions><Button kind={isQuiet ? 'ghost' : 'primary'} action="BackToHome" onClick={onHome}>{words('BackToHome')}</Button></Actions>
    </StepBody>
  )
}

/** For each driver the papers that were given here, and the card of the deposit (DEC-185); in general words where no driver is known. */
function toTakeAlong(reservation: Reservation | null, words: Translate): readonly string[] {
  const drivers = [reservation?.driver, reservation?.addDriver].flatMap((driver) => (driver ? [driver] : []))
  if (drivers.length === 0) return [words('End.bringIdentity'), words('End.bringLicence'), words('End.bringCard')]
  const main = [drivers[0]?.name, drivers[0]?.surname].filter(Boolean).join(' ')
  return [
    ...drivers.map(({ name, surname, document }) => words(
      document?.idType?.toLowerCase() === 'passport' ? 'End.bringDriver.passport' : 'End.bringDriver.document',
      { name: [name, surname].filter(Boolean).join(' ') },
    )),
    words(reservation?.depositAmount ? 'End.bringDepositCard' : 'End.bringCardOf', { name: main }),
  ]
}

function calendarTexts(words: Translate, { firmName, phone }: EndingProps['firm'], reference: string): CalendarTexts {
  const lines = [`${words('Ticket.reference')} ${reference}`, words('Counter.bring'), ...(phone === null ? [] : [words('Counter.phone', { phone })])]
  return { pickUp: words('End.pickUpEntry', { firmName }), dropOff: words('End.returnEntry', { firmName }), description: lines.join('\n') }
}

function Lines({ texts }: { readonly texts: readonly string[] }) {
  return (
    <ul className="ck-list">
      {texts.map((text) => (
        <li key={text}><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true"><path d="m5 13 4.5 4.5L19 7" /></svg><span>{text}</span></li>
      ))}
    </ul>
  )
}
