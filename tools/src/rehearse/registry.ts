import type { TenantRelease, PossibleSet } from './sets.ts'

/** How one journey with a set went, as the registry keeps it. */
export interface Rehearsal {
  readonly journey: 'check-in' | 'pre-checkout'
  readonly passed: boolean
  readonly module: string
  /** Name of the screen at which it failed. */
  readonly step: string | null
  readonly host: string
  readonly builder: string
}

export interface RehearsalRegistry {
  readonly tenants: () => Promise<readonly TenantRelease[]>
  /** Makes the set, checked and signed. Throws the registry's words when it can't be one. */
  readonly makeSet: (set: Pick<PossibleSet, 'modules' | 'settings'>) => Promise<number>
  /** Path of a signed link to exactly this set, good for an hour. */
  readonly preview: (host: string, set: number) => Promise<string>
  readonly keep: (set: number, rehearsal: Rehearsal) => Promise<void>
}

/** The registry's calls that a rehearsal needs, as an operator. */
export function rehearsalRegistry(port: number, token: string): RehearsalRegistry {
  const ask = async <Answer>(path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`http://127.0.0.1:${port}/registry/v1${path}`, {
      method: body ? 'POST' : 'GET', headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }, ...(body && { body: JSON.stringify(body) }),
    })
    const said = await answer.json() as Answer & { readonly title?: string; readonly code?: string }
    if (!answer.ok) throw new Error(`${said.title ?? answer.statusText} (${said.code ?? answer.status})`)
    return said
  }
  return {
    tenants: async () => (await ask<{ tenants: TenantRelease[] }>('/tenants')).tenants,
    makeSet: async ({ modules, settings }) => (await ask<{ id: number }>('/sets', { modules, settings })).id,
    preview: async (host, set) => (await ask<{ path: string }>(`/tenants/${host}/sets/${set}/preview`, { hours: 1, reason: 'rehearsal' })).path,
    keep: async (set, rehearsal) => { await ask(`/sets/${set}/rehearsals`, rehearsal) },
  }
}
