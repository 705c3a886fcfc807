import type { ReservationMoney } from '@checkin/internal'
import { Button, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTenants } from '../api/queries.ts'
import { useOperator } from '../api/session.ts'
import { Moment } from '../frame/format.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { WideTable } from '../frame/tables.tsx'
import { GiveOrder } from './give-order.tsx'
import { useMoney, useMoneyOrders, type MoneyOf } from './money-queries.ts'
import { OrderList } from './order-list.tsx'
import { sumText } from './order-text.ts'

/** Which reservation is looked at stands in the address: a link that can be shared, and that a reload keeps. */
function useAddress(): readonly [MoneyOf, (of: MoneyOf) => void] {
  const [address, setAddress] = useSearchParams()
  return [
    { id: address.get('company') ?? '', reference: address.get('reference') ?? '' },
    ({ id, reference }) => { setAddress({ company: id, ...(reference !== '' && { reference }) }) },
  ]
}

/** Renters' money: what waits for a second person, and the payments, holds and ledger of one reservation with the orders about them. */
export function MoneyPage() {
  const waiting = useMoneyOrders()
  const [of, setOf] = useAddress()
  return (
    <>
      <PageHead title="Money" lead="Refunds, captures, releases and new holds, and what waits for a second person" />
      <section className="panel">
        <h2>Waits for a second person</h2>
        <QueryResult query={waiting}>{(orders) => <OrderList orders={orders} empty="No order waits." />}</QueryResult>
      </section>
      <section className="panel">
        <h2>A reservation</h2>
        <FindReservation of={of} onFind={setOf} />
        {of.id !== '' && of.reference !== '' && <Reservation key={`${of.id} ${of.reference}`} of={of} />}
      </section>
    </>
  )
}

function FindReservation({ of, onFind }: { readonly of: MoneyOf; readonly onFind: (of: MoneyOf) => void }) {
  const [company, field] = [useId(), useId()]
  const tenants = useTenants().data ?? []
  // Undefined until somebody types: then the address says it.
  const [typed, setTyped] = useState<string>()
  const reference = typed ?? of.reference
  const chosen = of.id === '' ? tenants[0]?.id ?? '' : of.id
  return (
    <form className="search" onSubmit={(event) => { event.preventDefault(); onFind({ id: chosen, reference: reference.trim() }); setTyped(undefined) }}>
      <label htmlFor={company}>Company</label>
      <Select id={company} value={chosen} onChange={(id) => { onFind({ id, reference: '' }) }} options={tenants.map((tenant) => ({ value: tenant.id, label: tenant.host }))} />
      <label htmlFor={field}>Reference of the reservation</label>
      <Input id={field} value={reference} maxLength={40} autoComplete="off" spellCheck={false} onChange={({ target }) => { setTyped(target.value) }} />
      <Button htmlType="submit">Find</Button>
    </form>
  )
}

function Reservation({ of }: { readonly of: MoneyOf }) {
  const money = useMoney(of)
  const role = useOperator().data?.role
  return (
    <div aria-live="polite" data-money={money.isPending ? 'loading' : 'answered'} style={{ display: 'grid', gap: 14 }}>
      <QueryResult query={money}>
        {(found) => (found === null
          ? <p style={{ margin: 0 }}>This company has no reservation {of.reference}.</p>
          : (
            <>
              <p style={{ margin: 0 }}>Total {sumText(found.total, found.currency)}, paid {sumText(found.paid, found.currency)}, due {sumText(found.due, found.currency)}.</p>
              <Payments money={found} />
              <Ledger money={found} />
              <h3>Orders</h3>
              <OrderList orders={found.orders.map((order) => ({ ...order, tenant: of.id }))} empty="No order was given here." />
              {role === 'operator' && <><h3>Give an order</h3><GiveOrder of={of} money={found} /></>}
            </>
          ))}
      </QueryResult>
    </div>
  )
}

const Payments = ({ money: { payments } }: { readonly money: ReservationMoney }) => (
  <WideTable<ReservationMoney['payments'][number]>
    label="Payments and holds" rowKey="paymentId" pagination={false} rows={payments}
    columns={[
      { title: 'For', render: (_, { purpose }) => (purpose === 'deposit' ? 'deposit' : 'rental') },
      { title: 'State', dataIndex: 'state' }, { title: 'Amount', render: (_, { amount, currency }) => sumText(amount, currency) },
      { title: 'With', render: (_, { card, provider }) => (card ? `${card.brand} ${card.masked}` : provider) },
      { title: 'Held until', render: (_, { captureBefore }) => captureBefore !== null && <Moment at={captureBefore} /> },
      { title: 'Begun', render: (_, { createdAt }) => <Moment at={createdAt} /> }, { title: 'Transaction', dataIndex: 'transactionId' },
    ]}
  />
)

const Ledger = ({ money: { ledger } }: { readonly money: ReservationMoney }) => (
  <WideTable<ReservationMoney['ledger'][number]>
    label="Ledger" rowKey={({ paymentId, kind, recordedAt }) => `${paymentId} ${kind} ${recordedAt}`} pagination={false} rows={ledger}
    columns={[
      { title: 'Booked', render: (_, { recordedAt }) => <Moment at={recordedAt} /> }, { title: 'Entry', dataIndex: 'kind' },
      { title: 'Amount', render: (_, { amount, currency }) => sumText(amount, currency) }, { title: 'Provider', dataIndex: 'provider' }, { title: 'Number there', dataIndex: 'providerId' },
    ]}
  />
)
