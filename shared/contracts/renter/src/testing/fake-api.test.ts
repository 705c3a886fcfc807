import { allSettled, fork, type EffectParams } from 'effector'
import { describe, expect, it } from 'vitest'
import { safeParse } from 'zod/mini'
import { getReservationFx, lookupFx, prelookupFx } from '../client/index.ts'
import { contract, type EndpointName } from '../contract/contract.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { ReservationUpdate } from '../contract/reservation.contract.ts'
import { DriverSave } from '../contract/driver-post.ts'
import { aDriver, aDrivingLicence, anExtra, anIdentityDocument, anUpgrade, aReservation, aSummary, defaultAnswers, fakeApi, noNetwork, refusedWith, tooSlow } from './index.ts'

const params: EffectParams<typeof lookupFx> & EffectParams<typeof prelookupFx> = { body: { reference: 'CV1001', surname: 'Silva' } }

describe('the fake API', () => {
  it.each(Object.keys(contract) as EndpointName[])('answers %s as the contract says', (name) => {
    const { answer } = contract[name] as Endpoint
    if (answer === 'pdf') expect(defaultAnswers[name]).toBeInstanceOf(Blob)
    else {
      const parsed = safeParse(answer, defaultAnswers[name])
      expect(parsed.error?.issues ?? []).toEqual([])
      expect(parsed.data).toEqual(defaultAnswers[name])
    }
  })

  it('answers what a test says instead, as data, as a function of the input, or as a failure', async () => {
    const api = fakeApi({ prelookup: { found: true, needsTerms: true }, lookup: ({ body }) => ({ sessionKey: `key-for-${body.reference}` }), getReservation: refusedWith(409, 'HasRentalAgreement') })
    const scope = fork({ handlers: api })
    expect(await allSettled(prelookupFx, { scope, params })).toMatchObject({ value: { data: { needsTerms: true }, hasError: false, status: 200 } })
    expect(await allSettled(lookupFx, { scope, params })).toMatchObject({ value: { data: { sessionKey: 'key-for-CV1001' } } })
    expect(await allSettled(getReservationFx, { scope, params: { params: { guid: 'guid-of-cv1001' } } })).toMatchObject({ status: 'fail', value: { kind: 'http', code: 'HasRentalAgreement' } })
    expect(api.calls.map(({ name }) => name)).toEqual(['prelookup', 'lookup', 'getReservation'])
    expect(api.calls[0]?.input).toEqual(params)
  })

  it('can be out of reach or too slow', async () => {
    for (const [failure, kind] of [[noNetwork(), 'network'], [tooSlow(), 'timeout']] as const) {
      expect(await allSettled(prelookupFx, { scope: fork({ handlers: fakeApi({ prelookup: failure }) }), params })).toMatchObject({ status: 'fail', value: { kind } })
    }
  })
})

describe('builders', () => {
  it('build what a test is about and keep the sums right (DEC-54)', () => {
    const { reservation } = aReservation().withDue(120.1)
    expect(reservation).toMatchObject({ amountDue: 120.1, pendingValue: 120.1, amountPaid: 100, totalPriceWithVAT: 220.1 })
    expect(aReservation().withAdditionalDriver().loaded().addDriver).toMatchObject({ name: 'Rui' })
    expect(aReservation().with({ reference: 'CV9' }).withDue(0).reservation).toMatchObject({ reference: 'CV9', amountDue: 0 })
  })

  it('build example E1 of the prices (PRICING E1, P-8)', () => {
    const { cashier, extras } = aSummary()
    const cents = (value: number): number => Math.round(value * 100)
    expect(cents(cashier.valueWithoutTax) + cents(cashier.valueTax)).toBe(cents(cashier.previewValue))
    expect(cents(cashier.previewValue) - cents(cashier.paidValues)).toBe(cents(cashier.pendingValues))
    expect(extras.filter(({ isIncluded }) => !isIncluded).reduce((sum, { totalValue }) => sum + cents(totalValue), 0)).toBe(cents(cashier.previewValue))
    expect(extras.map(({ ratePeriodType }) => ratePeriodType).slice(0, 2)).toEqual(['Days', 'Kms'])
  })

  it('build what may be sent back as it is', () => {
    const driver = aDriver({ document: anIdentityDocument(), driverLicense: aDrivingLicence() })
    expect(DriverSave.safeParse({ reservation: 'R1001', driver, addDriver: false, sessionKey: 'session-key-1' }).error?.issues ?? []).toEqual([])
    const body = { reservation: aReservation().reservation, extras: [anExtra(), ...anUpgrade().extras], hasClickedUpgrade: true, hasCompletedReservation: false }
    expect(ReservationUpdate.safeParse(body).error?.issues ?? []).toEqual([])
  })
})
