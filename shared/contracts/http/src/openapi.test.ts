import { Validator } from '@seriousme/openapi-schema-validator'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { endpointFor, type Endpoint } from './endpoint.ts'
import { contract } from './example.fixture.ts'
import { openApiDocument, serveOpenApi, type ApiDescription } from './openapi.ts'

const api: ApiDescription<'anybody' | 'token'> = {
  title: 'Cars <b>', version: '1.0.0', description: 'Cars & more', base: '/api',
  errorBody: z.object({ code: z.string() }).meta({ id: 'ErrorBody' }),
  errorsOf: ({ errors }) => [{ status: 400, code: 'InvalidRequest' }, { status: 400, code: 'MalformedJson' }, ...errors, { status: 503, code: 'Unavailable' }],
  accessOf: (access) => (access === 'token' ? { description: 'Needs a token.', scheme: 'token' } : { description: 'Open.' }),
  securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
  headers: { language: { name: 'Accept-Language', in: 'header', required: false, schema: { type: 'string' } } },
  headersOf: ({ method }) => (method === 'GET' ? ['language'] : []),
}
const endpoints: readonly Endpoint<'anybody' | 'token'>[] = Object.values(contract)
const document = openApiDocument(endpoints, api)

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone<object>(document) as Record<string, unknown>)
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
  })

  it('is refused when it is broken, so that the check above can fail', async () => {
    const broken = { ...document, paths: { '/config': { get: { operationId: 'x', parameters: [{ name: 'x', in: 'nowhere' }] } } } }
    expect((await new Validator().validate(broken)).valid).toBe(false)
  })

  it('describes a call of either kind of schema', () => {
    expect(document.paths['/cars/{plate}']?.['get']).toMatchObject({
      operationId: 'findCar', summary: 'One car', description: 'Open.', security: [], tags: ['cars'],
      parameters: [
        { name: 'plate', in: 'path', required: true, description: 'Number plate.', schema: { type: 'string' } },
        { name: 'year', in: 'query', required: false, description: 'Year of registration.' },
        { $ref: '#/components/parameters/language' },
      ],
      responses: {
        200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Car' } } } },
        400: { description: 'The request cannot be used: InvalidRequest, MalformedJson' }, 404: {}, 503: { headers: { 'Retry-After': {} } },
      },
    })
    expect(document.paths['/cars/{plate}']?.['put']).toMatchObject({
      security: [{ token: [] }], parameters: [{ in: 'path' }, { name: 'If-Match', required: true }],
      requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/CarInput' } } } }, responses: { 200: {}, 201: {} },
    })
  })

  it('describes sent schemas before and answered ones after defaults; answers stay open, sent ones are closed where they say so', () => {
    const { Car, CarInput } = document.components['schemas'] ?? {}
    expect(Car).toMatchObject({ description: 'A car of the fleet.', required: ['plate', 'seats', 'boughtAt'], properties: { seats: { description: 'Seats, driver included.' } } })
    expect(Car).not.toHaveProperty('additionalProperties')
    expect(CarInput).toMatchObject({ required: ['plate'], additionalProperties: false, properties: { plate: { description: 'Number plate.' } } })
  })

  it('describes documents, text and nothing', () => {
    expect(document.paths['/cars/{plate}/papers']?.['get']).toMatchObject({ responses: { 200: { content: { 'application/pdf': {} } } } })
    expect(document.paths['/reports']?.['post']).toMatchObject({ requestBody: { content: { '*/*': {} } }, responses: { 200: { content: { 'text/plain': {} } } } })
    expect(Object.keys(document.paths['/cars/{plate}']?.['delete']?.['responses'] as object)).toEqual(['204', '400', '503'])
  })

  it('cannot be made of a call without a summary, nor of two schemas with one name', () => {
    const endpoint = endpointFor<'anybody'>()
    const silent = endpoint({ name: 'silent', method: 'GET', path: '/silent', access: 'anybody', answer: 'none', errors: [] })
    expect(() => openApiDocument([silent], api)).toThrow(/silent has no summary/)
    const Shared = z.object({ a: z.string().default('') }).meta({ id: 'Shared' })
    const both = endpoint({ name: 'both', method: 'POST', path: '/both', summary: 'Both', access: 'anybody', body: Shared, answer: Shared, errors: [] })
    expect(() => openApiDocument([both], api)).toThrow(/Shared/)
  })
})

describe('the reference page', () => {
  const app = Fastify()
  serveOpenApi(app, '/api', () => document, { reference: true })

  it('stands beside the document, in English, without script and with what it needs in its policy', async () => {
    expect((await app.inject('/api/openapi.json')).json()).toEqual(JSON.parse(JSON.stringify(document)))
    const { body, headers } = await app.inject('/api/reference')
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-/) as string })
    expect(body).toContain('<html lang="en">')
    expect(body).not.toMatch(/<script|<b>|https?:/)
    for (const { name } of endpoints) expect(body).toContain(`<section id="${name}">`)
  })

  it('links every named schema to its place', async () => {
    const { body } = await app.inject('/api/reference')
    const links = [...body.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id)
    expect(links.length).toBeGreaterThan(3)
    for (const id of links) expect(body).toContain(`id="${id}"`)
  })

  it('is not there in production', async () => {
    const bare = Fastify()
    serveOpenApi(bare, '/api', () => document, { reference: false })
    expect((await bare.inject('/api/reference')).statusCode).toBe(404)
  })
})
