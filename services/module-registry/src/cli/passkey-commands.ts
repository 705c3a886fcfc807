import { listPasskeys, resetPasskeys, revokePasskey } from '@checkin/registry'
import { pendingText } from './change-commands.ts'
import { command, reasonOption } from './declare.ts'
import { minute, table } from './output.ts'

export const passkeyListCommand = command({
  name: 'passkey list', says: 'Lists passkeys, which confirm sign-ins at the console: everybody\'s for operators and approvers, else one\'s own', examples: ['passkey list'], json: [listPasskeys],
  run: async ({ client }) => {
    const data = await client('operator').call(listPasskeys)
    const text = table(['passkey', 'of', 'name', 'since', 'used', 'revoked'], data.passkeys.map((each) => [
      each.id, each.person, each.name, minute(each.addedAt), each.lastUsedAt === null ? '-' : minute(each.lastUsedAt), each.revokedAt === null ? '-' : `${minute(each.revokedAt)} by ${each.revokedBy ?? ''}`,
    ]))
    return { data, text }
  },
})

export const passkeyRevokeCommand = command({
  name: 'passkey revoke', says: 'Ends a passkey at once, with the sessions that it confirmed', args: { passkey: { takes: 'one', says: 'Its id, as rollout passkey list shows it' } }, options: { reason: reasonOption },
  examples: ['passkey revoke mJ3kQ9xTz1aB --reason "a lost laptop"'], json: [revokePasskey],
  run: async ({ client }, { args: { passkey: id }, options: { reason } }) => {
    const data = await client('operator').call(revokePasskey, { params: { id }, query: { reason } })
    return { data, text: `${data.name} of ${data.person} confirms nobody from now on` }
  },
})

export const passkeyResetCommand = command({
  name: 'passkey reset', says: 'Proposes that somebody who lost every passkey makes one anew; a second person approves it', args: { person: { takes: 'one', says: 'Who lost them' } }, options: { reason: reasonOption },
  examples: ['passkey reset olga@example.com --reason "left in a taxi; she called me"'], json: [resetPasskeys],
  run: async ({ client }, { args: { person }, options: { reason } }) => {
    const data = await client('operator').call(resetPasskeys, { body: { person, reason } })
    return { data, text: pendingText(data.change) }
  },
})
