import type { FoundReservation, SupportState } from '@checkin/internal'

/** Ways by which a reservation is looked for, as people choose them. */
export const ways = [{ value: 'reference', label: 'Reference' }, { value: 'surname', label: 'Surname' }, { value: 'email', label: 'E-mail address' }] as const
export type Way = (typeof ways)[number]['value']

/** How far the renter came. */
export const stateNames: Readonly<Record<FoundReservation['state'], string>> = { untouched: 'not opened yet', begun: 'begun', completed: 'check-in complete', agreement: 'has an agreement' }

const missingNames: Readonly<Record<string, string>> = {
  TermsNotAccepted: 'The terms are not accepted', DriverDataMissing: 'Data of the driver are missing', ModuleOff: 'The company has switched a step off',
  NotEligible: 'The company does not allow pre-checkout for this reservation', AgeNotAllowed: 'The age of the driver is not allowed', Undesirable: 'The company wants to see this driver at the counter',
}

const stepNames: Readonly<Record<string, string>> = {
  adview: 'Additional driver', upview: 'Upgrade', exview: 'Extras', uploadview: 'Pictures of documents', paymentview: 'Payment', precheckoutview: 'Pre-checkout',
  'verify-driver': 'Driver', reservation: 'Reservation', overview: 'Overview', 'driver-details': 'Driver, details', 'driver-contact': 'Driver, contact', 'driver-document': 'Driver, document', 'driver-document-license': 'Driver, licence',
}

/** A step of the flow in words; an unknown one by its name. */
export const stepName = (step: string): string => stepNames[step] ?? step

/** `driver.mobileObj.phone` as `mobile phone`: the last words of a field's path. */
const fieldName = (field: string): string => field.replace(/^(add)?driver\./i, '').replace(/Obj\b/g, '').replaceAll('.', ' ').replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()

/** One thing that is missing, where it is given, and its fields. */
export const missingText = ({ code, step, fields = [] }: SupportState['missing']['complete'][number]): string =>
  `${missingNames[code] ?? code}. Screen: ${stepName(step)}.${fields.length === 0 ? '' : ` Missing: ${fields.map(fieldName).join(', ')}.`}`

/** What is missing, once each, under the acts that it keeps from; an act that nothing keeps from stands with nothing. */
export function missingOf({ complete, pay, precheckout }: SupportState['missing']): readonly { readonly acts: string; readonly texts: readonly string[] }[] {
  const acts = [{ act: 'to complete check-in', missing: complete }, { act: 'to pay', missing: pay }, { act: 'for the rental agreement', missing: precheckout }].map(({ act, missing }) => ({ act, texts: missing.map(missingText) }))
  const rows = new Map<string, string[]>()
  for (const text of new Set(acts.flatMap(({ texts }) => texts))) {
    const kept = listed(acts.filter(({ texts }) => texts.includes(text)).map(({ act }) => act))
    rows.set(kept, [...rows.get(kept) ?? [], text])
  }
  const free = acts.filter(({ texts }) => texts.length === 0).map(({ act }) => act)
  if (free.length > 0) rows.set(listed(free), [])
  return [...rows].map(([names, texts]) => ({ acts: names, texts }))
}

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })
/** `To pay and for the rental agreement`. */
const listed = (acts: readonly string[]): string => list.format(acts).replace(/^./, (first) => first.toUpperCase())

const messageNames: Readonly<Record<string, string>> = {
  code: 'Code by mail', 'code-sms': 'Code by text message', confirmation: 'Confirmation', receipt: 'Receipt', 'credit-note': 'Credit note', 'signing-link': 'Link to sign', 'agreement-changed': 'Agreement changed',
  'signed-copy': 'Signed agreement', 'later-link': 'Link to finish later', 'later-sms': 'Link by text message', invitation: 'Invitation of a driver', 'invitation-code': 'Code of an invited driver',
  'invitation-sms': 'Invitation by text message', 'invitation-code-sms': 'Code of an invited driver by text message',
}
/** What a mail or text message brought; an unknown kind by its name. */
export const messageName = (kind: string): string => messageNames[kind] ?? kind

/** How a session was opened. */
export const levelNames: Readonly<Record<string, string>> = { pending: 'waits for a code', link: 'by a link', verified: 'by a code' }

/** Moments of a place, `2031-05-02 10:30`. */
export const localText = (at: string): string => at.slice(0, 16).replace('T', ' ')
