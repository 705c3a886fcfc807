import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { addressOf, asSent } from './address.ts'
import { bodyFormOf, everyForm } from './body-form.ts'
import { createClient } from './client.ts'
import type { Endpoint } from './endpoint.ts'
import { contract } from './example.fixture.ts'
import { openApiDocument } from './openapi.ts'
import { serveContract } from './serve.ts'

const { findOwner, findCar } = contract
const input = { params: { licence: 'AB-1 2' }, query: { birthDate: '1990-01-02', cars: undefined } }

/** A service that answers `findOwner`, and what its hooks and its handler were given. */
function owners() {
  const app = Fastify()
  const seen: unknown[] = []
  app.setErrorHandler((error: Error & { status?: number }, _request, reply) => reply.code(error.status ?? 500).send({ code: error.message }))
  const refused = (status: number, message: string) => Object.assign(new Error(message), { status })
  serveContract(app, { findOwner }, { findOwner: ({ params, query }) => { seen.push({ params, query }); return { cars: 2 } } }, {
    authorise: ({ name, access, method, path, inBody }) => { seen.push({ name, access, method, path, inBody }); return {} },
    refuse: (status, code) => refused(status, code), invalid: (part) => refused(400, part),
  })
  const post = (payload: object) => app.inject({ method: 'POST', url: '/owners/find', payload })
  return { app, seen, post }
}

describe('a call with a body form (ASVS 14.2.1)', () => {
  it('is answered in both by one handler, and hooks are told which came', async () => {
    const { app, seen, post } = owners()
    expect((await app.inject('/owners/AB-1%202?birthDate=1990-01-02')).json()).toEqual({ cars: 2 })
    expect((await post({ licence: 'AB-1 2', birthDate: '1990-01-02' })).json()).toEqual({ cars: 2 })
    const parts = { params: { licence: 'AB-1 2' }, query: { birthDate: '1990-01-02' } }
    const asked = { name: 'findOwner', access: 'token' }
    expect(seen).toEqual([
      { ...asked, method: 'GET', path: '/owners/:licence', inBody: '/owners/find' }, parts,
      { ...asked, method: 'POST', path: '/owners/find', inBody: undefined }, parts,
    ])
  })

  it.each([
    ['a field that it has not', { licence: 'AB-1', birthDate: '1990-01-02', admin: true }], ['a field too few', { licence: 'AB-1' }], ['a value that does not fit', { licence: 'A', birthDate: '1990-01-02' }],
  ])('takes no body with %s', async (_what, payload) => {
    const answer = await owners().post(payload)
    expect([answer.statusCode, answer.json()]).toEqual([400, { code: 'body' }])
  })

  it('leaves a client in its body form, and nothing of it in the address', async () => {
    const sent: unknown[] = []
    const client = createClient({ baseUrl: 'https://fleet.example', fetch: async (address, { method, body }) => { sent.push(method, address, body); return Response.json({ cars: 1 }) } })
    await client.call(findOwner, input)
    expect(sent).toEqual(['POST', 'https://fleet.example/owners/find', '{"licence":"AB-1 2","birthDate":"1990-01-02"}'])
  })

  it('stays the read or write that it was; any other call stays as it is', () => {
    expect(asSent(findOwner, input).endpoint).toMatchObject({ method: 'POST', kind: 'read' })
    const other = { params: { plate: 'x' } }
    expect([asSent(findCar, other).endpoint, asSent(findCar, other).parts, bodyFormOf(findCar)]).toEqual([findCar, other, null])
    expect(addressOf(findOwner, input)).toContain('AB-1')
  })

  it('is one more operation of the document, with a body instead of parameters', () => {
    const { paths, components } = openApiDocument(everyDeclared, { title: '', version: '', description: '', errorBody: z.object({}), errorsOf: ({ errors }) => errors, accessOf: () => ({ description: '' }), securitySchemes: {} })
    expect(paths['/owners/{licence}']?.['get']).toMatchObject({ operationId: 'findOwner', parameters: [{ in: 'path' }, { in: 'query' }, { in: 'query' }] })
    expect(paths['/owners/find']?.['post']).toMatchObject({
      operationId: 'findOwnerInBody', summary: 'One owner; parameters in the body', parameters: [],
      requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/FindOwnerInBody' } } } },
    })
    expect(components['schemas']?.['FindOwnerInBody']).toMatchObject({ additionalProperties: false, required: ['licence', 'birthDate'], properties: { licence: { description: 'Number of the licence.' } } })
  })

  it('cannot be made of a part that is checked as a whole: the check would be lost', () => {
    const checked: Endpoint = { ...findOwner, query: z.object({ birthDate: z.string() }).check(z.refine(() => false)) }
    expect(() => bodyFormOf(checked)).toThrow('Only plain fields')
  })

  it('is listed with its form', () => {
    expect(everyForm([findCar, findOwner]).map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /cars/:plate', 'GET /owners/:licence', 'POST /owners/find'])
  })
})

const everyDeclared = [findCar, findOwner]
