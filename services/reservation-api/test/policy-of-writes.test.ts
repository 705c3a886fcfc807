import { kindOf } from '@checkin/api'
import { everyCall } from '@checkin/api/every-call'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSentDriver, anAdditionalDriver } from './fixtures/driver-api.fixture.ts'
import { payingApi, type PayingApi } from './fixtures/paying-renter.fixture.ts'
import { select } from './fixtures/renter.fixture.ts'
import { changedTables, reservationTables, type RowsOfReservation } from './fixtures/reservation-tables.fixture.ts'

let world: PayingApi
let rowsOf: (reservationId: string) => Promise<RowsOfReservation>
beforeAll(async () => {
  world = await payingApi()
  // How a call stands that was made is kept of every call, refused or not.
  rowsOf = await reservationTables(world.api, ['keyed_call'])
})
afterAll(() => world.stop())

type Renter = Awaited<ReturnType<PayingApi['renter']>>
type Step = (renter: Renter) => Promise<LightMyRequestResponse>

/** Calls that ask whether the reservation may proceed before they write, each as a page makes it. */
const asks: Readonly<Record<string, Readonly<Record<string, Step>>>> = {
  updateReservation: {
    'changes nothing': (renter) => renter.put({}), 'takes an extra': (renter) => renter.put({ extras: [select('CSI')] }), 'takes an upgrade': (renter) => renter.put({ groupId: 'C' }),
    completes: (renter) => renter.put({ completes: true }),
  },
  saveDriver: {
    'saves the main driver': (renter) => renter.call('POST', '/driver', { reservation: renter.number, driver: aSentDriver(), addDriver: false, sessionKey: renter.sessionKey }),
    'saves an additional driver': (renter) => renter.call('POST', '/driver', { reservation: renter.number, driver: anAdditionalDriver(), addDriver: true, sessionKey: renter.sessionKey }),
  },
  beginInvitation: { 'invites the additional driver': (renter) => renter.call('POST', '/invitation', { email: null }) },
  beginInvitationSms: { 'invites the additional driver by text message': (renter) => renter.call('POST', '/invitation/sms', { number: '+351912345678', agreed: true }) },
  postPayment: {
    'pays by card': (renter) => renter.post({}), 'pays by wallet': (renter) => renter.post({ provider: 'wallet', token: null }),
    'has the deposit held': (renter) => renter.post({ transactionType: 'Preauth', amount: 300 }),
  },
  submitPrecheckout: {
    'proceeds to the agreement': (renter) => renter.call('POST', '/precheckout', { documentId: renter.number, authorization: 'ix::new', isRecurring: true, validated: true }),
  },
}

interface Excuse {
  readonly reason: string
  readonly step: Step
  /** The only tables of the reservation that it may change. */
  readonly writes: readonly string[]
}

