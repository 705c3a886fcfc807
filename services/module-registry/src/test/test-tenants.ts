import type { Input } from '@checkin/http'
import { type ChangeView, getChange, getTenant, listTenants, PendingChange, resolveSession, type Role } from '@checkin/registry'
import { ReleaseSet } from '@checkin/releases'
import { siteKey, type SiteProof } from '@checkin/server'
import { expect } from 'vitest'
import { hashOf, newToken } from '../access/token-secret.ts'
import { aModule, siteSecret, testRegistry, type TestRegistry } from './test-registry.ts'

export const first = { shell: '1.0.0', 'mfe-driver': '1.0.0', 'mfe-payment': '1.0.0' }

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown> & { readonly code: string; readonly title: string }
}

/**
 * A registry with all modules and a tenant that no test changes, two hours later: then a change of one tenant is none of all tenants within the hour, which would
 * wait for a second person.
 */
export async function busyRegistry(clock: { now: Date }, options: Parameters<typeof testRegistry>[0] = {}): Promise<{ readonly registry: TestRegistry; readonly op: ReturnType<typeof operator> }> {
  const registry = await testRegistry({ clock: () => clock.now, wideTenants: 100, ...options })
  const op = operator(registry)
  await op.publishAll()
  await op.tenantWith('never.example')
  clock.now = new Date(clock.now.getTime() + 2 * 3_600_000)
  return { registry, op }
}

/** What an operator does with a test registry. */
export function operator(registry: TestRegistry) {
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, options: { token?: string; ifMatch?: number; body?: object } = {}): Promise<Answer> => {
    const { status, body } = await registry.call(method, path, options)
    return { status, body }
  }
  const client = registry.client()
  const tenant = (host: string) => client.call(getTenant, { params: { host } })
  const revisionOf = async (host: string): Promise<number> => (await client.call(listTenants)).tenants.find((each) => each.host === host)?.revision ?? 0
  const post = (path: string, body: object = {}, token = 'demo-operator') => call('POST', path, { body, token })
  return {
    call, post, tenant,
    change: (id: number) => client.call(getChange, { params: { id } }),
    /** Publishes the shell, and versions of the modules. */
    publishAll: async (versions: readonly string[] = ['1.0.0', '1.1.0', '1.2.0']) => {
      await registry.publish(aModule('shell'))
      for (const name of ['mfe-driver', 'mfe-payment']) for (const version of versions) await registry.publish(aModule(name, version))
    },
    /** Changes a tenant as it stands now. */
    set: async (host: string, modules: Record<string, string>, more: object = {}) =>
      call('PUT', `/tenants/${host}/pointer`, { ifMatch: await revisionOf(host), body: { modules, reason: 'a test', ...more } }),
    /** A tenant with its first release. */
    tenantWith: async (host: string, modules: Record<string, string> = first) => {
      const made = await call('PUT', `/tenants/${host}/pointer`, { ifMatch: 0, body: { modules } })
      expect(made.status).toBe(200)
    },
    back: async (host: string) => call('POST', `/tenants/${host}/pointer/back`, { ifMatch: (await tenant(host)).revision, body: { reason: 'worse' } }),
    /** The change that waits, of an answer with status 202. */
    pending: async ({ status, body }: Answer): Promise<ChangeView> => {
      expect(status).toBe(202)
      return PendingChange.parse(body).change
    },
    approve: (id: number, token = 'demo-approver') => post(`/changes/${id}/approve`, {}, token),
    /** What a site server reports; answers which versions were rolled back for it. */
    report: async (body: object, secret = siteSecret, proof: SiteProof = 'reports'): Promise<{ readonly status: number; readonly taken: unknown[] | undefined }> => {
      const { status, body: answer } = await registry.call('POST', '/reports', { headers: { 'x-checkin-key': siteKey(secret, proof) }, body: { outcomes: [], errors: [], vitals: [], live: [], ...body } })
      return { status, taken: (answer as { taken?: unknown[] }).taken }
    },
    versionOf: async (host: string, session: string, module = 'mfe-driver', traits: Omit<Input<typeof resolveSession>['query'], 'host'> = {}): Promise<string | undefined> => {
      const { set } = await client.call(resolveSession, { query: { host, session, ...traits } })
      return ReleaseSet.parse(set).modules[module]?.version
    },
  }
}

/** Session health samples of a version of the driver's module. */
export const samples = (host: string, version: string, good: number, bad: number) => ({ host, module: 'mfe-driver', version, good, bad })

/** A new token; the registry gets its hash only. */
export function madeToken(): { readonly token: string; readonly hash: string } {
  const token = newToken()
  return { token, hash: hashOf(token) }
}

/** A token that is limited to tenants, put straight into the database. */
export async function limitedToken({ database }: TestRegistry, role: Role, hosts: readonly string[]): Promise<string> {
  const { token, hash } = madeToken()
  await database.kysely.insertInto('access_token').values({ hash, label: `${role} of ${hosts.join(' ')}`, person: role, role, module: role === 'publisher' ? 'mfe-payment' : null, hosts: [...hosts], demo: false }).execute()
  return token
}
