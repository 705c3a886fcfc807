import type { Fakes } from '@checkin/api/testing'
import { aReservation, noNetwork, refusedWith } from '@checkin/api/testing'
import { codeAccepted, codeEntryLeft, codeSent, problemOccurred, rentalAgreementFound, sessionRefused } from '@checkin/flow'
import { todayIn } from '@checkin/forms'
import { collected, happenings, inTurn, turn } from '@checkin/testing'
import { allSettled, type Scope } from 'effector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aPage, located, twoTerms, visit } from '../../test/shell-double.ts'
import {
  $isProven, $mail, $wrongCodes, acceptTermsFx, backPressed, closed, codeForm, continuePressed, getReservationFx, opened, validateCodeFx,
} from './model.ts'

const mail = 'maria.silva@example.com'
const reservation = aReservation().reservation

interface PageOptions {
  readonly api?: Fakes
  readonly needsTerms?: boolean
}

async function atTheCode({ api = {}, needsTerms = false }: PageOptions = {}) {
  const scope = aPage({ api, terms: needsTerms ? twoTerms : [], lookup: located({ needsTerms, mail, stage: 'code' }) })
  const published = {
    problems: collected(scope, problemOccurred), accepted: collected(scope, codeAccepted), left: collected(scope, codeEntryLeft),
    sent: collected(scope, codeSent), agreements: collected(scope, rentalAgreementFound), ended: collected(scope, sessionRefused),
    order: happenings(scope, { validate: validateCodeFx, terms: acceptTermsFx, load: getReservationFx, accepted: codeAccepted } as never),
  }
  // The countdown sleeps until the screen closes, so nothing here waits for it.
  void allSettled(opened, { scope, params: visit('verify-code') })
  return { scope, ...published }
}

