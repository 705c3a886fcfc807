import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { descriptionsOf, type Schema } from '@checkin/http'
import { describe, expect, it } from 'vitest'
import { globalRegistry } from 'zod/v4/core'
import { GivenDate, LocalDateTime, Money, OptionalDate, PlainDate } from '../entities/values.schema.ts'
import { everyCall } from './every-call.ts'
import type { Endpoint } from './endpoint.ts'
import { bare, elementOf, schemasIn, shapeOf } from './schema-walk.fixture.ts'

const endpoints: readonly Endpoint[] = Object.values(everyCall)
/** Bodies and answers; parameters are described with their call. */
const roots = endpoints.flatMap(({ name, body, answer }) => [body, answer].filter((part) => part !== undefined && part !== 'pdf').map((part) => [name, part] as const))

/** Groups of fields whose shape is data of the tenant, so they have no descriptions of their own. */
const isOpenGroup = (schema: Schema): boolean => Object.keys(shapeOf(schema) ?? {}).join() === 'second'

const objects = new Map<Schema, string>()
for (const [name, root] of roots) for (const schema of schemasIn(root)) if (shapeOf(schema) && !isOpenGroup(schema) && !objects.has(schema)) objects.set(schema, name)

const fields = [...objects].flatMap(([schema, call]) => {
  const id = globalRegistry.get(schema)?.id ?? call
  return Object.entries(shapeOf(schema) ?? {}).map(([field, type]) => ({ at: `${id}.${field}`, field, type: bare(type) }))
})
const descriptionOf = (schema: Schema, field: string): string => (descriptionsOf(schema) as Readonly<Record<string, string>>)[field] ?? ''

describe('rules of the schemas', () => {
  it('describe every object of the contract', () => {
    expect([...objects].filter(([schema]) => !globalRegistry.get(schema)?.id).map(([schema, call]) => `${call}: ${Object.keys(shapeOf(schema) ?? {}).join()}`)).toEqual([])
  })

  it('describe every field in a sentence', () => {
    const silent = [...objects].flatMap(([schema]) => Object.keys(shapeOf(schema) ?? {}).filter((field) => !/^\S.{8,}\.$|^\S.{3,}\.$/.test(descriptionOf(schema, field))))
    expect(silent).toEqual([])
  })

  it('keep descriptions out of bundles: each is a statement that minifiers drop (decision 0128)', () => {
    const folder = join(import.meta.dirname, '..')
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    const calls = sources.flatMap((path) => readFileSync(join(folder, path), 'utf8').split('\n').filter((line) => /\bdescribe(Schema|Call)\(/.test(line)))
    expect(calls.length).toBeGreaterThan(100)
    expect(calls.filter((line) => !/^\/\* @__PURE__ \*\/ describe(Schema|Call)\(/.test(line))).toEqual([])
  })

  const dates = new Set<Schema>([PlainDate, GivenDate, OptionalDate])
  /** the contract's own names. */
  const otherDateNames = ['checkoutdate', 'salePerformedOn']

  it('call a date a date, and nothing else (a name ends in Date, or is a name of its own)', () => {
    const isDate = ({ type }: { type: Schema }): boolean => [...schemasIn(type)].some((inner) => dates.has(inner)) && !shapeOf(type) && !elementOf(type)
    const named = ({ field }: { field: string }): boolean => field.endsWith('Date') || otherDateNames.includes(field)
    expect(fields.filter((each) => isDate(each) && !named(each)).map(({ at }) => at)).toEqual([])
    expect(fields.filter((each) => named(each) && !isDate(each) && each.type._zod.def.type !== 'unknown').map(({ at }) => at)).toEqual([])
  })

  it('call a moment dateAndTime', () => {
    expect(fields.filter(({ type }) => type === LocalDateTime).map(({ field }) => field)).toEqual(['dateAndTime'])
  })

  /** Numbers with money's words in their name that are none: flags and counts. */
  const isNoMoney = /^(is[A-Z]|showPrice$)/
  it('type money as money, and say whether tax is in it', () => {
    const money = fields.filter(({ field, type }) => /(value|values|price|amount|difference|cdw|theft)(with|$)/i.test(field) && !isNoMoney.test(field) && !['unknown', 'object', 'boolean'].includes(type._zod.def.type))
    expect(money.length).toBeGreaterThan(30)
    expect(money.filter(({ type }) => ![...schemasIn(type)].includes(Money) && !type._zod.def.checks?.length).map(({ at }) => at)).toEqual([])
    const silent = [...objects].flatMap(([schema]) => Object.entries(shapeOf(schema) ?? {}).flatMap(([field, type]) =>
      (bare(type) === Money && !/decimal|percentage|Number of days|same as|damage|theft|cover/i.test(descriptionOf(schema, field)) ? [field] : [])))
    expect(silent).toEqual([])
  })
})
