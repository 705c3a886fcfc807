import type { LoadedReservation } from '@checkin/flow'
import { formatDate, formatMoney, formatTime, useLanguage, type Translate } from '@checkin/i18n'
import { Ledger, type LedgerLine, type LedgerTotal } from '@checkin/ui/ledger'
import { Ticket, type TicketLeg } from '@checkin/ui/ticket'
import type { ReactNode } from 'react'
import type { Account, AccountLine, LineAmount } from '../domain/account.ts'
import { decimalText } from '../domain/money.ts'
import look from './review.module.css'

export interface TripProps {
  readonly loaded: LoadedReservation
  /** Name of the vehicle before an upgrade of this session (PAY-02). */
  readonly vehicleBefore: string | null
  readonly words: Translate
}

const nameOf = (driver: { readonly name?: string | null | undefined; readonly surname?: string | null | undefined } | null): string =>
  [driver?.name, driver?.surname].filter(Boolean).join(' ')

/** Vehicle, places, dates and drivers, as a boarding pass (PAY-01). */
export function Trip({ loaded: { reservation, driver, addDriver }, vehicleBefore, words }: TripProps) {
  const language = useLanguage()
  const leg = (label: string, { place, dateAndTime }: { readonly place: string; readonly dateAndTime: string }): TicketLeg =>
    ({ label, place, date: formatDate(dateAndTime, language), time: formatTime(dateAndTime, language) })
  const { vehicle } = reservation
  const people = [['Main', nameOf(driver ?? reservation.driver)], ['Additional', nameOf(addDriver ?? reservation.addDriver)]] as const
  return (
    <Ticket
      label={words('Ticket.reference')}
      reference={reservation.reference}
      pickUp={leg(words('Ticket.pickUp'), reservation.checkOut)}
      dropOff={leg(words('Ticket.return'), reservation.checkIn)}
      stub={(
        <div className={look['stub']}>
          <div data-changed={vehicleBefore === null ? undefined : ''} className={look['vehicle']}>
            {vehicle.imageURL && <img src={vehicle.imageURL} alt="" decoding="async" />}
            <dl className="ck-facts">
              <div>
                <dt>{words('Review.vehicle')}</dt>
                <dd>
                  {vehicle.vehicle}
                  {vehicleBefore !== null && <del><span className="ck-hidden">{words('Review.before')}: </span>{vehicleBefore}</del>}
                </dd>
              </div>
              {vehicle.name !== vehicle.vehicle && <div><dt>{words('Ticket.group')}</dt><dd>{vehicle.name}</dd></div>}
            </dl>
          </div>
          <div>
            <h2 className={look['people']}>{words('Review.drivers')}</h2>
            <dl className="ck-facts">
              {people.filter(([, name]) => name !== '').map(([kind, name]) => (
                <div key={kind} data-driver={kind}><dt>{words(kind)}</dt><dd>{name}</dd></div>
              ))}
            </dl>
          </div>
        </div>
      )}
    />
  )
}

export interface AccountViewProps {
  readonly account: Account
  readonly currency: string
  readonly busy: boolean
  readonly words: Translate
}

/** Every line with its price, what changed and what stood there, total, paid and due (PAY-01, PAY-02, DEC-54). */
export function AccountView({ account, currency, busy, words }: AccountViewProps) {
  const amount = (value: LineAmount): string => (value.kind === 'amount' ? formatMoney(value.total, currency) : words(value.kind === 'prepaid' ? 'PrePaid' : 'Review.included'))
  const text = ({ description, quantity }: AccountLine): string => (quantity > 1 ? `${quantity} × ${description}` : description)
  const lines = account.lines.map((line): LedgerLine => ({
    id: line.id, text: text(line), amount: amount(line.amount),
    ...(line.before !== null && { before: line.before.kind === 'new' ? words('Review.new') : line.before.text }),
  }))
  const total = (kind: LedgerTotal['kind'], label: string, value: number): LedgerTotal => ({ kind, label, amount: formatMoney(value, currency), value: decimalText(value) })
  return (
    <Ledger
      title={words('Review.account')} beforeLabel={words('Review.before')} lines={lines} busy={busy}
      totals={[
        total('total', words('Total'), account.total),
        ...(account.paid > 0 ? [total('paid', words('AmountPaid'), account.paid)] : []),
        total('due', words('AmountDue'), account.due),
      ]}
    />
  )
}

/** What is due, on the bar of a phone's buttons; the account itself says it too. */
export function BarDue({ account, currency, words }: Omit<AccountViewProps, 'busy'>) {
  return <p className="ck-bar-total ck-num" aria-hidden="true"><span>{words('AmountDue')}</span><span>{formatMoney(account.due, currency)}</span></p>
}

export interface ReviewPageProps {
  readonly trip: ReactNode
  readonly account: ReactNode
  readonly children?: ReactNode
}

/** Trip and account beside each other on a desktop, under each other on a phone, and below what follows from them. */
export function ReviewPage({ trip, account, children }: ReviewPageProps) {
  return (
    <div className={look['page']}>
      <div className={look['trip']}>{trip}</div>
      <div className={look['account']}>{account}</div>
      <div className={look['rest']}>{children}</div>
    </div>
  )
}
