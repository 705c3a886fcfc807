import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { internalContract } from './contract.ts'
import { internalDocument } from './openapi.ts'
import { TermsContent } from './terms-content.ts'

const endpoints = Object.values(internalContract)

describe('the internal calls', () => {
  it('stand under their names and at addresses of their own', () => {
    expect(Object.entries(internalContract).filter(([name, endpoint]) => endpoint.name !== name)).toEqual([])
    expect(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(endpoints.length)
  })

  it('are published as valid OpenAPI 3.1', async () => {
    const { errors, valid } = await new Validator().validate(structuredClone<object>(internalDocument()) as Record<string, unknown>)
    expect([errors ?? [], valid]).toEqual([[], true])
  })
})

it.each([['%PDF-1.7', true], ['%PDF-', true], ['%PDF', false], ['<html>', false]])('takes a file that begins with %s for a PDF: %s', (text, right) => {
  expect(TermsContent.safeParse({ kind: 'pdf', title: 'Terms', pdf: Buffer.from(text).toString('base64') }).success).toBe(right)
})
