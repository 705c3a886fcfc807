import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { FleetAnswer } from './answers.ts'
import { fleetContract } from './contract.ts'
import { fleetDocument } from './openapi.ts'
import { FleetReservation } from './reservation.ts'

const endpoints = Object.values(fleetContract)
const place = { dateAndTime: '2030-05-01T10:00', place: 'Faro', timeZone: 'Europe/Lisbon' }
const reservation = { checkOut: place, checkIn: place, customer: { name: 'Maria', surname: 'Silva' }, vehicle: { id: 'v', vehicle: 'Clio', groupId: 'B', name: 'Small' } }

describe('the fleet API', () => {
  it('has each call under its name and at an address of its own', () => {
    expect(Object.entries(fleetContract).filter(([name, endpoint]) => endpoint.name !== name)).toEqual([])
    expect(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(endpoints.length)
  })

  it('has each call in its document, under its name, method and address (API-89)', () => {
    const { paths } = fleetDocument()
    const named = Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => [operation['operationId'], `${method.toUpperCase()} ${path}`]))
    expect(named.sort()).toEqual(endpoints.map(({ name, method, path }) => [name, `${method} ${path.replace(/:(\w+)/g, '{$1}')}`]).sort())
  })

  it('is published as valid OpenAPI 3.1', async () => {
    const { errors, valid } = await new Validator().validate(structuredClone<object>(fleetDocument()) as Record<string, unknown>)
    expect([errors ?? [], valid]).toEqual([[], true])
  })
})

describe('a reservation', () => {
  it('is answered as it is stored: without defaults, and with what a renter gave that a company may not send', () => {
    const { reservation: answered } = FleetAnswer.shape
    const stored = { ...reservation, driver: { name: 'x'.repeat(200), surname: '', email: 'none' }, extras: [{ extraID: 'GPS', description: '', ratePeriodType: 'Days', value: 9, taxRate: 23, isAccepted: true }] }
    expect(FleetReservation.safeParse(stored).success).toBe(false)
    expect(answered.parse({ ...stored, unknown: 1 })).toEqual(stored)
    expect(answered.safeParse({ ...stored, nrDays: 'three' }).success).toBe(false)
  })

  it('may be sent back', () => {
    const sent = FleetReservation.parse(reservation)
    expect(FleetReservation.parse(FleetAnswer.shape.reservation.parse(sent))).toEqual(sent)
  })
})
