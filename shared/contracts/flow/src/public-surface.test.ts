import { is } from 'effector'
import { describe, expect, it } from 'vitest'
import * as surface from './index.ts'
import { flowContract } from './payload-check.ts'
import * as driver from './events/driver.events.ts'
import * as offers from './events/offers.events.ts'
import * as payment from './events/payment.events.ts'
import * as precheckout from './events/precheckout.events.ts'
import * as shell from './events/shell.events.ts'
import * as verification from './events/verification.events.ts'

const publishers: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { shell, verification, driver, offers, payment, precheckout }
const common = ['problemOccurred', 'questionRaised', 'questionSettled', 'sessionRefused', 'requirementMissed']

describe('what modules may know of each other', () => {
  it('stays as released: names are only ever added', () => {
    expect(Object.keys(surface).sort()).toMatchSnapshot()
    for (const [owner, units] of Object.entries(publishers)) expect(Object.keys(units).sort(), owner).toMatchSnapshot(owner)
  })

  it.each(Object.entries(publishers))('gives the owner %s the same units that everybody reads', (_owner, units) => {
    for (const [name, unit] of Object.entries(units)) {
      if (!is.unit(unit)) continue
      expect((surface as Record<string, unknown>)[name], name).toBe(unit)
    }
  })

  it('lets one owner alone publish an event', () => {
    const owned = Object.values(publishers).flatMap((units) => Object.entries(units).filter(([name, unit]) => is.event(unit as never) && !common.includes(name)).map(([name]) => name))
    expect(new Set(owned).size).toBe(owned.length)
  })

  it('describes every event by a schema', () => {
    const described = new Set(flowContract.map(({ event }) => event))
    for (const [name, unit] of Object.entries(surface)) {
      if (!is.event(unit as never) || name === 'appStarted' || name === 'payloadRefused') continue
      expect(described.has(unit as never), name).toBe(true)
    }
  })

  it('names events in the past tense', () => {
    const past = /(ed|Located|Found|Sent|Left|Given|Chosen|Wanted|Raised)$/
    expect(flowContract.map(({ name }) => name).filter((name) => !past.test(name))).toEqual([])
  })
})
