import { noNetwork, refusedWith } from '@checkin/api/testing'
import { addDays, addYears, todayIn } from '@checkin/forms'
import { codeSent, emailEntryLeft, problemOccurred, rentalAgreementFound, reservationLocated, sessionRefused } from '@checkin/flow'
import { checkinExited, codeAccepted } from '@checkin/flow/publish/verification'
import { collected, inTurn, turn } from '@checkin/testing'
import { allSettled, type Scope } from 'effector'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aReservation } from '@checkin/api/testing'
import { aPage, loadedReservation, located, twoTerms, visit, type PageOptions } from '../../test/shell-double.ts'
import { $asksProof, $canSubmit, $isProofImpossible, $pickUpWindow, $termsAgreed, $view, backPressed, findForm, lookupFx, mailForm, opened, prelookupFx, termsTicked } from './model.ts'

const found = { found: true, needsTerms: false } as const
const today = todayIn('Europe/Lisbon')

const open = (scope: Scope): Promise<void> => allSettled(opened, { scope, params: visit('verify-reservation') })
const fill = (field: 'reference' | 'surname' | 'checkoutdate', value: string) => turn(findForm.fieldChanged, { field, value })
const fillMail = (value: string) => turn(mailForm.fieldChanged, { field: 'mail' as const, value })

async function locating(options: PageOptions, values: { reference?: string; surname?: string; checkoutdate?: string } = {}) {
  const scope = aPage(options)
  const published = { problems: collected(scope, problemOccurred), found: collected(scope, reservationLocated), agreements: collected(scope, rentalAgreementFound), ended: collected(scope, sessionRefused), asked: collected(scope, prelookupFx) }
  await open(scope)
  await inTurn(scope, fill('reference', values.reference ?? 'CV1001'), fill('surname', values.surname ?? 'Silva'), fill('checkoutdate', values.checkoutdate ?? ''), turn(findForm.submitted))
  return { scope, ...published }
}

async function sending(options: PageOptions, mail = 'maria.silva@example.com', ticked = true) {
  const scope = aPage({ lookup: located({ needsTerms: options.terms !== undefined }), ...options })
  const published = { problems: collected(scope, problemOccurred), sent: collected(scope, codeSent), agreements: collected(scope, rentalAgreementFound), asked: collected(scope, lookupFx) }
  await open(scope)
  await inTurn(scope, fillMail(mail), turn(termsTicked, ticked), turn(mailForm.submitted))
  return { scope, ...published }
}

beforeEach(() => {
  sessionStorage.clear()
})

