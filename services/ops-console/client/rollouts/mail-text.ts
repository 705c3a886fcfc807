import type { MailSubscription } from '@checkin/registry'
import { membersOf } from '../releases/roll-out-form.ts'

type Event = MailSubscription['events'][number]

/** Kinds of events as operators say them. */
export const eventNames: Readonly<Record<Event, string>> = {
  'canary.suspended': 'a canary was suspended', 'canary.resumed': 'a suspended canary goes on', 'canary.stopped': 'a canary was stopped',
  'version.killed': 'a version was withdrawn', 'tenant.rolled-back': 'a tenant went back', 'tenant.changed': 'a tenant gets other versions', 'version.published': 'a version was published',
}

/** What an operator fills in. */
export interface MailForm {
  readonly address: string
  readonly events?: readonly Event[]
  /** Hosts and groups (`group alpha`). */
  readonly members?: readonly string[]
}

/** Body of the registry's call. */
export const mailsOf = ({ address, events = [], members = [] }: MailForm) => ({ address: address.trim(), events: [...events], ...membersOf(members) })

/** What an address is told. */
export function subscriptionText({ events, groups, hosts }: Pick<MailSubscription, 'events' | 'groups' | 'hosts'>): string {
  const what = events.length === 0 ? 'everything' : events.map((event) => eventNames[event]).join(', ')
  const whose = [...groups.map((group) => `the group ${group}`), ...hosts].join(', ')
  return `${what}${whose === '' ? '' : `, of ${whose}`}`
}
