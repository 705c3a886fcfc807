import { allSettled, fork } from 'effector'
import { describe, expect, it } from 'vitest'
import { manifest } from '../../remote.manifest.ts'
import { opened as detailsOpened } from '../steps/driver-details/model.ts'
import { opened as verifyOpened } from '../steps/verify-driver/model.ts'
import { visit } from '../test/shell-double.ts'
import { ageBounds } from './birth-date-calendar.ts'
import type { Facts } from './facts.ts'
import { $usualAge } from './birth-date-calendar.ts'

const trip = { pickUp: '2026-12-01', ages: { earliest: '1936-12-01', latest: '2005-12-01' } } as Facts['trip']

describe('the calendar of a birth date', () => {
  it.each([['verify-driver', verifyOpened], ['driver-details', detailsOpened]] as const)('opens in %s on the age that the operator set', async (name, opened) => {
    const scope = fork()
    await allSettled(opened, { scope, params: { ...visit(name), settings: { usualAge: 50 } } })
    expect(ageBounds({ trip }, scope.getState($usualAge))).toMatchObject({ min: '1936-12-01', max: '2005-12-01', opensOn: '1976-12-01' })
  })

  it('chooses for itself where nothing is set', async () => {
    const scope = fork()
    await allSettled(verifyOpened, { scope, params: visit('verify-driver') })
    expect(ageBounds({ trip }, scope.getState($usualAge))).toEqual({ min: '1936-12-01', max: '2005-12-01' })
  })

  it('may be set under its name, between ages that may drive', () => {
    expect(manifest.settings?.['usualAge']).toMatchObject({ kind: 'number', default: 35, least: 18, most: 80 })
  })
})