describe('finding the reservation, view 1', () => {
  it('is what a renter sees first, and view 2 follows on the same address (VERIF-01, STATES S1.1)', async () => {
    const { scope, found: published } = await locating({ api: { prelookup: { found: true, needsTerms: true } } })
    expect(published).toEqual([{ reference: 'CV1001', surname: 'Silva', checkoutdate: '', needsTerms: true }])
    expect(scope.getState($view)).toBe('mail')
    expect(aPage().getState($view)).toBe('find')
  })

  it('pays by itself where strangers guess at the reference: the renter waits a moment and reads nothing of it (DEC-100)', async () => {
    const sent: { readonly body: { readonly work?: string | undefined } }[] = []
    const prices = [4, 6]
    const { found: published, problems } = await locating({ api: { prelookup: (input) => {
      sent.push(input)
      const bits = prices[sent.length - 1]
      return bits === undefined ? found : refusedWith(429, 'WorkRequired', { data: { challenge: `stated-${bits}.signed`, bits } })
    } } })
    await expect.poll(() => published).toHaveLength(1)
    expect(sent.map(({ body: { work } }) => work)).toEqual([undefined, expect.stringMatching(/^stated-4\.signed\.\d+$/), expect.stringMatching(/^stated-6\.signed\.\d+$/)])
    expect(problems).toEqual([])
  })

  it('stops paying where the price rises on and on, and says that there were too many tries (DEC-100)', async () => {
    let calls = 0
    const { problems } = await locating({ api: { prelookup: () => { calls += 1; return refusedWith(429, 'WorkRequired', { data: { challenge: 'stated.signed', bits: 2 } }) } } })
    await expect.poll(() => problems).toMatchObject([{ key: 'Notice.tooManyTries' }])
    expect(calls).toBe(4)
  })

  it('asks for number and last name before it calls anybody (VERIF-02, ERR-43)', async () => {
    const { scope, asked } = await locating({}, { reference: ' ', surname: '' })
    expect(scope.getState(findForm.$errors)).toEqual({ reference: 'Required', surname: 'Required' })
    expect(asked).toEqual([])
  })

  it.each([
    ['', null], [today, null], [addDays(today, -1), 'MinRequired'], [addYears(today, 5), null], [addDays(addYears(today, 5), 1), 'MaxExceeded'],
  ])('takes a pick-up date from today to five years ahead, or none: %s (VERIF-03, VERIF-04, DEC-02, CONST-15)', async (checkoutdate, kind) => {
    const { scope, asked } = await locating({}, { checkoutdate })
    expect(scope.getState(findForm.$errors).checkoutdate ?? null).toBe(kind)
    expect(asked).toHaveLength(kind === null ? 1 : 0)
  })

  it('counts today by the clock of the rental location, at every press anew (VERIF-03)', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T23:30:00Z') })
    const { scope, asked } = await locating({}, { checkoutdate: '2026-11-30' })
    expect(asked).toHaveLength(1)
    expect(scope.getState($pickUpWindow)).toEqual({ min: '2026-11-30', max: '2031-11-30' })
    vi.setSystemTime(new Date('2026-12-01T00:30:00Z'))
    await inTurn(scope, turn(findForm.submitted))
    expect(scope.getState(findForm.$errors)).toEqual({ checkoutdate: 'MinRequired' })
    vi.useRealTimers()
  })

  it('sends number, name and date as typed but trimmed, and the e-mail empty (VERIF-05, VERIF-27, DATA-01)', async () => {
    const seen: unknown[] = []
    await locating({ api: { prelookup: (input) => { seen.push(input); return found } } }, { reference: ' CV1001 ', surname: ' Silva ', checkoutdate: '2030-12-01' })
    expect(seen).toEqual([{ body: { reference: 'CV1001', surname: 'Silva', checkoutdate: '2030-12-01', mail: '' } }])
  })

  it('says to double-check when nothing is found, and keeps what was typed (VERIF-06, ERR-04, STATES S1.3)', async () => {
    const { scope, problems } = await locating({ api: { prelookup: refusedWith(404, 'ReservationNotFound') } })
    expect(problems).toEqual([{ key: 'ReservationNotFound' }])
    expect(scope.getState($view)).toBe('find')
    expect(scope.getState(findForm.$values)).toEqual({ reference: 'CV1001', surname: 'Silva', checkoutdate: '' })
  })

  it('says that a reservation with a rental agreement cannot be changed (VERIF-07, ERR-15, STATES S1.2)', async () => {
    const { scope, problems, agreements } = await locating({ api: { prelookup: refusedWith(409, 'HasRentalAgreement') } })
    expect(problems).toEqual([{ key: 'IsntPossibleChangeThisReservation' }])
    expect(agreements).toEqual([{}])
    expect(scope.getState($view)).toBe('find')
  })

  it.each([
    ['too many tries', refusedWith(429, 'TooManyRequests', { retryAfter: 900 }), 'Notice.tooManyTries'],
    ['a fault of the server', refusedWith(500, 'Internal'), 'SomethingHappened'],
    ['an unknown answer', refusedWith(418), 'SomethingHappenedCode'],
    ['no network', noNetwork(), 'SomethingHappened'],
  ])('shows one alert for %s, keeps everything and can be pressed again (ERR-01, ERR-02, ERR-03, ERR-45, DEC-49, SHELL-61)', async (_, failure, key) => {
    let calls = 0
    const { scope, problems } = await locating({ api: { prelookup: () => (++calls === 1 ? failure : found) } })
    expect(problems.map((problem) => problem.key)).toEqual([key])
    expect(scope.getState(findForm.$values).reference).toBe('CV1001')
    await inTurn(scope, turn(findForm.submitted))
    expect(scope.getState($view)).toBe('mail')
  })

  it("shows the server's own message of a 500 (ERR-02, SHELL-60)", async () => {
    const { problems } = await locating({ api: { prelookup: refusedWith(500, 'Internal', { title: 'The fleet is being counted' }) } })
    expect(problems).toMatchObject([{ text: 'The fleet is being counted' }])
  })

  it('publishes that the session is refused (ERR-46)', async () => {
    const { ended, problems } = await locating({ api: { prelookup: refusedWith(401, 'Unauthorized') } })
    expect([ended, problems]).toEqual([[{}], []])
  })

  it('asks once however often the button is pressed', async () => {
    let calls = 0
    const scope = aPage({ api: { prelookup: async () => { calls += 1; return found } } })
    await inTurn(scope, fill('reference', 'CV1001'), fill('surname', 'Silva'))
    await Promise.all([allSettled(findForm.submitted, { scope }), allSettled(findForm.submitted, { scope })])
    expect(calls).toBe(1)
  })

  it('brings back what was typed after a reload, until the reservation is proved or left (DEC-18, DEC-85)', async () => {
    await locating({ api: { prelookup: refusedWith(404, 'ReservationNotFound') } })
    const reloaded = aPage()
    await open(reloaded)
    expect(reloaded.getState(findForm.$values)).toMatchObject({ reference: 'CV1001', surname: 'Silva' })
    const { reservation, guid } = { reservation: aReservation().reservation, guid: 'guid-of-cv1001' }
    await inTurn(reloaded, turn(codeAccepted, { guid, sessionKey: 'session-key-1', reservation }))
    expect(sessionStorage).toHaveLength(0)
  })

  it('shows what was found again when the renter comes back from the reservation, and types over it freely (VERIF-11)', async () => {
    const scope = aPage({ loaded: loadedReservation() })
    await open(scope)
    expect(scope.getState(findForm.$values)).toEqual({ reference: 'CV1001', surname: loadedReservation().reservation.customer.surname, checkoutdate: '' })
    await inTurn(scope, fill('reference', 'CV1002'))
    await open(scope)
    expect(scope.getState(findForm.$values).reference).toBe('CV1002')
  })

  it('forgets everything at Exit, for the next person at this computer (DEC-85)', async () => {
    const { scope } = await locating({})
    await inTurn(scope, turn(checkinExited, {}))
    expect(sessionStorage).toHaveLength(0)
  })
})

