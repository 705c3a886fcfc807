import { listSignedLinks, revokeSignedLink } from '@checkin/registry'
import { tenantHost } from './arguments.ts'
import { command, reasonOption, tenantArgument } from './declare.ts'
import { minute, table } from './output.ts'

export const linkListCommand = command({
  name: 'link list', says: 'Lists previews and staff links whose hour has not come; never the links themselves', examples: ['link list'], json: [listSignedLinks],
  run: async ({ client }) => {
    const data = await client('viewer').call(listSignedLinks)
    const text = table(['link', 'kind', 'tenant', 'shows', 'by', 'made', 'ends', 'revoked'], data.passes.map((each) => [
      each.id, each.kind, each.host, each.shows.join(' ') || '-', each.issuer, minute(each.madeAt), minute(each.expiresAt), each.revokedAt ? `${minute(each.revokedAt)} by ${each.revokedBy ?? '-'}` : '-',
    ]))
    return { data, text }
  },
})

export const linkRevokeCommand = command({
  name: 'link revoke', says: 'Ends a preview or a staff link at every site', args: { tenant: tenantArgument, link: { takes: 'one', says: 'Its id, as rollout link list shows it' } }, options: { reason: reasonOption },
  examples: ['link revoke costaverde mJ3kQ9xTz1aB --reason "sent to the wrong person"'], json: [revokeSignedLink],
  run: async ({ client }, { args: { tenant, link: id }, options: { reason } }) => {
    const data = await client('operator').call(revokeSignedLink, { params: { host: tenantHost(tenant), id }, query: { reason } })
    return { data, text: `The ${data.kind} link ${data.id} of ${data.host} opens nothing any more` }
  },
})
