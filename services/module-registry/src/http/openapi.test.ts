import { expect, it } from 'vitest'
import { endpoints } from '../endpoints.ts'
import { openApiDocument } from './openapi.ts'

interface Operation {
  operationId: string
  summary: string
  responses: Record<string, unknown>
  parameters: { name: string }[]
}
const document = openApiDocument(endpoints) as { openapi: string; paths: Record<string, Record<string, Operation>> }
const operations = Object.entries(document.paths).flatMap(([path, methods]) => Object.values(methods).map((operation) => [path, operation] as const))

it('describes every call once, in OpenAPI 3.1', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(operations.map(([, { operationId }]) => operationId).sort()).toEqual(endpoints.map(({ name }) => name).sort())
})

it.each(operations)('%s names each parameter of its path and says how it refuses', (path, { parameters, responses, summary }) => {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  expect(parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(inPath))
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '400']))
  expect(summary.length).toBeGreaterThan(10)
})
