import type { Reservation } from '@checkin/api'
import { formatDateTime, phoneAddress, useLanguage, type Translate } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Actions, Panel, StepBody, StepHeading } from '@checkin/ui/step'
import type { QrCodeProps } from '@checkin/ui/qr'
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import type { CalendarTexts } from './calendar.ts'
import { TripTicket } from './review.view.tsx'
import styles from './ending.module.css'

/** Without its code the end is still an end: the reference stands there as text as well. */
const QrCode = lazy<ComponentType<QrCodeProps>>(() => import('@checkin/ui/qr').then((slice) => ({ default: slice.QrCode }), () => ({ default: () => null })))

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
  /** What comes of itself, one sentence each. */
  readonly next: readonly string[]
  /** The question has the one filled button, so the way home is a quiet one. */
  readonly isQuiet?: boolean
  readonly onCalendar: (texts: CalendarTexts) => void
  readonly onHome: () => void
}

/** An end of check-in: done, what comes next, and what the renter needs on the day (DEC-105, PAY-37 to PAY-42). */
export function Ending({ reservation, firm, words, outcome, money, offer, next, isQuiet = false, onCalendar, onHome }: EndingProps) {
  const language = useLanguage()
  const pickUp = reservation && { place: reservation.checkOut.place, when: formatDateTime(reservation.checkOut.dateAndTime, language) }
  return (
    <StepBody>
      <div className={styles['end-head']}>
        <span className={styles['end-tick']} aria-hidden="true"><svg viewBox="0 0 48 48" fill="none"><path d="m13 25 8 8 15-18" /></svg></span>
        <StepHeading eyebrow={words('Lane.ready')} title={words('End.title')} lead={pickUp && words('End.next', pickUp)} />
      </div>
      {outcome}
      <div className={styles['end-page']}>
        <div className={styles['end-part']}>
          {reservation && <TripTicket reservation={reservation} words={words} stub={<Stub reference={reservation.reference} words={words}>{money}</Stub>} />}
          {offer}
          <Panel>
            <h2>{words('End.then')}</h2>
            <Lines texts={next} />
          </Panel>
        </div>
        <div className={styles['end-part']}>
          <Panel>
            <h2>{words('End.bring')}</h2>
            <Lines texts={[words('End.bringIdentity'), words('End.bringLicence'), words('End.bringCard')]} />
          </Panel>
          {(pickUp ?? firm.phone) !== null && (
            <Panel>
              <h2>{words('End.where')}</h2>
              {pickUp && (
                <>
                  <p><b>{pickUp.place}</b><br />{pickUp.when}</p>
                  <p><a href={mapOf(pickUp.place)} target="_blank" rel="noopener noreferrer">{words('End.map')}<span className="ck-hidden"> ({words('End.newTab')})</span></a></p>
                </>
              )}
              {firm.phone !== null && <p><a href={phoneAddress(firm.phone)}>{words('Counter.phone', { phone: firm.phone })}</a></p>}
              {reservation && <div><Button kind="soft" action="End.calendar" onClick={() => onCalendar(calendarTexts(words, firm, reservation.reference))}>{words('End.calendar')}</Button></div>}
            </Panel>
          )}
        </div>
      </div>
      <Actions><Button kind={isQuiet ? 'ghost' : 'primary'} action="BackToHome" onClick={onHome}>{words('BackToHome')}</Button></Actions>
    </StepBody>
  )
}

/** By the name of the place: a reservation carries no address and no opening hours. */
const mapOf = (place: string): string => `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place }).toString()}`

function calendarTexts(words: Translate, { firmName, phone }: EndingProps['firm'], reference: string): CalendarTexts {
  const lines = [`${words('Ticket.reference')} ${reference}`, words('Counter.bring'), ...(phone === null ? [] : [words('Counter.phone', { phone })])]
  return { pickUp: words('End.pickUpEntry', { firmName }), dropOff: words('End.returnEntry', { firmName }), description: lines.join('\n') }
}

/** Below the tear line: what is shown at the counter. */
function Stub({ reference, words, children }: { readonly reference: string; readonly words: Translate; readonly children: ReactNode }) {
  return (
    <div className={styles['end-stub']}>
      <div className={styles['end-code']}><Suspense fallback={null}><QrCode value={reference} label={words('End.code', { reference })} /></Suspense></div>
      <div className={styles['end-shown']}>
        <div>
          <p className="ck-hint">{words('Counter.show')}</p>
          <p className="ck-reference">{reference}</p>
        </div>
        {children}
      </div>
    </div>
  )
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
