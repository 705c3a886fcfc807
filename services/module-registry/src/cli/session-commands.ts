import { endConsoleSession, listConsoleSessions } from '@checkin/registry'
import { command, reasonOption } from './declare.ts'
import { minute, table } from './output.ts'

export const sessionListCommand = command({
  name: 'session list', says: 'Lists open sessions at the console: everybody\'s for operators and approvers, else one\'s own', examples: ['session list'], json: [listConsoleSessions],
  run: async ({ client }) => {
    const data = await client('operator').call(listConsoleSessions)
    const text = table(['session', 'of', 'role', 'reaches', 'by', 'browser', 'since', 'seen', 'ends'], data.sessions.map((each) => [
      each.id, each.label, each.role, each.hosts?.join(' ') ?? 'everything', each.issuer ?? 'token', each.agent, minute(each.createdAt), minute(each.lastSeenAt), minute(each.endsAt),
    ]))
    return { data, text }
  },
})

export const sessionEndCommand = command({
  name: 'session end', says: 'Ends somebody\'s session at the console at once', args: { session: { takes: 'one', says: 'Its id, as rollout session list shows it' } }, options: { reason: reasonOption },
  examples: ['session end mJ3kQ9xTz1aB --reason "a lost laptop"'], json: [endConsoleSession],
  run: async ({ client }, { args: { session: id }, options: { reason } }) => {
    await client('operator').call(endConsoleSession, { params: { id }, query: { reason } })
    return { data: null, text: `The session ${id} has ended` }
  },
})
