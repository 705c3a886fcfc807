import { addMailSubscription, confirmMailSubscription, endMailSubscription, listMailSubscriptions, type MailSubscription, rolloutEventTypes } from '@checkin/registry'
import { planWave } from './arguments.ts'
import { command } from './declare.ts'
import { CommandError, minute, table } from './output.ts'

const isEvent = (text: string): text is (typeof rolloutEventTypes)[number] => rolloutEventTypes.some((each) => each === text)

const ofText = ({ groups, hosts }: Pick<MailSubscription, 'groups' | 'hosts'>): string => [...groups.map((group) => `group ${group}`), ...hosts].join(' ') || 'all tenants'

export const mailListCommand = command({
  name: 'mail list', says: 'Lists addresses that are mailed what happens to releases: your own, or all for who operates or approves everywhere', examples: ['mail list'], json: [listMailSubscriptions],
  run: async ({ client }) => {
    const data = await client('operator').call(listMailSubscriptions)
    const rows = data.subscriptions.map((each) => [String(each.id), each.address, each.state, each.events.join(' ') || 'all events', ofText(each), each.by, minute(each.madeAt), each.failingSince === null ? '' : `fails since ${minute(each.failingSince)}`])
    return { data, text: data.configured ? table(['mails', 'address', 'state', 'events', 'of', 'by', 'made', 'note'], rows) : 'This installation sends no mail on rollout events: CHECKIN_REGISTRY_MAIL_FROM is not set' }
  },
})

export const mailAddCommand = command({
  name: 'mail add', says: 'Sends a code to an address, which is told what happens to releases when the code comes back', args: { address: { takes: 'one', says: 'Who is to be told' } },
  options: {
    event: { takes: 'list', value: 'kind', says: 'A kind of event; all where none is given', offers: rolloutEventTypes },
    of: { takes: 'text', value: 'tenants', says: 'Whose: group:alpha or host:costaverde,islandcars; all where left out' },
  },
  examples: ['mail add duty@example.com', 'mail add duty@example.com --event canary.stopped --event version.killed --of group:pilot'], json: [addMailSubscription],
  run: async ({ client }, { args: { address }, options: { event, of } }) => {
    const wrong = event.find((each) => !isEvent(each))
    if (wrong !== undefined) throw new CommandError(`"${wrong}" is no kind of event: ${rolloutEventTypes.join(', ')}`)
    const data = await client('operator').call(addMailSubscription, { body: { address, events: event.filter(isEvent), ...(of !== undefined && planWave(of)) } })
    return { data, text: `A code was mailed to ${data.address}. Within a day: rollout mail confirm <code>` }
  },
})

export const mailConfirmCommand = command({
  name: 'mail confirm', says: 'Takes the code of the mail: from now on its address is told', args: { code: { takes: 'one', says: 'As the mail has it' } },
  examples: ['mail confirm mJ3kQ9xTz1aBmJ3kQ9xTz1aB'], json: [confirmMailSubscription],
  run: async ({ client }, { args: { code } }) => {
    const data = await client('operator').call(confirmMailSubscription, { body: { code } })
    return { data, text: `${data.address} is told from now on: ${data.events.join(', ') || 'all events'}, ${ofText(data)}` }
  },
})

export const mailEndCommand = command({
  name: 'mail end', says: 'Ends mails to an address and forgets it', args: { mails: { takes: 'one', says: 'Their number, as rollout mail list shows it' } }, examples: ['mail end 3'], json: [endMailSubscription],
  run: async ({ client }, { args: { mails: id } }) => ({ data: await client('operator').call(endMailSubscription, { params: { id } }), text: `Mails ${id} have ended` }),
})
