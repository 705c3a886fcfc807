import { previewOfSet } from '../features/passes/passes.contract.ts'
import { getTrace } from '../features/traces/traces.contract.ts'
import { minute, versionsText } from './cli-text.ts'
import { previewText } from './preview-text.ts'
import type { RegistryClient } from './registry-client.ts'
import type { CliSettings } from './settings.ts'

export interface TraceWish {
  /** Also make a link that shows the set which the renter had. */
  readonly preview: boolean
  readonly hours: number | undefined
  readonly reason: string
}

/** `rollout trace K7QF-2M9X`: what happened to the renter who was shown this code. */
export async function traceCommand(client: RegistryClient, settings: CliSettings, code: string, { preview, hours, reason }: TraceWish): Promise<string> {
  const trace = await client.call(getTrace, { as: 'viewer', params: { code } })
  const { count, hosts } = trace.group
  const said = [
    `${trace.code}: ${minute(trace.at)} UTC, ${trace.host}${trace.step && `, screen ${trace.step}`}`,
    `  ${trace.module}@${trace.version} failed (${trace.phase}: ${trace.reason || 'no cause told'})`,
    `  set ${trace.setId}: ${versionsText(trace.modules)}`,
    `  ${count === 0 ? 'counted against no version' : `the same failure of this version: ${count} times, ${hosts.join(' ')}`}`,
  ]
  if (!preview) return said.join('\n')
  const body = { reason: reason || `code ${trace.code}`, ...(hours !== undefined && { hours }) }
  const made = await client.call(previewOfSet, { as: 'operator', params: { host: trace.host, id: String(trace.setId) }, body })
  return [...said, '', previewText(settings, made)].join('\n')
}
