import { contract, errorCodes, errorsOf, handling, httpFailure, type Endpoint, type EndpointName } from '@checkin/api'
import { describe, expect, it } from 'vitest'
import en from '../locales/en.json'
import fr from '../locales/fr.json'
import pt from '../locales/pt.json'

const endpoints = Object.entries(contract) as [EndpointName, Endpoint][]
const statuses = [400, 401, 403, 404, 409, 413, 421, 429, 500, 501, 503, 504]

/** FieldsError keys without an entry of their own are read from the field-independent one. */
const isWorded = (catalogue: object, key: string): boolean => key in catalogue || key.replace(/^(FieldsError)\.\w+\./, '$1.generic.') in catalogue

describe('the texts of failures', () => {
  it.each([['en', en], ['pt', pt], ['fr', fr]])('are there in %s, whatever a call is refused with', (_language, catalogue) => {
    const ways = endpoints.flatMap(([name]) => statuses.flatMap((status) => [...errorCodes, null].map((code) => handling(name, httpFailure(status, { code })))))
    const keys = ways.flatMap((way) => (way.kind === 'alert' ? [way.key, ...(way.params?.['value'] ? [way.params['value']] : [])] : way.kind === 'field' ? [way.key] : way.kind === 'modal' ? way.keys : []))
    expect([...new Set(keys)].filter((key) => !isWorded(catalogue, key))).toEqual([])
  })

  it('get all parameters that they have', () => {
    const catalogue: Readonly<Record<string, string>> = en
    const places = (key: string): string[] => [...(catalogue[key] ?? '').matchAll(/{{(\w+)}}/g)].map(([, name]) => name ?? '')
    for (const [name, endpoint] of endpoints) {
      for (const { status, code } of errorsOf(endpoint)) {
        const way = handling(name, httpFailure(status, { code }))
        if (way.kind === 'alert') expect(Object.keys(way.params ?? {}).sort(), `${name} ${status} ${code}: ${way.key}`).toEqual(places(way.key).sort())
      }
    }
  })
})
