import type * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { contract } from '../contract/contract.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { GivenDate, LocalDateTime, Money, OptionalDate, PlainDate } from '../entities/values.schema.ts'
import { allWords, endpointWords } from './index.ts'
import { bare, elementOf, schemasIn, shapeOf } from './schema-walk.ts'

const endpoints: readonly Endpoint[] = Object.values(contract)
const roots = endpoints.flatMap(({ name, params, query, body, answer }) =>
  [params, query, body, answer].filter((part) => part !== undefined && part !== 'pdf').map((part) => [name, part] as const))
const described = new Map(allWords.map((entry) => [entry.schema as z.ZodMiniType, entry]))

/** Groups of fields whose shape is data of the tenant, so they have no words of their own. */
const isOpenGroup = (schema: z.ZodMiniType): boolean => Object.keys(shapeOf(schema) ?? {}).join() === 'second'

const objects = new Map<z.ZodMiniType, string>()
for (const [name, root] of roots) for (const schema of schemasIn(root)) if (shapeOf(schema) && !isOpenGroup(schema) && !objects.has(schema)) objects.set(schema, name)

const fields = [...objects].flatMap(([schema, call]) => {
  const id = described.get(schema)?.id ?? call
  return Object.entries(shapeOf(schema) ?? {}).map(([field, type]) => ({ at: `${id}.${field}`, field, type: bare(type) }))
})

describe('rules of the schemas', () => {
  it('describe every object of the contract', () => {
    expect([...objects].filter(([schema]) => !described.has(schema)).map(([schema, call]) => `${call}: ${Object.keys(shapeOf(schema) ?? {}).join()}`)).toEqual([])
  })

  it('describe every field in a sentence', () => {
    const silent = [...objects].flatMap(([schema]) => Object.keys(shapeOf(schema) ?? {}).filter((field) => !/^\S.{8,}\.$|^\S.{3,}\.$/.test(described.get(schema)?.fields[field] ?? '')))
    expect(silent).toEqual([])
  })

  it('describe nothing that is not in the contract', () => {
    const words = allWords.filter(({ id }) => id !== 'ErrorBody')
    expect(words.filter(({ schema }) => !objects.has(schema)).map(({ id, description }) => id ?? description)).toEqual([])
    expect(Object.keys(endpointWords).sort()).toEqual(Object.keys(contract).sort())
  })

  it('give every name once', () => {
    const ids = allWords.flatMap(({ id }) => id ?? [])
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })

  const dates = new Set<z.ZodMiniType>([PlainDate, GivenDate, OptionalDate])
  /** the contract's own names. */
  const otherDateNames = ['checkoutdate', 'salePerformedOn']

  it('call a date a date, and nothing else (a name ends in Date, or is a name of its own)', () => {
    const isDate = ({ type }: { type: z.ZodMiniType }): boolean => [...schemasIn(type)].some((inner) => dates.has(inner)) && !shapeOf(type) && !elementOf(type)
    const named = ({ field }: { field: string }): boolean => field.endsWith('Date') || otherDateNames.includes(field)
    expect(fields.filter((each) => isDate(each) && !named(each)).map(({ at }) => at)).toEqual([])
    expect(fields.filter((each) => named(each) && !isDate(each) && each.type.def.type !== 'unknown').map(({ at }) => at)).toEqual([])
  })

  it('call a moment dateAndTime', () => {
    expect(fields.filter(({ type }) => type === LocalDateTime).map(({ field }) => field)).toEqual(['dateAndTime'])
  })

  /** Numbers with money's words in their name that are none: flags and counts. */
  const isNoMoney = /^(is[A-Z]|showPrice$)/
  it('type money as money, and say whether tax is in it', () => {
    const money = fields.filter(({ field, type }) => /(value|values|price|amount|difference|cdw|theft)(with|$)/i.test(field) && !isNoMoney.test(field) && !['unknown', 'object', 'boolean'].includes(type.def.type))
    expect(money.length).toBeGreaterThan(30)
    expect(money.filter(({ type }) => ![...schemasIn(type)].includes(Money) && !(type.def as { checks?: unknown[] }).checks?.length).map(({ at }) => at)).toEqual([])
    const silent = [...objects].flatMap(([schema]) => Object.entries(shapeOf(schema) ?? {}).flatMap(([field, type]) =>
      (bare(type) === Money && !/decimal|percentage|Number of days|same as|damage|theft|cover/i.test(described.get(schema)?.fields[field] ?? '') ? [field] : [])))
    expect(silent).toEqual([])
  })
})
