import type { Attention, AttentionHistory, Resolution } from '@checkin/internal'

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
  'refund-refused': ['A provider refuses a refund that the renter is owed.', 'The renter took something back by the ticket. Refund the payment under Money, or at the counter.'],
  'money-waiting': ['An order about a renter\'s money waits.', 'A second person approves or rejects it under Money.'],
  'agreement-failed': ['Deposit held, no agreement.', 'Make the agreement at the counter; the hold is released by itself after 24 hours.'],
  'settings-unreadable': ['Settings of a company cannot be read.', 'Its mails, payments and pages stand still or go on with older settings: put its settings right (operations, "A tenant whose settings cannot be read").'],
  'mail-no-account': ['A mail waits: the company has no mail server.', 'Set its mail account; until then call the renter.'],
  'events-undelivered': ['A company\'s own system takes no events.', 'Tell the company; everything is kept and sent in order once it answers. Its events account names the address.'],
  'fleet-token-ends': ['The last token of a company\'s own system ends soon, or has ended.', 'Make another under Access, or tell the company to: its system is refused from then on.'],
  'agreement-stale': ['An agreement was signed over figures that have changed since.', 'Compare the signed copy with the reservation and sign again at the counter; once the company sends the reservation with hasRentalAgreement it is off this list.'],
  'mail-undelivered': ['A mail could not be delivered.', 'Call the renter: the code or confirmation did not arrive.'],
}

/** What happened and what to do, of a kind; an unknown one by its name. */
export const messageOf = (kind: string): readonly [string, string] => messages[kind] ?? [kind, '']

/** What the reference of an entry names, where it is no reservation. */
const subjects: Readonly<Record<string, string>> = { 'settings-unreadable': 'Company', 'events-undelivered': 'From event', 'fleet-token-ends': 'Token' }

/** `Reservation CV1001`. */
export const subjectOf = ({ kind, reference }: Pick<Attention, 'kind' | 'reference'>): string => `${subjects[kind] ?? 'Reservation'} ${reference}`

/** Reasons for which something is resolved, as people choose them. */
export const resolutionNames: Readonly<Record<Resolution, string>> = {
  mended: 'The cause is mended', 'done-at-counter': 'Done at the counter', 'done-at-provider': 'Done at the provider', 'renter-told': 'The renter was told', 'company-told': 'The company was told',
  'nothing-to-do': 'Nothing has to be done', duplicate: 'It is another one already',
}

/** What somebody did, `assigned it to Olga`. */
export function deedText({ action, value }: Pick<AttentionHistory['changes'][number], 'action' | 'value'>, timeOf: (at: string) => string): string {
  switch (action) {
    case 'assign': return value === null ? 'gave it back' : `assigned it to ${value}`
    case 'comment': return 'commented'
    case 'due': return `wants it done by ${timeOf(value ?? '')}`
    case 'resolve': return `resolved it: ${resolutionNames[value as Resolution]}`
    case 'reopen': return 'opened it again'
  }
}

/** Whose work is shown. */
export const owners = ['mine', 'nobody', 'overdue'] as const
export type Owner = (typeof owners)[number] | ''

/** Work that somebody looks for, that which is due first before the rest. */
export function chosenItems(rows: readonly Attention[], { search, owner, self, now }: { readonly search: string; readonly owner: Owner; readonly self: string; readonly now: number }): Attention[] {
  const isOwners = ({ assignee, dueAt }: Attention): boolean => owner === '' || (owner === 'mine' ? assignee === self : owner === 'nobody' ? assignee === null : Date.parse(dueAt) < now)
  const text = search.toLowerCase()
  return rows.filter((row) => isOwners(row) && `${row.host} ${row.reference} ${row.assignee ?? ''} ${messageOf(row.kind)[0]}`.toLowerCase().includes(text)).sort((one, other) => one.dueAt.localeCompare(other.dueAt))
}
