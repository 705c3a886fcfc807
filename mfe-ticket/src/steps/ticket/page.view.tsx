import { formatDate, formatMoney, formatTime, useLanguage, type Translate } from '@checkin/i18n'
import { CounterCode } from '@checkin/rental-summary/counter-code'
import { StationDetails } from '@checkin/rental-summary/station'
import { Panel } from '@checkin/ui/step'
import { Ticket as Pass, type TicketLeg } from '@checkin/ui/ticket'
import type { Ticket, Wallet } from './model.ts'
import styles from './ticket.module.css'

interface Props {
  readonly ticket: Ticket
  readonly words: Translate
}

/** All that the bearer of the link sees (DEC-206). */
export function TicketPage({ ticket, calendar, wallet, words }: Props & { readonly calendar: string; readonly wallet: (kind: Wallet) => string }) {
  const language = useLanguage()
  const { reference, vehicle, wallets = [] } = ticket
  const leg = (label: string, { place, dateAndTime }: Ticket['pickUp']): TicketLeg => ({ label, place, date: formatDate(dateAndTime, language), time: formatTime(dateAndTime, language) })
  const stub = (
    <CounterCode reference={reference} words={words}>
      <p>{vehicle.name}{vehicle.group !== vehicle.name && <><br /><span className="ck-hint">{vehicle.group}</span></>}</p>
    </CounterCode>
  )
  return (
    <div className={styles['page']}>
      <Pass label={words('Ticket.reference')} reference={reference} pickUp={leg(words('Ticket.pickUp'), ticket.pickUp)} dropOff={leg(words('Ticket.return'), ticket.dropOff)} stub={stub} />
      <Panel>
        <h2>{words('End.where')}</h2>
        <StationDetails stop={ticket.pickUp} words={words} />
        <p><a href={calendar} data-action="End.calendar">{words('End.calendar')}</a></p>
        {wallets.map((kind) => <p key={kind}><a href={wallet(kind)} data-action={`Pass.wallet.${kind}`}>{words(`Pass.wallet.${kind}`)}</a></p>)}
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
