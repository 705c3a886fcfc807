import { Alert, Button, Input, Select } from 'antd'
import { useState } from 'react'
import type { FoundReservation } from '@checkin/internal'
import { TraceSearch } from '../activity/trace-search.tsx'
import { useTenants } from '../api/queries.ts'
import { useOperator } from '../api/session.ts'
import { PageHead } from '../frame/page-head.tsx'
import { useAddress } from '../frame/use-address.ts'
import type { MoneyOf } from '../money/money-queries.ts'
import { ReservationForSupport } from './reservation-for-support.tsx'
import { useFindReservations } from './support-queries.ts'
import { localText, stateNames, ways, type Way } from './support-text.ts'

/** Roles whose people help renters; the server decides for itself. */
const helpers: readonly string[] = ['operator', 'support']

/** From what a renter says on the telephone to the reservation, what it lacks and what can be sent. Which reservation is looked at stands in the address, what was typed does not. */
export function SupportPage() {
  const role = useOperator().data?.role ?? ''
  const address = useAddress()
  const tenants = useTenants().data ?? []
  const of: MoneyOf = { id: address.of('company') || (tenants[0]?.id ?? ''), reference: address.of('reference') }
  return (
    <>
      <PageHead title="Support" lead="Find a renter's reservation, see what is missing, and send the link or the code again" />
      {helpers.includes(role)
        ? (
          <>
            <section className="panel" aria-label="Find a reservation">
              <h2>Find a reservation</h2>
              <FindReservation key={of.id} company={of.id} tenants={tenants} onCompany={(company) => { address.choose({ company, reference: '' }) }} onChosen={(reference) => { address.choose({ company: of.id, reference }) }} />
            </section>
            {of.id !== '' && of.reference !== '' && <ReservationForSupport key={`${of.id} ${of.reference}`} of={of} mayReadDetails={role === 'support'} />}
          </>
          )
        : <section className="panel"><p>Reservations of renters are looked at by who has the role support or operator. Ask who gives out tokens, or sign in with another one.</p></section>}
      <section className="panel"><h2>A code that the page shows</h2><TraceSearch /></section>
    </>
  )
}

interface FindReservationProps {
  readonly company: string
  readonly tenants: readonly { readonly id: string; readonly host: string }[]
  readonly onCompany: (company: string) => void
  readonly onChosen: (reference: string) => void
}

function FindReservation({ company, tenants, onCompany, onChosen }: FindReservationProps) {
  const [by, setBy] = useState<Way>('reference')
  const [value, setValue] = useState('')
  const search = useFindReservations()
  const found = search.data
  return (
    <>
      <form
        className="filters" onSubmit={(event) => {
          event.preventDefault()
          search.mutate({ id: company, search: { by, value } }, { onSuccess: ({ rows }) => { if (rows[0] && rows.length === 1) onChosen(rows[0].reference) } })
        }}
      >
        <label>Company <Select aria-label="Company" showSearch={{ optionFilterProp: 'label' }} value={company} onChange={onCompany} options={tenants.map(({ id, host }) => ({ value: id, label: host }))} /></label>
        <label>Search by <Select aria-label="Search by" value={by} onChange={(way: Way) => { setBy(way); search.reset() }} options={[...ways]} /></label>
        <label>{ways.find((way) => way.value === by)?.label} <Input value={value} maxLength={200} autoComplete="off" spellCheck={false} onChange={({ target }) => { setValue(target.value) }} /></label>
        <Button type="primary" htmlType="submit" loading={search.isPending} disabled={company === '' || value.trim().length < 2}>Find</Button>
      </form>
      <p className="legend">Each reservation that is found is written down in the company&rsquo;s access log, with your name.</p>
      {search.error && <Alert type="error" showIcon role="alert" title={search.error.message} />}
      <div aria-live="polite" data-found={search.isPending ? 'loading' : found ? 'answered' : 'none'}>
        {found?.rows.length === 0 && <p style={{ margin: 0 }}>This company has no such reservation. Surname and address have to be whole; ask for the reference on the confirmation.</p>}
        {found && found.rows.length > 1 && <FoundList rows={found.rows} more={found.more} onChosen={onChosen} />}
      </div>
    </>
  )
}

const FoundList = ({ rows, more, onChosen }: { readonly rows: readonly FoundReservation[]; readonly more: boolean; readonly onChosen: (reference: string) => void }) => (
  <>
    <ul className="rows">
      {rows.map(({ reference, renter, pickUpAt, pickUpPlace, state }) => (
        <li key={reference}>
          <p><Button type="link" style={{ padding: 0 }} onClick={() => { onChosen(reference) }}>{reference}</Button> {renter}, pick-up {localText(pickUpAt)} at {pickUpPlace} <span className="pill">{stateNames[state]}</span></p>
        </li>
      ))}
    </ul>
    {more && <p className="legend">There are more. Ask for the reference or the e-mail address.</p>}
  </>
)
