import type { Fakes } from '@checkin/api/testing'
import { aReservation, noNetwork, refusedWith } from '@checkin/api/testing'
import { linkAccepted, linkRefused, problemOccurred } from '@checkin/flow'
import { collected } from '@checkin/testing'
import { allSettled } from 'effector'
import { describe, expect, it } from 'vitest'
import { aPage, visit } from '../../test/shell-double.ts'
import { $isUnreachable, opened, resumeFx, retryPressed } from './model.ts'

const token = 'a'.repeat(43)
const answer = { ...aReservation().loaded(), sessionKey: 'session-key-1', termsAccepted: false }

async function opening(api: Fakes) {
  const scope = aPage({ api })
  const published = { accepted: collected(scope, linkAccepted), refused: collected(scope, linkRefused), problems: collected(scope, problemOccurred), asked: collected(scope, resumeFx) }
  await allSettled(opened, { scope, params: visit('verify-guid', { guid: token }) })
  return { scope, ...published }
}

describe('opening the reservation by a link', () => {
  it('hands over the reservation, its key and whether the terms were agreed to (VERIF-23, SHELL-08, DEC-11, STATES S1.11)', async () => {
    const { accepted, asked } = await opening({ resume: answer })
    expect(asked).toEqual([{ params: { guid: token } }])
    expect(accepted).toMatchObject([{ guid: 'guid-of-cv1001', sessionKey: 'session-key-1', termsAccepted: false, reservation: { reference: 'CV1001' }, driver: { surname: 'Silva' } }])
  })

  it.each([['unknown or expired', refusedWith(404, 'ReservationNotFound')], ['tried too often', refusedWith(429, 'TooManyRequests')], ['malformed', refusedWith(400, 'InvalidRequest')], ['answered with a fault', refusedWith(500)]])(
    'is refused when it is %s: the session is cleared, the shell says why (ERR-33, DEC-55, DEC-77, STATES S1.12)',
    async (_, failure) => {
      const { refused, problems } = await opening({ resume: failure })
      expect([refused, problems]).toEqual([[{ reason: 'unknown' }], []])
    },
  )

  it('is refused with its own reason when there is a rental agreement (ERR-15, DEC-56, STATES S1.12)', async () => {
    const { refused } = await opening({ resume: refusedWith(409, 'HasRentalAgreement') })
    expect(refused).toEqual([{ reason: 'has-agreement' }])
  })

  it('can be tried again when nobody answers: a link on a train is still a good link (ERR-45, DEC-49)', async () => {
    let tries = 0
    const { scope, accepted, refused, problems } = await opening({ resume: () => (++tries === 1 ? noNetwork() : answer) })
    expect(scope.getState($isUnreachable)).toBe(true)
    expect(refused).toEqual([])
    expect(problems.map(({ key }) => key)).toEqual(['SomethingHappened'])
    await allSettled(retryPressed, { scope })
    expect(accepted).toHaveLength(1)
    expect(scope.getState($isUnreachable)).toBe(false)
  })
})
