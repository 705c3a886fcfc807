import { createClient, HttpError, type Client } from '@checkin/http/client'
import type { Role } from '@checkin/registry'
import { serviceFetch } from '@checkin/server/internal-fetch'
import * as z from 'zod'
import { CommandError } from './output.ts'
import type { CliSettings } from './settings.ts'

/** What of a request cannot be used: its place, its name, empty for the whole, and why. */
const Problems = z.object({ problems: z.array(z.object({ where: z.string(), field: z.string(), message: z.string() })).min(1) })

/** One line for each thing to mend; none where the refusal says all. */
function problemLines(data: unknown): string {
  const { success, data: read } = Problems.safeParse(data)
  return success ? read.problems.map(({ where, field, message }) => `\n  ${field === '' ? where : field}: ${message}`).join('') : ''
}

/** The registry refused the call; `code` names the reason. */
export class RefusedError extends CommandError {
  override readonly name = 'RefusedError'
  readonly code: string
  /** The refusal as the contract has it. */
  readonly body: object

  constructor({ data, status, title, code, requestId }: HttpError) {
    super(`${title} (${code})${problemLines(data)}`)
    this.code = code
    this.body = { data, status, title, code, requestId }
  }
}

/** Calls of the registry, in the demo with the token of a role; `nobody` needs none. Rejects with CommandError. */
export type RegistryClient = (as: Role | `publisher-${string}` | 'nobody') => Pick<Client, 'call'>

/** The client of the registry that the settings name. */
export function registryClient({ registry, token, demo }: CliSettings): RegistryClient {
  const errorOf = (error: unknown): unknown => {
    if (error instanceof HttpError) return error.code === 'InvalidAnswer' ? error : error.code === '' ? new CommandError(`The registry answered ${error.status}`) : new RefusedError(error)
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return new CommandError(`The registry at ${registry} does not answer: ${cause instanceof Error ? cause.message : String(cause)}. Is the product running (npm start)?`)
  }
  return (as) => {
    const sent = as === 'nobody' ? undefined : token ?? (demo ? `demo-${as}` : undefined)
    if (sent === undefined && as !== 'nobody') throw new CommandError('Set CHECKIN_REGISTRY_TOKEN to a token that may do this')
    const client = createClient({ baseUrl: registry, ...(sent !== undefined && { token: sent }), timeoutMs: 60_000, fetch: serviceFetch })
    return { call: async (endpoint, ...args) => client.call(endpoint, ...args).catch((error: unknown) => { throw errorOf(error) }) }
  }
}
