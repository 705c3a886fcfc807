import { aReservation, noNetwork, refusedWith, type Fakes } from '@checkin/api/testing'
import { precheckoutDenied, precheckoutOpened, precheckoutRefused, problemOccurred } from '@checkin/flow'
import { collected, inTurn, turn } from '@checkin/testing'
import { describe, expect, it } from 'vitest'
import { aPage, asked, visit } from '../../test/a-page.ts'
import { $isUnreachable, opened, retryPressed } from './model.ts'

const token = 't'.repeat(43)
const loaded = aReservation().loaded()

async function entering(api: Fakes) {
  const page = aPage({ api })
  const published = {
    openings: collected(page.scope, precheckoutOpened), denials: collected(page.scope, precheckoutDenied),
    refusals: collected(page.scope, precheckoutRefused), problems: collected(page.scope, problemOccurred),
  }
  await inTurn(page.scope, turn(opened, visit('precheckout-guid', { guid: token })))
  return { ...page, ...published }
}

/** API-14 as it answers one call after the other. */
const inOrder = (...answers: readonly unknown[]) => {
  let call = 0
  return (() => answers[Math.min(call++, answers.length - 1)]) as NonNullable<Fakes['getPrecheckoutReservation']>
}

describe('entering pre-checkout by a link', () => {
  it('opens with the session that the browser has (PRECHK-01, STATES S3.1)', async () => {
    const { openings, api } = await entering({ getPrecheckoutReservation: { ...loaded, sessionKey: 'fresh-key' } })
    expect(openings).toMatchObject([{ guid: 'guid-of-cv1001', sessionKey: 'fresh-key', termsAccepted: true, reservation: { reference: 'CV1001' } }])
    expect(asked(api)).toEqual(['getPrecheckoutReservation'])
    expect(api.calls[0]?.input).toEqual({ params: { guid: token } })
  })

  it('takes a session by the link and tries once more by the reservation\'s own guid (PRECHK-02, DEC-61, STATES S3.2)', async () => {
    const { openings, api } = await entering({ getPrecheckoutReservation: inOrder(refusedWith(401, 'Unauthorized'), loaded), resume: { ...loaded, sessionKey: 'link-key', termsAccepted: false } })
    expect(asked(api)).toEqual(['getPrecheckoutReservation', 'resume', 'getPrecheckoutReservation'])
    expect(api.calls.map(({ input }) => (input as { params: { guid: string } }).params.guid)).toEqual([token, token, 'guid-of-cv1001'])
    expect(openings).toMatchObject([{ sessionKey: 'link-key' }])
  })

  it('goes on in the main flow when pre-checkout stays closed (STATES S3.3)', async () => {
    const { openings, denials, refusals } = await entering({ getPrecheckoutReservation: refusedWith(404, 'ReservationNotFound'), resume: { ...loaded, sessionKey: 'link-key' } })
    expect([openings, refusals]).toEqual([[], []])
    expect(denials).toMatchObject([{ guid: 'guid-of-cv1001', sessionKey: 'link-key' }])
  })

  it.each([['unknown or expired', refusedWith(404, 'ReservationNotFound')], ['tried too often', refusedWith(429, 'TooManyRequests')], ['answered with a fault', refusedWith(500)]])(
    'is refused when both loads fail, the link being %s: the session is cleared (ERR-34, STATES S3.4)',
    async (_, resume) => {
      const { refusals, problems } = await entering({ getPrecheckoutReservation: refusedWith(401, 'Unauthorized'), resume })
      expect([refusals, problems]).toEqual([[{ reason: 'unknown' }], []])
    },
  )

  const agreement = refusedWith(409, 'HasRentalAgreement')
  it.each([
    ['at once', { getPrecheckoutReservation: agreement }, 1],
    ['with the link', { getPrecheckoutReservation: refusedWith(401, 'Unauthorized'), resume: agreement }, 2],
    ['with the session', { getPrecheckoutReservation: inOrder(refusedWith(401, 'Unauthorized'), agreement), resume: { ...loaded, sessionKey: 'k' } }, 3],
  ] as const)('says that there is an agreement already, found %s (DEC-56, STATES S3.5)', async (_, api, calls) => {
    const page = await entering(api)
    expect(page.refusals).toEqual([{ reason: 'has-agreement' }])
    expect(page.denials).toEqual([])
    expect(asked(page.api)).toHaveLength(calls)
  })

  it('can be tried again when nobody answers: a link on a train is still a good link (ERR-45)', async () => {
    const { scope, openings, refusals, problems } = await entering({ getPrecheckoutReservation: inOrder(noNetwork(), loaded) })
    expect([scope.getState($isUnreachable), openings, refusals]).toEqual([true, [], []])
    expect(problems.map(({ key }) => key)).toEqual(['SomethingHappened'])
    await inTurn(scope, turn(retryPressed))
    expect(openings).toHaveLength(1)
    expect(scope.getState($isUnreachable)).toBe(false)
  })
})
