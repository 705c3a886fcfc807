import type { ReactNode } from 'react'
import { dateComma, useLanguage } from '@checkin/i18n'
import { Car } from '../icons/icons.tsx'

/** Pick-up or return, its date and time already in words of the location's own clock. */
export interface TicketLeg {
  readonly label: string
  readonly place: string
  readonly date: string
  readonly time: string
}

export interface TicketFact {
  readonly label: string
  readonly value: ReactNode
}

export interface TicketProps {
  readonly label: string
  readonly reference: string
  readonly pickUp: TicketLeg
  readonly dropOff: TicketLeg
  readonly facts?: readonly TicketFact[]
  /** What stands right of the reference, for example the number of days. */
  readonly aside?: ReactNode
  /** Below the tear line, after the facts. */
  readonly stub?: ReactNode
}

/** The reservation as a boarding pass. */
export function Ticket({ label, reference, pickUp, dropOff, facts = [], aside, stub }: TicketProps) {
  return (
    <article className="ck-ticket" aria-label={`${label} ${reference}`}>
      <div className="ck-ticket-part">
        <p className="ck-ticket-top">
          <span>{label} <b className="ck-num">{reference}</b></span>
          {aside && <span>{aside}</span>}
        </p>
        <div className="ck-legs">
          <Leg leg={pickUp} />
          <span className="ck-legs-road"><Car /></span>
          <Leg leg={dropOff} />
        </div>
      </div>
      <div className="ck-ticket-part">
        {facts.length > 0 && (
          <dl className="ck-facts">
            {facts.map((fact) => (
              <div key={fact.label}>
                <dt>{fact.label}</dt>
                <dd>{fact.value}</dd>
              </div>
            ))}
          </dl>
        )}
        {stub}
      </div>
    </article>
  )
}

function Leg({ leg }: { readonly leg: TicketLeg }) {
  const comma = dateComma(useLanguage())
  return (
    <dl className="ck-leg">
      <dt>{leg.label}</dt>
      <dd className="ck-leg-place">{leg.place}</dd>
      <dd className="ck-leg-time">{leg.date}{comma} <b>{leg.time}</b></dd>
    </dl>
  )
}
