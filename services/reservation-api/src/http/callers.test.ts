import { contract as renterContract } from '@checkin/api'
import { fleetContract } from '@checkin/fleet'
import { internalContract } from '@checkin/internal'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { callersOf } from './callers.ts'

const of = (url: string | undefined) => callersOf({ routeOptions: { url } } as FastifyRequest)

describe('who may make a call of the API (ASVS 13.2.1)', () => {
  it('a site alone, for every call of renters and those by which it writes pages and ends sessions', () => {
    const paths = [...Object.values(renterContract).map(({ path }) => `/api${path}`), '/internal/v1/session/end', '/internal/v1/site/texts', '/internal/v1/site/drafts/:draftId']
    expect(paths.length).toBeGreaterThan(40)
    for (const path of paths) expect(of(path), path).toEqual(['site'])
  })

  it('the console or an administrator, for every call of operators', () => {
    const paths = Object.values(internalContract).filter(({ access }) => access === 'operator').map(({ path }) => path)
    expect(paths.length).toBeGreaterThan(30)
    for (const path of paths) expect(of(path), path).toEqual(['console', 'administrator'])
  })

  it('everybody, for companies\' systems and providers, who prove themselves otherwise', () => {
    const paths = [...Object.values(fleetContract).map(({ path }) => path), ...Object.values(internalContract).filter(({ access }) => access === 'provider').map(({ path }) => path)]
    expect(paths.length).toBeGreaterThan(10)
    for (const path of paths) expect(of(path), path).toBeNull()
  })

  it('nobody without one, for a call that is of no kind yet', () => {
    expect([of('/internal/v1/new'), of('/new'), of('/fleet/v10')]).toEqual([['administrator'], ['site'], ['site']])
  })
})
