import { ReplacedKeys } from '../access/replaced-keys.tsx'
import type { Attention } from '@checkin/internal'
import { useAttention } from '../api/queries.ts'
import { QueryResult } from '../frame/query-result.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { Moment } from '../frame/format.tsx'

/** The work list: what no machine will mend by itself. */
export function AttentionPage() {
  const attention = useAttention()
  return (
    <>
      <PageHead title="Needs a person" lead="What no machine will mend by itself, oldest first" />
      <ReplacedKeys />
      <section className="panel"><QueryResult query={attention}>{(rows) => <AttentionList rows={rows} />}</QueryResult></section>
    </>
  )
}

/** What happened, and what the person should do about it. */
const messages: Readonly<Record<string, readonly [string, string]>> = {
  'payment-late-money': ['Payment taken, not linked.', 'Money moved although the payment had ended here: link it to the reservation or refund it at the provider.'],
  'payment-unknown-transaction': ['A provider lists a payment that is not ours.', 'Find the renter at the provider by this number, then link or refund it.'],
  'payment-wrong-amount': ['A provider reports another amount than was asked for.', 'Compare the provider\'s record with the reservation\'s ledger.'],
  'payment-not-at-provider': ['A payment here is unknown to the provider.', 'Ask the provider before the car is handed over.'],
  'payment-unclear': ['Payment without an answer.', 'The provider has not answered how it ended. It is asked again by itself; look at the provider\'s own list meanwhile.'],
  'signature-unconfirmed': ['Signature not confirmed.', 'Ask the renter to sign at the counter.'],
  'hold-expiring': ['A deposit\'s hold ends soon.', 'Capture, renew or release it.'],
  'hold-not-renewed': ['A deposit could not be held anew.', 'The former hold stands until its end: capture or release it in time, or ask the renter for another card.'],
  'hold-not-released': ['A provider refuses to release a deposit.', 'It is asked again every hour. Ask the provider why: until then, or until the hold ends, the sum stays blocked on the renter\'s card.'],
  'money-waiting': ['An order about a renter\'s money waits.', 'A second person approves or rejects it under Money.'],
  'agreement-failed': ['Deposit held, no agreement.', 'Make the agreement at the counter; the hold is released by itself after 24 hours.'],
  'settings-unreadable': ['Settings of a company cannot be read.', 'Its mails, payments and pages stand still or go on with older settings: put its settings right (operations, "A tenant whose settings cannot be read").'],
  'mail-no-account': ['A mail waits: the company has no mail server.', 'Set its mail account; until then call the renter.'],
  'events-undelivered': ['A company\'s own system takes no events.', 'Tell the company; everything is kept and sent in order once it answers. Its events account names the address.'],
  'fleet-token-ends': ['The last token of a company\'s own system ends soon, or has ended.', 'Make another under Access, or tell the company to: its system is refused from then on.'],
  'agreement-stale': ['An agreement was signed over figures that have changed since.', 'Compare the signed copy with the reservation and sign again at the counter; once the company sends the reservation with hasRentalAgreement it is off this list.'],
  'mail-undelivered': ['A mail could not be delivered.', 'Call the renter: the code or confirmation did not arrive.'],
}

/** What the reference of an entry names, where it is no reservation. */
const subjects: Readonly<Record<string, string>> = { 'settings-unreadable': 'Company', 'events-undelivered': 'From event', 'fleet-token-ends': 'Token' }

/** The list itself, also shown beside the releases. */
export function AttentionList({ rows }: { readonly rows: readonly Attention[] }) {
  if (rows.length === 0) return <p>Nothing waits for a person.</p>
  const oldestFirst = [...rows].sort((one, other) => one.since.localeCompare(other.since))
  return (
    <ul className="attention">
      {oldestFirst.map(({ host, kind, reference, since }) => {
        const [what, todo] = messages[kind] ?? [kind, '']
        return <li key={`${host} ${kind} ${reference} ${since}`}><b>{what}</b> {subjects[kind] ?? 'Reservation'} {reference}, {host}, since <Moment at={since} />. {todo}</li>
      })}
    </ul>
  )
}
