import type { Fakes } from '@checkin/api/testing'
import { noNetwork, refusedWith } from '@checkin/api/testing'
import { checkinExited, problemOccurred, reservationConfirmed, sessionRefused, termsAgreed } from '@checkin/flow'
import { $session } from '@checkin/flow/publish/shell'
import { todayIn } from '@checkin/forms'
import { collected, happenings, inTurn, turn } from '@checkin/testing'
import { allSettled } from 'effector'
import { describe, expect, it } from 'vitest'
import { aPage, loadedReservation, twoTerms, visit } from '../../test/shell-double.ts'
import { continuePressed, exitPressed, opened, termsGate } from './model.ts'

async function shown({ termsAccepted = true, terms = twoTerms, api = {} }: { termsAccepted?: boolean; terms?: typeof twoTerms; api?: Fakes } = {}) {
  const session = { guid: 'guid-of-cv1001', sessionKey: 'session-key-1', kind: termsAccepted ? 'code' : 'link', termsAccepted } as const
  const scope = aPage({ api, terms, session, loaded: loadedReservation() })
  const published = { problems: collected(scope, problemOccurred), ended: collected(scope, sessionRefused), exits: collected(scope, checkinExited), order: happenings(scope, { post: termsGate.acceptFx, agreed: termsAgreed, confirmed: reservationConfirmed } as never) }
  await allSettled(opened, { scope, params: visit('reservation') })
  return { scope, ...published }
}

describe('the reservation screen', () => {
  it('goes on at Continue (VERIF-25, STATES S1.13)', async () => {
    const { scope, order } = await shown()
    await inTurn(scope, turn(continuePressed))
    expect(order).toEqual(['confirmed'])
  })

  it('says that the renter leaves at Exit (VERIF-25, STATES S1.14)', async () => {
    const { scope, exits, order } = await shown()
    await inTurn(scope, turn(exitPressed))
    expect([exits, order]).toEqual([[{}], []])
  })

  it.each([
    { termsAccepted: true, terms: twoTerms, gate: false },
    { termsAccepted: false, terms: twoTerms, gate: true },
    { termsAccepted: false, terms: [], gate: false },
  ])('shows the terms gate exactly when terms exist and nobody agreed to them: %o (VERIF-22, DEC-11)', async ({ gate, ...given }) => {
    const { scope } = await shown(given)
    expect(scope.getState(termsGate.$isNeeded)).toBe(gate)
    expect(scope.getState(termsGate.$isOpen)).toBe(!gate)
  })

  it('lets nobody past the gate before the box is ticked (VERIF-22, DEC-11)', async () => {
    const { scope, order } = await shown({ termsAccepted: false })
    await inTurn(scope, turn(continuePressed))
    expect(order).toEqual([])
  })

  it('keeps the tick when the screen opens again, and forgets it with the session (VERIF-22, DEC-85)', async () => {
    const { scope } = await shown({ termsAccepted: false })
    await allSettled(termsGate.ticked, { scope, params: true })
    await allSettled(opened, { scope, params: visit('reservation') })
    expect(scope.getState(termsGate.$agreed)).toBe(true)
    await allSettled($session, { scope, params: null })
    expect(scope.getState(termsGate.$agreed)).toBe(false)
  })

  it('names the very texts that were shown, and asks again when another version is valid by now', async () => {
    const bodies: unknown[] = []
    const { scope, order, problems } = await shown({ termsAccepted: false, terms: [{ tag: 'rental', title: 'Terms', hash: 'a'.repeat(64) }], api: { acceptTerms: (input) => { bodies.push(input.body); return refusedWith(409, 'TermsChanged') }, listTerms: [{ tag: 'rental', title: 'Terms', hash: 'b'.repeat(64) }] } })
    await inTurn(scope, turn(termsGate.ticked, true), turn(continuePressed))
    expect([bodies, problems, order, scope.getState(termsGate.$isOpen)]).toEqual([[expect.objectContaining({ documents: [{ tag: 'rental', hash: 'a'.repeat(64) }] })], [{ key: 'TermsChanged' }], ['post'], false])
  })

  it('records the acceptance once, then goes on (VERIF-22, DEC-11)', async () => {
    const bodies: unknown[] = []
    const { scope, order } = await shown({ termsAccepted: false, api: { acceptTerms: (input) => { bodies.push(input.body); return { accepted: true } } } })
    await inTurn(scope, turn(termsGate.ticked, true))
    await Promise.all([allSettled(continuePressed, { scope }), allSettled(continuePressed, { scope })])
    expect(order).toEqual(['post', 'agreed', 'confirmed'])
    expect(bodies).toEqual([{ reference: 'CV1001', acceptedDate: todayIn('Europe/Lisbon'), isAccepted: true }])
    expect(scope.getState(termsGate.$isNeeded)).toBe(false)
  })

  it.each([['nobody answers', noNetwork()], ['the server fails', refusedWith(500)]])('stays behind the gate when %s, the box still ticked, and can be pressed again (ERR-02, ERR-45)', async (_, failure) => {
    let tries = 0
    const { scope, order, problems } = await shown({ termsAccepted: false, api: { acceptTerms: () => (++tries === 1 ? failure : { accepted: true }) } })
    await inTurn(scope, turn(termsGate.ticked, true), turn(continuePressed))
    expect(problems.map(({ key }) => key)).toEqual(['SomethingHappened'])
    expect(order).toEqual(['post'])
    await inTurn(scope, turn(continuePressed))
    expect(order).toEqual(['post', 'post', 'agreed', 'confirmed'])
  })

  it('ends the session when it is refused (ERR-46)', async () => {
    const { scope, ended } = await shown({ termsAccepted: false, api: { acceptTerms: refusedWith(401, 'Unauthorized') } })
    await inTurn(scope, turn(termsGate.ticked, true), turn(continuePressed))
    expect(ended).toEqual([{}])
  })
})
