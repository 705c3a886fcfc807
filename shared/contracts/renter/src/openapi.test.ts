import { everyForm } from '@checkin/http/body-form'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { contract } from './contract/contract.ts'
import { everyCall } from './contract/every-call.ts'
import { errorsOf } from './contract/errors.ts'
import type { Endpoint } from './contract/endpoint.ts'
import { openApiDocument } from './openapi.ts'

const document = openApiDocument()
const endpoints: readonly Endpoint[] = everyForm(Object.values(everyCall))
const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}')
/** What stands at a place of the document. */
const at = (value: unknown, ...path: readonly string[]): unknown => path.reduce((found: unknown, key) => (found as Record<string, unknown> | undefined)?.[key], value)
const operationOf = ({ method, path }: Endpoint): object => document.paths[templateOf(path)]![method.toLowerCase()]!

function everythingIn(value: unknown, found: Record<string, unknown>[] = []): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return found
  found.push(value as Record<string, unknown>)
  for (const inner of Object.values(value)) everythingIn(inner, found)
  return found
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document) as object as Record<string, unknown>)
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
    expect(document.openapi).toBe('3.1.0')
  })

  it('leads every reference to its place', () => {
    const references = everythingIn(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []))
    expect(references.length).toBeGreaterThan(200)
    const missing = [...new Set(references)].filter((reference) => {
      const [, , kind = '', name = ''] = reference.split('/')
      return !document.components[kind]?.[name]
    })
    expect(missing).toEqual([])
  })

  it.each(endpoints.map((each) => [each.name, each] as const))('%s describes its answer, every refusal, who may call, and its parameters', (name, each) => {
    const operation = operationOf(each)
    expect(at(operation, 'operationId')).toBe(Object.values<Endpoint>(everyCall).includes(each) ? name : `${name}InBody`)
    expect(at(operation, 'summary')).toMatch(/\w/)
    expect(at(operation, 'security')).toEqual(each.access === 'open' ? [] : [{ session: [] }])
    expect(Object.keys(at(operation, 'responses') as object).map(Number)).toEqual([...new Set([200, ...errorsOf(each).map(({ status }) => status)])].sort((a, b) => a - b))
    const parameters = at(operation, 'parameters') as { name?: string; in?: string; required?: boolean; $ref?: string }[]
    expect(parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name)).toEqual([...each.path.matchAll(/:(\w+)/g)].map(([, found]) => found))
    expect(parameters.some(({ $ref }) => $ref?.endsWith('/identifier'))).toBe(true)
    expect(parameters.some(({ $ref }) => $ref?.endsWith('/idempotencyKey'))).toBe(each.method !== 'GET')
    expect('requestBody' in operation).toBe(each.body !== undefined)
  })

  it('says how long to wait with every 429', () => {
    for (const each of endpoints) expect(at(operationOf(each), 'responses', '429', 'headers', 'Retry-After') !== undefined).toBe(errorsOf(each).some(({ status }) => status === 429))
  })

  it('gives terms as PDF (API-07)', () => {
    expect(Object.keys(at(operationOf(contract.downloadTerms), 'responses', '200', 'content') as object)).toEqual(['application/pdf'])
  })

  it('describes every field and every parameter in a sentence', () => {
    const silent = Object.entries(document.components['schemas'] ?? {}).flatMap(([name, schema]) =>
      Object.entries((schema['properties'] ?? {}) as Record<string, { description?: string }>).filter(([, property]) => !property.description).map(([field]) => `${name}.${field}`))
    expect(silent).toEqual([])
    const parameters = endpoints.flatMap((each) => at(operationOf(each), 'parameters') as { name?: string; description?: string }[])
    expect(parameters.filter(({ name, description }) => name !== undefined && !description)).toEqual([])
  })

  it('closes what is sent where it concerns money or identity, and leaves answers open for later fields', () => {
    const schemas = document.components['schemas']!
    for (const closed of ['PrelookupRequest', 'LookupRequest', 'DriverSave', 'DriverPost', 'ReservationUpdate', 'ExtraChoice', 'PaymentPost', 'PrecheckoutSubmit']) expect(schemas[closed]!['additionalProperties'], closed).toBe(false)
    for (const open of ['Reservation', 'Driver', 'Config', 'Extra', 'ErrorBody']) expect(schemas[open], open).not.toHaveProperty('additionalProperties')
  })

  it('shows defaults of what is sent and types of what is answered', () => {
    const schemas = document.components['schemas']
    expect(at(schemas, 'LookupRequest', 'required')).toEqual(['reference', 'surname'])
    expect(at(schemas, 'LookupRequest', 'properties', 'checkoutdate', 'anyOf')).toHaveLength(2)
    expect(at(schemas, 'Driver', 'properties', 'birthDate', 'anyOf')).toContainEqual({ type: 'null' })
    expect(at(schemas, 'CashierBlock', 'properties', 'paidValues')).toMatchObject({ type: 'number', multipleOf: 0.0001 })
  })

  it('holds nothing of the machine that made it, and is the same every time', () => {
    expect(JSON.stringify(document)).not.toMatch(/\/work\/|\/tmp\/|localhost|file:/)
    expect(openApiDocument()).toEqual(document)
  })
})
