import { endpoints } from '@checkin/registry/endpoints'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, expect, it } from 'vitest'
import { testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { registryDocument } from './serve.ts'

const registries: TestRegistry[] = []
const registry = async (demo: boolean) => {
  const made = await testRegistry({ demo })
  registries.push(made)
  return made
}
afterAll(() => Promise.all(registries.map((each) => each.close())))

it('describes every call once, in valid OpenAPI 3.1', async () => {
  const document = registryDocument()
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
  expect(operations.sort()).toEqual(endpoints.map(({ name }) => name).sort())
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone<object>(document) as Record<string, unknown>)
  expect({ valid, errors, version: validator.version }).toEqual({ valid: true, errors: undefined, version: '3.1' })
})

it('answers a method that a path does not have with 405 and those that it has', async () => {
  const { call } = await registry(true)
  for (const [method, path, allow] of [['DELETE', '/audit', 'GET, HEAD'], ['POST', '/tenants/costaverde.localhost/pointer', 'PUT']] as const) {
    expect(await call(method, path)).toMatchObject({ status: 405, headers: { allow }, body: { code: 'MethodNotAllowed' } })
  }
})

it('serves the document and the page to read outside production only (SEC-27)', async () => {
  const [demo, production] = await Promise.all([registry(true), registry(false)])
  expect([(await demo.call('GET', '/openapi.json')).status, (await production.call('GET', '/openapi.json')).status]).toEqual([200, 404])
  const page = await demo.page('/reference')
  expect(page).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' })
  expect(page.text).toContain('/registry/v1/tenants/{host}/pointer')
  expect((await production.page('/reference')).status).toBe(404)
})
