import { formatDate, formatDateTime, formatList, formatMoney, formatTime, useLanguage, type Translate } from '@checkin/i18n'
import type { QrCodeProps } from '@checkin/ui/qr'
import { Panel } from '@checkin/ui/step'
import { Ticket as Pass, type TicketLeg } from '@checkin/ui/ticket'
import { lazy, Suspense, type ComponentType } from 'react'
import type { Ticket } from './model.ts'
import styles from './ticket.module.css'

/** Without its code the ticket is still one: the reference stands there as text as well. */
const QrCode = lazy<ComponentType<QrCodeProps>>(() => import('@checkin/ui/qr').then((slice) => ({ default: slice.QrCode }), () => ({ default: () => null })))

interface Props {
  readonly ticket: Ticket
  readonly words: Translate
}

/** The code for the counter holds the reference alone (DEC-105). */
export function TicketPage({ ticket, calendar, words }: Props & { readonly calendar: string }) {
  const language = useLanguage()
  const { reference, vehicle } = ticket
  const leg = (label: string, { place, dateAndTime }: Ticket['pickUp']): TicketLeg => ({ label, place, date: formatDate(dateAndTime, language), time: formatTime(dateAndTime, language) })
  const stub = (
    <div className={styles['stub']}>
      <div className={styles['code']}><Suspense fallback={null}><QrCode value={reference} label={words('End.code', { reference })} /></Suspense></div>
      <div>
        <p className="ck-hint">{words('Counter.show')}</p>
        <p className="ck-reference">{reference}</p>
        <p>{vehicle.name}{vehicle.group !== vehicle.name && <><br /><span className="ck-hint">{vehicle.group}</span></>}</p>
      </div>
    </div>
  )
  return (
    <div className={styles['page']}>
      <Pass label={words('Ticket.reference')} reference={reference} pickUp={leg(words('Ticket.pickUp'), ticket.pickUp)} dropOff={leg(words('Ticket.return'), ticket.dropOff)} stub={stub} />
      <Panel>
        <h2>{words('End.where')}</h2>
        <Station stop={ticket.pickUp} words={words} />
        <p><a href={calendar} data-action="End.calendar">{words('End.calendar')}</a></p>
      </Panel>
      <Panel>
        <h2>{words('End.bring')}</h2>
        <ul className="ck-list" data-part="bring">{requiredLines(ticket, words).map((line) => <li key={line}>{line}</li>)}</ul>
      </Panel>
      <Money ticket={ticket} words={words} />
      <History ticket={ticket} words={words} />
    </div>
  )
}

function requiredLines({ drivers }: Ticket, words: Translate): readonly string[] {
  const [main] = drivers
  if (!main) return [words('End.bringIdentity'), words('End.bringLicence'), words('End.bringCard')]
  return [...drivers.map(({ firstName: name, passport }) => words(passport ? 'Pass.bring.passport' : 'Pass.bring.document', { name })), words('Pass.bring.card', { name: main.firstName })]
}

function mapOf({ place, station }: Ticket['pickUp']): string {
  const { latitude = null, longitude = null, address = null } = station ?? {}
  const query = latitude !== null && longitude !== null ? `${latitude},${longitude}` : address === null ? place : `${place}, ${address}`
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query }).toString()}`
}

function Station({ stop, words }: { readonly stop: Ticket['pickUp']; readonly words: Translate }) {
  const language = useLanguage()
  const { place, dateAndTime, station } = stop
  const open = station?.open ?? null
  const hours = open && formatList(open.map(({ from, to }) => `${from}–${to}`), language)
  return (
    <>
      <p><b>{place}</b><br />{formatDateTime(dateAndTime, language)}</p>
      {station?.address != null && <p>{station.address}</p>}
      {hours !== null && <p>{hours === '' ? words('Pass.closed') : hours === '00:00–24:00' ? words('Pass.openAlways') : words('Pass.open', { hours })}</p>}
      {station?.keys != null && <p>{words(`Pass.keys.${station.keys}`)}</p>}
      <p><a href={mapOf(stop)} target="_blank" rel="noopener noreferrer">{words('End.map')}<span className="ck-hidden"> ({words('End.newTab')})</span></a></p>
    </>
  )
}

function Money({ ticket: { total, due, deposit, currency, papers }, words }: Props) {
  const language = useLanguage()
  return (
    <Panel>
      <h2>{words('Pass.money')}</h2>
      <dl className="ck-facts">
        <div><dt>{words('Pass.total')}</dt><dd>{formatMoney(total, currency)}</dd></div>
        {due > 0 && <div><dt>{words('Pass.due')}</dt><dd>{formatMoney(due, currency)}</dd></div>}
        {deposit && <div data-deposit={deposit.state}><dt>{words(`Pass.deposit.${deposit.state}`)}</dt><dd>{formatMoney(deposit.amount, currency)}</dd></div>}
      </dl>
      {papers.length > 0 && (
        <>
          <h3>{words('Pass.papers')}</h3>
          <ul className="ck-list">{papers.map(({ kind, createdAt }) => <li key={`${kind} ${createdAt}`}>{words(`Pass.paper.${kind}`, { date: formatDate(createdAt.slice(0, 10), language) })}</li>)}</ul>
          <p className="ck-hint">{words('Pass.papersWhere')}</p>
        </>
      )}
    </Panel>
  )
}

/** Who changed what and when, with the total afterwards where it is known. */
function History({ ticket: { changes, currency }, words }: Props) {
  const language = useLanguage()
  if (changes.length === 0) return null
  return (
    <Panel>
      <h2>{words('Pass.changes')}</h2>
      <dl className="ck-facts" data-part="changes">
        {changes.map(({ at, what, total }) => (
          <div key={`${at} ${what}`}>
            <dt>{formatDate(at.slice(0, 10), language)}</dt>
            <dd>{words(`Pass.change.${what}`)}{total !== null && <><br />{formatMoney(total, currency)}</>}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
