import { internalFetch } from '@checkin/server'
import * as z from 'zod'
import type { Role } from '../access/actor.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { CommandError } from './command-error.ts'
import type { CliSettings } from './settings.ts'

const Refusal = z.object({ title: z.string(), code: z.string() })

/** The registry said no; `code` tells why. */
export class RefusedError extends CommandError {
  override readonly name = 'RefusedError'
  readonly code: string

  constructor(code: string, title: string) {
    super(`${title} (${code})`)
    this.code = code
  }
}

export interface CallInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly ifMatch?: number
  /** As whom to call where the demo's tokens are used. */
  readonly as: Role | `publisher-${string}`
}

export interface RegistryClient {
  readonly call: <Answer extends z.ZodType>(endpoint: Pick<Endpoint, 'method' | 'path'> & { readonly answer: Answer }, input: CallInput) => Promise<z.infer<Answer>>
}

/** Calls the registry with the endpoints' own schemas. Throws CommandError with words for the operator. */
export function registryClient(settings: CliSettings): RegistryClient {
  return {
    call: async (endpoint, { params = {}, query, body, ifMatch, as }) => {
      const token = settings.token ?? (settings.demo ? `demo-${as}` : undefined)
      if (token === undefined) throw new CommandError('Set CHECKIN_REGISTRY_TOKEN to a token that may do this')
      const path = endpoint.path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''))
      const search = query ? `?${new URLSearchParams(query).toString()}` : ''
      const answer = await internalFetch(`${settings.registry}${path}${search}`, {
        method: endpoint.method,
        headers: { authorization: `Bearer ${token}`, ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }) },
        ...(body && { body }),
        timeoutMs: 60_000,
      }).catch((error: unknown) => {
        throw new CommandError(`The registry at ${settings.registry} does not answer: ${error instanceof Error ? error.message : String(error)}. Is the product running (npm start)?`)
      })
      if (answer.status >= 400) {
        const refusal = Refusal.safeParse(jsonOf(answer.text()))
        if (refusal.success) throw new RefusedError(refusal.data.code, refusal.data.title)
        throw new CommandError(`The registry answered ${answer.status}`)
      }
      return endpoint.answer.parse(answer.json())
    },
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
