import type { RolloutEvent } from '@checkin/registry'

/** Addresses that links of a mail lead to. */
export interface MailPlaces {
  /** Origin of the console, such as `https://ops.example.com`. */
  readonly console: string
}

const eventNames: Readonly<Record<RolloutEvent['type'], string>> = {
  'canary.stopped': 'A canary was stopped and taken back', 'canary.suspended': 'A canary was suspended', 'canary.resumed': 'A suspended canary goes on', 'version.killed': 'A version was withdrawn', 'tenant.rolled-back': 'A tenant went back',
  'tenant.changed': 'A tenant gets other versions', 'version.published': 'A version was published',
}
/** What a subject names first: what somebody may have to act on. */
const urgency = Object.keys(eventNames)

const isOfTenant = (type: RolloutEvent['type']): boolean => type.startsWith('tenant.') || type.startsWith('canary.')

const linkOf = ({ type, subject }: RolloutEvent, { console }: MailPlaces): string => (isOfTenant(type) ? `${console}/releases/${encodeURIComponent(subject)}` : `${console}/versions`)

/** Free text in one line, so that it can not look like another event. */
const line = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The address of the page that ends a subscription, and of the one press that does (RFC 8058). */
export const leaveAddress = (code: string, { console }: MailPlaces): string => `${console}/unsubscribe/${code}`

/** Subject and text of the mail that asks whether an address wants to be told. */
export const confirmMail = (code: string, by: string, places: MailPlaces) => ({
  subject: 'Confirm mails on rollout events',
  text: [
    `${line(by)} asked that this address be told what happens to releases at ${new URL(places.console).host}.`, '',
    `To confirm, open this page within a day and sign in, or give the code to ${line(by)}:`, `${places.console}/rollouts?confirm=${code}`, '', `Code: ${code}`, '',
    'If nobody here asked for it, do nothing: no further mail comes.', '',
  ].join('\n'),
})

/** Subject and text of a mail on events, oldest first; at least one. */
export function eventsMail(events: readonly RolloutEvent[], leaveCode: string, places: MailPlaces) {
  const [first, ...others] = events.toSorted((one, other) => urgency.indexOf(one.type) - urgency.indexOf(other.type))
  return {
    subject: first ? `${eventNames[first.type]}: ${line(first.subject)}${others.length > 0 ? ` and ${others.length} more` : ''}` : '',
    text: [
      ...events.flatMap((event) => [
        `${event.at.slice(0, 16).replace('T', ' ')} UTC  ${eventNames[event.type]}: ${line(event.subject)}${event.emergency === true ? ' (emergency)' : ''}`,
        `  by ${line(event.actor)}${event.reason === '' ? '' : `: ${line(event.reason)}`}`, `  ${linkOf(event, places)}`, '',
      ]),
      '-- ', `This address is told what happens to releases at ${new URL(places.console).host}. To end that: ${leaveAddress(leaveCode, places)}`, '',
    ].join('\n'),
  }
}

/** Whether an event is about a tenant; the others are about a version of all. */
export const isTenantEvent = ({ type }: RolloutEvent): boolean => isOfTenant(type)