describe('saying where the code goes, view 2', () => {
  it.each([['x@', 'Invalid'], ['maria.silva', 'Invalid'], ['   ', 'Required']])('refuses the address "%s" without a call (VERIF-08, DEC-33)', async (mail, kind) => {
    const { scope, asked } = await sending({}, mail)
    const isEmpty = kind === 'Required'
    expect(scope.getState($canSubmit)).toBe(!isEmpty)
    expect(scope.getState(mailForm.$errors)).toEqual({ mail: kind })
    expect(asked).toEqual([])
  })

  it.each([
    { terms: true, ticked: false, mail: 'a@b.pt', can: false },
    { terms: true, ticked: true, mail: 'a@b.pt', can: true },
    { terms: true, ticked: true, mail: '', can: false },
    { terms: false, ticked: false, mail: 'a@b.pt', can: true },
    { terms: false, ticked: false, mail: '', can: false },
  ])('lets Submit be pressed only when the e-mail is filled and the terms are agreed to: %o (VERIF-09, VERIF-10, ERR-43)', async ({ terms, ticked, mail, can }) => {
    const scope = aPage({ lookup: located({ needsTerms: terms }), terms: terms ? twoTerms : [] })
    await inTurn(scope, fillMail(mail), turn(termsTicked, ticked))
    expect(scope.getState($canSubmit)).toBe(can)
  })

  it('sends nothing while the terms are not agreed to, even by Enter (VERIF-10)', async () => {
    const { asked } = await sending({ terms: twoTerms }, 'maria.silva@example.com', false)
    expect(asked).toEqual([])
  })

  it('asks for the code with the located fields and the typed address (VERIF-13, STATES S1.5)', async () => {
    const seen: unknown[] = []
    const { sent } = await sending({ lookup: located({ checkoutdate: '2030-12-01' }), api: { lookup: (input) => { seen.push(input); return { sessionKey: 'pending-key-1' } } } })
    expect(seen).toEqual([{ body: { reference: 'CV1001', surname: 'Silva', checkoutdate: '2030-12-01', mail: 'maria.silva@example.com' } }])
    expect(sent).toEqual([{ mail: 'maria.silva@example.com' }])
  })

  it('says ReservationNotFound for an address that is not the one on file, and stays (VERIF-14, VERIF-15, ERR-04, STATES S1.6)', async () => {
    const { scope, problems, sent } = await sending({ api: { lookup: refusedWith(404, 'ReservationNotFound') } }, 'b@x.pt')
    expect(problems).toEqual([{ key: 'ReservationNotFound' }])
    expect(sent).toEqual([])
    expect(scope.getState($view)).toBe('mail')
    expect(scope.getState(mailForm.$values).mail).toBe('b@x.pt')
  })

  describe('without an address on file (DEC-99)', () => {
    const proving = async (options: PageOptions, typed: { readonly checkoutdate?: string; readonly proof?: string } = {}) => {
      const scope = aPage({ lookup: located({ secondProof: true }), ...options })
      const published = { problems: collected(scope, problemOccurred), sent: collected(scope, codeSent), asked: collected(scope, lookupFx) }
      await open(scope)
      await inTurn(scope, turn(mailForm.fieldChanged, { field: 'checkoutdate' as const, value: typed.checkoutdate ?? today }), turn(mailForm.fieldChanged, { field: 'proof' as const, value: typed.proof ?? '45-67' }), fillMail('new@example.com'), turn(mailForm.submitted))
      return { scope, ...published }
    }

    it('the pick-up date of view 1 stands there already, the proof of another reservation does not (STATES S1.74)', async () => {
      const { scope } = await locating({ api: { prelookup: { found: true, needsTerms: false, secondProof: true } } }, { checkoutdate: today })
      expect([scope.getState($asksProof), scope.getState(mailForm.$values)]).toEqual([true, { checkoutdate: today, proof: '', mail: '' }])
      await inTurn(scope, turn(mailForm.fieldChanged, { field: 'proof' as const, value: '4567' }), turn(backPressed), fill('reference', 'CV1002'), turn(findForm.submitted))
      expect(scope.getState(mailForm.$values).proof).toBe('')
    })

    it('both are sent with the address, the end of a number without its signs (STATES S1.75)', async () => {
      const seen: unknown[] = []
      const { sent } = await proving({ api: { lookup: (input) => { seen.push(input); return { sessionKey: 'pending-key-1' } } } })
      expect(seen).toEqual([{ body: { reference: 'CV1001', surname: 'Silva', checkoutdate: today, proof: '4567', mail: 'new@example.com' } }])
      expect(sent).toEqual([{ mail: 'new@example.com' }])
    })

    it.each([
      ['no date', { checkoutdate: '' }, { checkoutdate: 'Required' }], ['a day that has passed', { checkoutdate: addDays(today, -1) }, { checkoutdate: 'MinRequired' }],
      ['no proof', { proof: '' }, { proof: 'Required' }], ['three characters', { proof: '4-5-6' }, { proof: 'MinRequired' }],
    ])('%s is refused without a call', async (_what, typed, errors) => {
      const { scope, asked } = await proving({}, typed)
      expect([scope.getState(mailForm.$errors), asked]).toEqual([errors, []])
    })

    it('a wrong proof reads as not found, and stays (STATES S1.76)', async () => {
      const { scope, problems, sent } = await proving({ api: { lookup: refusedWith(404, 'ReservationNotFound') } })
      expect([problems, sent, scope.getState($view), scope.getState($isProofImpossible)]).toEqual([[{ key: 'ReservationNotFound' }], [], 'mail', false])
    })

    it('nothing on file leads to the counter, on the screen and until the next try (STATES S1.77)', async () => {
      let calls = 0
      const { scope, problems } = await proving({ api: { lookup: () => (++calls === 1 ? refusedWith(409, 'NoProofOnFile') : refusedWith(404, 'ReservationNotFound')) } })
      expect([problems, scope.getState($isProofImpossible), scope.getState($view)]).toEqual([[], true, 'mail'])
      await inTurn(scope, turn(mailForm.submitted))
      expect(scope.getState($isProofImpossible)).toBe(false)
    })

    it('the proof is in no storage of the browser (DEC-18)', async () => {
      await proving({})
      expect(JSON.stringify(Object.entries(sessionStorage))).not.toMatch(/(?<![0-9a-f])4567(?![0-9a-f])/)
      expect(JSON.stringify(Object.entries(sessionStorage))).toContain('new@example.com')
    })
  })

  it('says so when the agreement was made meanwhile (ERR-15, STATES S1.6)', async () => {
    const { problems, agreements } = await sending({ api: { lookup: refusedWith(409, 'HasRentalAgreement') } })
    expect([problems, agreements]).toEqual([[{ key: 'IsntPossibleChangeThisReservation' }], [{}]])
  })

  it.each([['too many', refusedWith(429, 'TooManyRequests'), 'Notice.tooManyTries'], ['no network', noNetwork(), 'SomethingHappened']])('keeps the address and stays for %s (ERR-45)', async (_, failure, key) => {
    const { scope, problems } = await sending({ api: { lookup: failure } })
    expect(problems.map((problem) => problem.key)).toEqual([key])
    expect(scope.getState(mailForm.$values).mail).toBe('maria.silva@example.com')
  })

  it('goes back to view 1 with number and name still there (VERIF-11, STATES S1.4)', async () => {
    const { scope } = await locating({})
    const left = collected(scope, emailEntryLeft)
    await inTurn(scope, turn(backPressed))
    expect(left).toEqual([{}])
    expect(scope.getState($view)).toBe('find')
    expect(scope.getState(findForm.$values)).toMatchObject({ reference: 'CV1001', surname: 'Silva' })
  })

  it('is where a renter who left the code finds the address again, after a reload too (VERIF-20, DEC-93)', async () => {
    const scope = aPage({ lookup: located({ mail: 'maria.silva@example.com', stage: 'mail' }) })
    await open(scope)
    expect(scope.getState($view)).toBe('mail')
    expect(scope.getState(mailForm.$values).mail).toBe('maria.silva@example.com')
    expect(scope.getState(findForm.$values)).toMatchObject({ reference: 'CV1001', surname: 'Silva' })
  })

  it('asks to agree again when another reservation was located (VERIF-22)', async () => {
    const scope = aPage({ lookup: located({ needsTerms: true }), terms: twoTerms, api: { prelookup: { found: true, needsTerms: true } } })
    await inTurn(scope, turn(termsTicked, true))
    expect(scope.getState($termsAgreed)).toBe(true)
    await inTurn(scope, fill('reference', 'CV1003'), fill('surname', 'Silva'), turn(findForm.submitted))
    expect(scope.getState($termsAgreed)).toBe(false)
  })
})
