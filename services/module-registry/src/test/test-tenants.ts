import { expect } from 'vitest'
import { aModule, type TrialRegistry } from './trial-registry.ts'

/** What an operator sees of a tenant. */
export interface TenantView {
  readonly revision: number
  readonly setId: number
  readonly modules: Record<string, string>
  readonly wishes: Record<string, string>
  readonly rollouts: readonly { id: string; modules: Record<string, string>; percent: number }[]
  readonly lastGood: Record<string, string>
  readonly frozen: string | null
  readonly history: readonly { revision: number; action: string; actor: string; reason: string }[]
}

export interface ChangeAnswer {
  readonly id: number
  readonly state: string
  readonly needs: string[]
  readonly hosts: readonly { host: string; state: string; code: string | null; dueAt: string | null }[]
}

export const first = { shell: '1.0.0', 'mfe-driver': '1.0.0', 'mfe-payment': '1.0.0' }

/** An operator's hands on a trial registry. */
export function operator(registry: TrialRegistry) {
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, options: { token?: string; ifMatch?: number; body?: object } = {}) => {
    const { status, body } = await registry.call(method, path, options)
    return { status, body: body as unknown as Record<string, unknown> & { code: string; title: string } }
  }
  const revisionOf = async (host: string): Promise<number> => {
    const { status, body } = await call('GET', `/tenants/${host}`)
    return status === 404 ? 0 : Number(body['revision'])
  }
  const tenant = async (host: string): Promise<TenantView> => (await call('GET', `/tenants/${host}`)).body as unknown as TenantView
  const change = async (id: number): Promise<ChangeAnswer> => (await call('GET', `/changes/${id}`)).body as unknown as ChangeAnswer
  const post = (path: string, body: object = {}, token = 'demo-operator') => call('POST', path, { body, token })
  return {
    call, post, tenant, change,
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
    kept: async (answer: { status: number; body: Record<string, unknown> }): Promise<ChangeAnswer> => {
      expect(answer.status).toBe(202)
      return answer.body['change'] as ChangeAnswer
    },
    approve: (id: number, token = 'demo-approver') => post(`/changes/${id}/approve`, {}, token),
    versionOf: async (host: string, session: string, module = 'mfe-driver'): Promise<string | undefined> => {
      const { body } = await call('GET', `/resolve?host=${host}&session=${session}`)
      return (body['set'] as { modules: Record<string, { version: string }> }).modules[module]?.version
    },
  }
}
