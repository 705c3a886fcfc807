import { describe, expect, it } from 'vitest'
import { endpoints } from './endpoints.ts'
import * as contract from './index.ts'

const cases = endpoints.map((endpoint) => [endpoint.name, endpoint] as const)

it('has one name and one address for each call', () => {
  expect(new Set(endpoints.map(({ name }) => name)).size).toBe(endpoints.length)
  expect(new Set(endpoints.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)).size).toBe(endpoints.length)
})

it('exports every call under its own name', () => {
  const exported = Object.entries(contract).filter(([, value]) => (endpoints as readonly unknown[]).includes(value)).map(([name]) => name)
  expect(exported.sort()).toEqual(endpoints.map(({ name }) => name).sort())
})

describe.each(cases)('%s', (name, { method, path, summary, errors, params, access }) => {
  it('has an address of the registry, a summary of one line and distinct errors', () => {
    expect(path).toMatch(/^\/registry\/v1\//)
    expect(summary).toMatch(/^[A-Z][^\n]{10,}[^.]$/)
    expect(new Set(errors.map(({ status, code }) => `${status} ${code}`)).size).toBe(errors.length)
  })

  it('names each parameter of its path', () => {
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter)
    const declared = params && '_zod' in params ? Object.keys((params._zod.def as { readonly shape?: object }).shape ?? {}) : []
    expect(declared.sort()).toEqual(inPath.sort())
  })

  it('changes something only with a token, and says whose', () => {
    // Whoever leaves mails on events proves it by the code that only the address was mailed.
    if (method === 'GET' || ['addReports', 'unsubscribeMail'].includes(name)) return
    expect(access.roles).not.toBe('anyone')
    expect(name === 'dryRun' || access.reach === 'own' || access.reach === 'host' || access.reach === 'all').toBe(true)
  })
})
