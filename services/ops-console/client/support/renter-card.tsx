import { Alert, Button, Input } from 'antd'
import { useId, useState } from 'react'
import type { RenterDetails } from '@checkin/internal'
import { Moment } from '../frame/format.tsx'
import type { MoneyOf } from '../money/money-queries.ts'
import { useRenterDetails } from './support-queries.ts'

const givenNames: Readonly<Record<RenterDetails['drivers'][number]['given'][number], string>> = { document: 'document', licence: 'licence', secondLicence: 'second licence', address: 'address' }

/** Who rents: shown for a reason alone, which stays in the company's access log. */
export function RenterCard({ of, mayRead }: { readonly of: MoneyOf; readonly mayRead: boolean }) {
  const field = useId()
  const [reason, setReason] = useState('')
  const details = useRenterDetails(of)
  return (
    <section className="panel" aria-label="Renter">
      <h2>Renter</h2>
      {!mayRead && <p>Names, addresses and telephone numbers are shown to who has the role support.</p>}
      {mayRead && !details.data && (
        <form className="search" onSubmit={(event) => { event.preventDefault(); details.mutate(reason) }}>
          <label htmlFor={field}>Why you need the renter&rsquo;s data; it stays in the access log</label>
          <Input id={field} value={reason} maxLength={200} autoComplete="off" onChange={({ target }) => { setReason(target.value) }} />
          <Button htmlType="submit" loading={details.isPending} disabled={reason.trim().length < 3}>Show the data</Button>
        </form>
      )}
      {details.error && <Alert type="error" showIcon role="alert" title={details.error.message} />}
      {details.data && <Details details={details.data} />}
    </section>
  )
}

const Details = ({ details: { customer, drivers, readings } }: { readonly details: RenterDetails }) => (
  <div className="trace">
    <dl>
      <div><dt>Renter</dt><dd>{customer.name} {customer.surname}{customer.email !== null && `, ${customer.email}`}</dd></div>
      {drivers.map(({ role, name, surname, birthDate, email, phone, given }) => (
        <div key={role}>
          <dt>{role === 'main' ? 'Driver' : 'Additional driver'}</dt>
          <dd>{[`${name} ${surname}`, birthDate === null ? '' : `born ${birthDate}`, email ?? '', phone ?? '', given.length === 0 ? 'no document given' : `given: ${given.map((part) => givenNames[part]).join(', ')}`].filter((text) => text !== '').join(', ')}</dd>
        </div>
      ))}
    </dl>
    <h3>Who looked at it before</h3>
    <ul className="rows">{readings.map(({ reader, item, kind, readAt }, at) => <li key={`${readAt} ${at}`}><p><Moment at={readAt} /> {reader}: {item ?? kind}</p></li>)}</ul>
  </div>
)