/** Calls that write without asking, and why they may. */
const excused: Readonly<Record<string, Excuse>> = {
  lookup: {
    reason: 'Mails a code; of the reservation nothing is known or changed yet.', writes: ['login_code', 'mail_outbox', 'renter_session'],
    step: (renter) => renter.call('POST', '/reservation/lookup', { reference: renter.reference, surname: 'Silva', checkoutdate: '', mail: 'maria.silva@example.com' }),
  },
  validateCode: { reason: 'Proves the code: it opens the session in which a call may ask.', writes: ['login_code', 'renter_session'], step: (renter) => renter.call('GET', '/validate/000000') },
  acceptTerms: {
    reason: 'Settles what is asked about first.', writes: ['terms_acceptance', 'terms_acceptance_document'],
    step: (renter) => renter.call('POST', '/termsandconditions', { reference: renter.reference, acceptedDate: '2026-11-22', isAccepted: true }),
  },
  keepDraftForm: { reason: 'Keeps what is typed before it is sent; nothing of it counts.', writes: ['form_draft'], step: (renter) => renter.call('PUT', '/draft', { form: 'driver', texts: { name: 'Maria' } }) },
  postAnalytics: {
    reason: 'Counts answers to offers; nothing of it counts for the reservation.', writes: ['offer_answer'],
    step: (renter) => renter.call('POST', '/analytics', { sessionKey: renter.sessionKey, analyticsData: [{ viewTag: 'exview', action: 'skip' }] }),
  },
  cancelPayment: { reason: 'Ends a payment that was begun after asking: giving up is always possible (P18).', writes: [], step: (renter) => renter.call('POST', '/payment/cancel', { documentId: renter.number }) },
  forgetCard: {
    reason: 'Takes away what the renter let be kept; nothing is paid, held or changed by it (DEC-184).', writes: ['saved_card'],
    step: (renter) => renter.call('POST', '/payment/cards/forget', { documentId: renter.number, token: 'saved-visa' }),
  },
  logPayment: { reason: 'Asks the provider what became of a payment that was begun after asking: money that moved is booked whatever is missing (DEC-95).', writes: [], step: (renter) => renter.log('nobody-knows') },
  sendLaterLink: {
    reason: 'Mails a link to the address on file; of the rental nothing changes (DEC-186).', writes: ['access_link', 'mail_outbox'],
    step: (renter) => renter.call('POST', '/reservation/later'),
  },
  sendUndoCode: { reason: 'Mails a code to the address on file; of the rental nothing changes (DEC-287).', writes: ['login_code', 'mail_outbox', 'renter_session'], step: (renter) => renter.call('POST', `/ticket/${'x'.repeat(43)}/code`) },
  undoAdditions: {
    reason: 'Takes back what was added by whoever completed, by rules of its own that are shown by its own tests; who has no link, as here, is refused before (DEC-287).', writes: [],
    step: (renter) => renter.call('POST', `/ticket/${'x'.repeat(43)}/undo`, { extraIDs: ['CSI'], version: 1, key: '0197d000-0000-4000-8000-000000000000', code: '123456' }),
  },
  sendLaterSms: { reason: 'Sends a link to the number on file, where there is one; of the rental nothing changes. Its own tests show it (DEC-281).', writes: [], step: (renter) => renter.call('POST', '/reservation/later/sms') },
  sendCodeSms: { reason: 'Sends a code to the number on file, and to nobody who has proved one, as here; of the rental nothing changes. Its own tests show it (DEC-230).', writes: [], step: (renter) => renter.call('POST', '/code/sms') },
  beginHandOver: {
    reason: 'Opens a way for pictures to the page that asks for them; they count once they are saved (DEC-204).', writes: ['picture_hand_over'],
    step: (renter) => renter.call('POST', '/hand-over', { sides: ['document.front'] }),
  },
  answerHandOver: { reason: 'Lets a phone in or ends its way (DEC-204).', writes: ['picture_hand_over'], step: (renter) => renter.call('POST', '/hand-over/answer', { token: 'x'.repeat(43), number: '10' }) },
  joinHandOver: { reason: 'A phone comes, without a session (DEC-204).', writes: ['picture_hand_over'], step: (renter) => renter.call('POST', '/hand-over/phone', { token: 'x'.repeat(43), key: 'y'.repeat(43) }) },
  sendHandOverPicture: {
    reason: 'Brings a picture to the page that asks for it; it counts once it is saved (DEC-204).', writes: ['picture_hand_over'],
    step: (renter) => renter.call('POST', '/hand-over/picture', { token: 'x'.repeat(43), key: 'y'.repeat(43), side: 'document.front', image: '' }),
  },
  beginInvitedHandOver: {
    reason: 'Opens a way for pictures to the page of an invited driver; they count once they are saved (DEC-240).', writes: ['picture_hand_over'],
    step: (renter) => renter.call('POST', '/invitation/hand-over', { token: 'x'.repeat(43), key: 'y'.repeat(43), sides: ['document.front'] }),
  },
  answerInvitedHandOver: {
    reason: 'Lets an invited driver\'s phone in or ends its way (DEC-240).', writes: ['picture_hand_over'],
    step: (renter) => renter.call('POST', '/invitation/hand-over/answer', { token: 'x'.repeat(43), key: 'y'.repeat(43), handOver: 'z'.repeat(43), number: '10' }),
  },
  withdrawInvitation: { reason: 'Ends a link that the renter gave away: giving up is always possible (DEC-209).', writes: ['driver_invitation', 'mail_outbox'], step: (renter) => renter.call('POST', '/invitation/withdraw') },
  sendInvitationCode: { reason: 'Mails a code to whoever was invited; of the rental nothing changes (DEC-210).', writes: ['invitation_code', 'mail_outbox'], step: (renter) => renter.call('POST', '/invitation/code', { token: 'x'.repeat(43), email: null }) },
  proveInvitation: { reason: 'Proves the code of whoever was invited (DEC-210).', writes: ['driver_invitation', 'invitation_code'], step: (renter) => renter.call('POST', '/invitation/prove', { token: 'x'.repeat(43), key: 'y'.repeat(43), code: '123456' }) },
  saveInvited: {
    reason: 'Saves as saveDriver does, which asks; who has no link, as here, is refused before. The tests of invitations show it (DEC-209).', writes: [],
    step: (renter) => renter.call('POST', '/invitation/driver', { token: 'x'.repeat(43), key: 'y'.repeat(43), driver: anAdditionalDriver() }),
  },
  prolongSession: {
    reason: 'Says that the renter is there; nothing but the time of rest begins anew (DEC-190).', writes: ['renter_session'],
    step: (renter) => renter.call('POST', '/session/prolong'),
  },
  endOtherSessions: {
    reason: 'Ends the renter\'s sessions at other devices: a way out is always open (DEC-304).', writes: ['renter_session'],
    step: (renter) => renter.call('POST', '/session/others/end'),
  },
  completePrecheckout: {
    reason: 'Asks what became of a signature that was asked for after asking. A new request after a refusal asks anew, and the tests of pre-checkout show it (DEC-130).', writes: [],
    step: (renter) => renter.call('POST', '/precheckout/complete', { guid: renter.guid, signatureId: 'sig_none', again: true }),
  },
}