/** The countdown sleeps on, so the work of a press is awaited, not the whole scope. */
const settle = () => vi.advanceTimersByTimeAsync(0)
async function enter(scope: Scope, code: string): Promise<void> {
  void inTurn(scope, turn(codeForm.fieldChanged, { field: 'code' as const, value: code }))
  void allSettled(codeForm.submitted, { scope })
  await settle()
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('proving the reservation with the mailed code', () => {
  it('keeps six digits of whatever is typed or pasted, leading zeros too (VERIF-16, CONST-04, DEC-08)', async () => {
    const { scope } = await atTheCode()
    void allSettled(codeForm.fieldChanged, { scope, params: { field: 'code', value: '12a4567' } })
    expect(scope.getState(codeForm.$values).code).toBe('124567')
    void allSettled(codeForm.fieldChanged, { scope, params: { field: 'code', value: ' 012-345 6' } })
    expect(scope.getState(codeForm.$values).code).toBe('012345')
  })

  it.each([['', 'Required'], ['12345', 'MinRequired']])('calls nobody for the code "%s" (VERIF-16, ERR-43)', async (code, kind) => {
    const { scope, order } = await atTheCode()
    await enter(scope, code)
    expect(scope.getState(codeForm.$errors)).toEqual({ code: kind })
    expect(order).toEqual([])
  })

  it('sends the code as text (VERIF-17)', async () => {
    const seen: unknown[] = []
    const { scope } = await atTheCode({ api: { validateCode: (input) => { seen.push(input); return refusedWith(404, 'CodeNotFound') } } })
    await enter(scope, '012345')
    expect(seen).toEqual([{ params: { code: '012345' } }])
  })

  it('asks once when Enter is pressed twice (VERIF-17)', async () => {
    const { scope, order } = await atTheCode()
    void allSettled(codeForm.fieldChanged, { scope, params: { field: 'code', value: '123456' } })
    void allSettled(codeForm.submitted, { scope })
    void allSettled(codeForm.submitted, { scope })
    await settle()
    expect(order.filter((name) => name === 'validate')).toHaveLength(1)
  })

  it('records the terms after the right code and before the reservation opens (VERIF-21, DEC-10, STATES S1.7)', async () => {
    const bodies: unknown[] = []
    const { scope, order, accepted } = await atTheCode({ needsTerms: true, api: { acceptTerms: (input) => { bodies.push(input.body); return { accepted: true } } } })
    await enter(scope, '123456')
    expect(order).toEqual(['validate', 'terms', 'load', 'accepted'])
    expect(bodies).toEqual([{ reference: 'CV1001', acceptedDate: todayIn('Europe/Lisbon'), isAccepted: true }])
    expect(accepted).toMatchObject([{ guid: 'guid-of-cv1001', sessionKey: 'session-key-1', reservation: { reference: 'CV1001' }, driver: { surname: 'Silva' } }])
  })

  it('records no terms where there are none (VERIF-21, VERIF-26)', async () => {
    const { scope, order } = await atTheCode()
    await enter(scope, '123456')
    expect(order).toEqual(['validate', 'load', 'accepted'])
  })

  it('stays with Continue when the terms could not be recorded, and needs no new code (DEC-10, ERR-45)', async () => {
    let tries = 0
    const { scope, order, problems, accepted } = await atTheCode({ needsTerms: true, api: { acceptTerms: () => (++tries === 1 ? noNetwork() : { accepted: true }) } })
    await enter(scope, '123456')
    expect(problems.map(({ key }) => key)).toEqual(['SomethingHappened'])
    expect(scope.getState($isProven)).toBe(true)
    expect(accepted).toEqual([])
    void allSettled(continuePressed, { scope })
    await settle()
    expect(order).toEqual(['validate', 'terms', 'terms', 'load', 'accepted'])
  })

  it('goes on from the reservation when only that could not be loaded', async () => {
    let tries = 0
    const { scope, order } = await atTheCode({ needsTerms: true, api: { getReservation: () => (++tries === 1 ? refusedWith(500) : aReservation().loaded()) } })
    await enter(scope, '123456')
    void allSettled(continuePressed, { scope })
    await settle()
    expect(order).toEqual(['validate', 'terms', 'load', 'load', 'accepted'])
  })

  it.each([['wrong or used', 404, 'CodeNotFound'], ['expired with its session', 401, 'Unauthorized'], ['misread', 400, 'InvalidRequest']] as const)('says CodeNotFound for a code that is %s and lets another be typed (VERIF-19, ERR-06, STATES S1.8)', async (_, status, code) => {
    let tries = 0
    const right = { guid: 'guid-of-cv1001', sessionKey: 'session-key-1', reservation }
    const { scope, problems, accepted, left, ended } = await atTheCode({ api: { validateCode: () => (++tries === 1 ? refusedWith(status, code) : right) } })
    await enter(scope, '123456')
    expect(problems).toEqual([{ key: 'CodeNotFound' }])
    expect(scope.getState(codeForm.$errors)).toEqual({ code: 'Invalid' })
    expect(scope.getState(codeForm.$values).code).toBe('123456')
    expect(scope.getState($wrongCodes)).toBe(1)
    expect([left, ended]).toEqual([[], []])
    await enter(scope, '654321')
    expect(accepted).toHaveLength(1)
  })

  it.each([['too many tries', refusedWith(429, 'TooManyRequests'), 'Notice.tooManyTries'], ['a fault', refusedWith(500), 'SomethingHappened'], ['no network', noNetwork(), 'SomethingHappened']])(
    'does not call the code wrong for %s (ERR-02, ERR-45)',
    async (_, failure, key) => {
      const { scope, problems } = await atTheCode({ api: { validateCode: failure } })
      await enter(scope, '123456')
      expect(problems.map((problem) => problem.key)).toEqual([key])
      expect(scope.getState(codeForm.$errors)).toEqual({})
    },
  )

  it('goes back to the first screen when the agreement was made meanwhile (ERR-15)', async () => {
    const { scope, problems, agreements, left } = await atTheCode({ api: { getReservation: refusedWith(409, 'HasRentalAgreement') } })
    await enter(scope, '123456')
    expect([problems, agreements, left]).toEqual([[{ key: 'IsntPossibleChangeThisReservation' }], [{}], [{}]])
  })

  it('ends the session when the proven session is refused (ERR-46)', async () => {
    const { scope, ended } = await atTheCode({ api: { getReservation: refusedWith(401, 'Unauthorized') } })
    await enter(scope, '123456')
    expect(ended).toEqual([{}])
  })

  it('shows where the code went without showing the whole address', async () => {
    const { scope } = await atTheCode()
    expect(scope.getState($mail)).toBe('m•••a@example.com')
  })

  it('leads back to view 2 by Back (VERIF-20, STATES S1.10, DEC-93)', async () => {
    const { scope, left } = await atTheCode()
    void allSettled(backPressed, { scope })
    expect(left).toEqual([{}])
  })

  it('leads back at once when no code is under way, as at an address typed by hand', async () => {
    const scope = aPage()
    const left = collected(scope, codeEntryLeft)
    void allSettled(opened, { scope, params: visit('verify-code') })
    expect(left).toEqual([{}])
    void allSettled(closed, { scope })
  })
})
