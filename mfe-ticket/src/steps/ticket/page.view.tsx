import { formatDate, formatMoney, formatTime, useLanguage, type Translate } from '@checkin/i18n'
import { CounterCode } from '@checkin/rental-summary/counter-code'
import { StationDetails } from '@checkin/rental-summary/station'
import { Panel } from '@checkin/ui/step'
import { Ticket as Pass, type TicketLeg } from '@checkin/ui/ticket'
import type { Ticket, Wallet } from './model.ts'
import { UndoPanel } from './undo.view.tsx'
import { priceChange } from './price-change.ts'
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
      <UndoPanel ticket={ticket} words={words} />
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

/** A total, beside the one before it. */
function Total({ before, total, currency, words }: { readonly before: number; readonly total: number; readonly currency: string; readonly words: Translate }) {
  return <>{before !== total && <><del><span className="ck-hidden">{words('Pass.before')}: </span><bdi>{formatMoney(before, currency)}</bdi></del>{' '}</>}<bdi>{formatMoney(total, currency)}</bdi></>
}

/** What the company made of the total, and when (DEC-263). */
function Difference({ ticket, words }: Props) {
  const language = useLanguage()
  const change = priceChange(ticket)
  if (!change) return null
  const { difference, at } = change
  const facts = { amount: formatMoney(Math.abs(difference), ticket.currency), date: formatDate(at.slice(0, 10), language) }
  return <p className="ck-hint" data-part="difference">{words(difference > 0 ? 'Pass.more' : 'Pass.less', facts)}</p>
}

function Money({ ticket, words }: Props) {
  const { total, due, deposit, currency, papers, refunds = [] } = ticket
  const language = useLanguage()
  return (
    <Panel>
      <h2>{words('Pass.money')}</h2>
      <dl className="ck-facts">
        <div data-part="total"><dt>{words('Pass.total')}</dt><dd><Total before={priceChange(ticket)?.before ?? total} total={total} currency={currency} words={words} /></dd></div>
        {due > 0 && <div><dt>{words('Pass.due')}</dt><dd>{formatMoney(due, currency)}</dd></div>}
        {deposit && <div data-deposit={deposit.state}><dt>{words(`Pass.deposit.${deposit.state}`)}</dt><dd>{formatMoney(deposit.amount, currency)}</dd></div>}
        {refunds.map(({ at, amount, state }) => <div key={at} data-refund={state}><dt>{words(`Pass.refund.${state}`)}</dt><dd>{formatMoney(amount, currency)}</dd></div>)}
      </dl>
      <Difference ticket={ticket} words={words} />
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
        {changes.map(({ at, what, total, totalBefore, changed = [] }) => (
          <div key={`${at} ${what}`}>
            <dt>{formatDate(at.slice(0, 10), language)}</dt>
            <dd>
              {words(`Pass.change.${what}`)}
              {changed.length > 0 && <><br />{changed.map((part) => words(`Pass.part.${part}`)).join(' · ')}</>}
              {total !== null && <><br /><Total before={totalBefore ?? total} total={total} currency={currency} words={words} /></>}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