/** A renter who has not agreed to the terms: the first thing that every call has to ask for. */
async function undecided(): Promise<Renter> {
  const renter = await world.renter()
  await world.api.asAdmin(`delete from terms_acceptance where reservation_id = '${renter.id}'`)
  return renter
}

describe('the one policy of what may proceed (DEC-95, DEC-145)', () => {
  it('is asked by every call of the contract that writes, or the call is named with the reason why not', () => {
    const writes = Object.values(everyCall).filter((call) => kindOf(call) === 'write').map(({ name }) => name)
    expect([...Object.keys(asks), ...Object.keys(excused)].sort()).toEqual(writes.sort())
  })

  it.each(Object.entries(asks).flatMap(([name, steps]) => Object.entries(steps).map(([what, step]) => [name, what, step] as const)))('is asked by %s, which %s, before anything is written', async (_name, _what, step) => {
    const renter = await undecided()
    const before = await rowsOf(renter.id)
    expect((await step(renter)).json()).toMatchObject({ status: 409, code: 'TermsNotAccepted', data: { missing: [{ code: 'TermsNotAccepted', step: 'reservation' }] } })
    expect(changedTables(before, await rowsOf(renter.id))).toEqual([])
    expect([world.card.asked, world.wallet.asked]).toEqual([[], []])
  })

  it.each(Object.entries(excused))('is not asked by %s, which changes nothing of what it is about', async (_name, { step, writes }) => {
    const renter = await undecided()
    const before = await rowsOf(renter.id)
    expect([200, 201, 404]).toContain((await step(renter)).statusCode)
    expect(changedTables(before, await rowsOf(renter.id)).filter((table) => !writes.includes(table))).toEqual([])
    expect([world.card.charges, world.wallet.charges]).toEqual([[], []])
  })
})
