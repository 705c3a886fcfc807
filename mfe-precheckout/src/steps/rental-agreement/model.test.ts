import { CardRefused, loadScriptFx, type CardProblem } from '@checkin/card-payment'
import { anExtra, aReservation, aSummary, noNetwork, refusedWith, type Fakes } from '@checkin/api/testing'
import { agreementChoicesStored, agreementDeferred, problemOccurred, questionRaised, sessionRefused, signatureOpened } from '@checkin/flow'
import { $session, questionAnswered } from '@checkin/flow/publish/shell'
import { collected, happenings, inTurn, turn } from '@checkin/testing'
import { allSettled } from 'effector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aPage, asked, visit, type PageOptions } from '../../test/a-page.ts'
import { $agreement, $differences, $isBusy, $isCardMissing, cardForm, cards, counterPressed, opened, proceedPressed, submission } from './model.ts'

const visa = { creditCardNumber: '4111 **** **** 1111', cardFlag: 'VISA', token: 'saved-card-1', referenceToken: 'ref-1' }
const amex = { creditCardNumber: '3700 **** **** 0002', cardFlag: 'AMEX', token: 'saved-card-2', referenceToken: 'ref-2' }
const twoCards: Fakes = { listSavedCards: [visa, amex] }
const noCards: Fakes = { listSavedCards: [] }
const signing = { signatureURL: 'http://sign.localhost/s/1' }

/** What the provider's fields make of the card: a token, or what is wrong. */
const fields = (answer: string | readonly CardProblem[]) => () => {
  if (typeof answer !== 'string') throw new CardRefused(answer)
  return { token: answer, card: null }
}

async function at({ api = twoCards, tokenise = 'ix::unused', ...options }: PageOptions & { readonly tokenise?: string | readonly CardProblem[] } = {}) {
  const page = aPage({ api, effects: [[loadScriptFx as never, () => 'loaded'], [cardForm.tokenizeFx as never, fields(tokenise)]], ...options })
  const published = happenings(page.scope, { leaves: signatureOpened, counter: agreementDeferred, ended: sessionRefused })
  const modals = collected(page.scope, questionRaised)
  const alerts = collected(page.scope, problemOccurred)
  const addresses = collected(page.scope, signatureOpened)
  await inTurn(page.scope, turn(opened, visit('rental-agreement')))
  return { ...page, published, modals, alerts, addresses }
}
const writes = (page: Parameters<typeof asked>[0]): readonly string[] => asked(page).filter((name) => ['updateReservation', 'submitPrecheckout'].includes(name))
const submitted = ({ calls }: Parameters<typeof asked>[0]) => calls.filter(({ name }) => name === 'submitPrecheckout').map(({ input }) => input as { body: object; idempotencyKey: string })
const withSaved = turn(cards.chosen, 'saved-0')
const proceed = turn(proceedPressed)

beforeEach(() => { vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }) })
afterEach(() => { vi.useRealTimers() })

describe('the agreement', () => {
  it('shows the preview total and the pending amount (PRECHK-10)', async () => {
    const { scope } = await at()
    expect(scope.getState($agreement)).toMatchObject({ preview: 279.55, pending: 179.55 })
  })

  it('prices what was chosen and not sent yet by the server (PRECHK-10, DEC-18, DEC-23)', async () => {
    const { cashier } = aSummary()
    const { scope, api } = await at({
      summary: aSummary({ extras: [anExtra({ extraID: 'GPS' })] }),
      draft: { extras: [{ extraID: 'GPS', quantity: 1, event: 'Select', textBefore: '' }], hasClickedUpgrade: false },
      api: { ...twoCards, calculateExtras: aSummary({ cashier: { ...cashier, previewValue: 310.3, pendingValues: 210.3 } }) },
    })
    expect(scope.getState($agreement)).toMatchObject({ preview: 310.3, pending: 210.3 })
    expect(api.calls.find(({ name }) => name === 'calculateExtras')?.input).toEqual({ body: { reservationId: 'R1001', extras: [{ extraID: 'GPS', quantity: 1, category: 'equipment', observations: 'add', event: 'Select' }] } })
  })

  it.each([[null, null], [300, 300]])('shows the deposit only when the API tells it: %s (PRECHK-12, DEC-64, CONST-30)', async (depositAmount, deposit) => {
    const { scope } = await at({ reservation: { depositAmount } })
    expect(scope.getState($agreement).deposit).toBe(deposit)
  })

  it.each([['sign@example.com', 'sign@example.com'], [null, 'maria.silva@example.com']])('shows where the signing link goes: %s (PRECHK-21, DEC-65)', async (emailToSign, email) => {
    const { scope } = await at({ reservation: { emailToSign } })
    expect(scope.getState($agreement).email).toBe(email)
  })
})

describe('the choice of a card', () => {
  it('is between the saved ones and a new one, nothing chosen at first (PRECHK-11)', async () => {
    const { scope } = await at()
    expect(scope.getState(cards.$options).map(({ value }) => value)).toEqual(['saved-0', 'saved-1', 'new'])
    expect(scope.getState(cards.$choice)).toBeNull()
  })

  it('is made anew at each visit, and counts at each one (PRECHK-11)', async () => {
    const { scope } = await at()
    for (const card of ['saved-1', 'new', 'new']) {
      await inTurn(scope, turn(opened, visit('rental-agreement')))
      expect(scope.getState(cards.$choice)).toBeNull()
      await inTurn(scope, turn(cards.chosen, card))
      expect(scope.getState(cards.$choice)?.value).toBe(card)
    }
  })

  it.each([['there is none', []], ['they cannot be had', refusedWith(500)]])('is only a new card when of the saved ones %s (PRECHK-11)', async (_, listSavedCards) => {
    const { scope, alerts } = await at({ api: { listSavedCards } })
    expect([scope.getState(cards.$options).length, scope.getState(cards.$choice)?.kind, alerts]).toEqual([1, 'new', []])
  })

  it('may be one card less: what the renter takes off is chosen no more, and the others stay (API-44, DEC-192)', async () => {
    const { scope, api } = await at()
    await inTurn(scope, withSaved, turn(cards.forgetPressed))
    expect(api.calls.find(({ name }) => name === 'forgetCard')?.input).toEqual({ body: { documentId: 'R1001', token: 'saved-card-1' } })
    expect(scope.getState(cards.$options).flatMap((option) => (option.kind === 'saved' ? [option.card.token] : []))).toEqual(['saved-card-2'])
    expect([scope.getState(cards.$choice), scope.getState(cards.$forgetting)]).toEqual([null, 'forgotten'])
  })

  it('keeps a card on which a deposit stands, and says so (API-44, DEC-192)', async () => {
    const { scope } = await at({ api: { ...twoCards, forgetCard: refusedWith(409, 'PaymentInProgress') } })
    await inTurn(scope, withSaved, turn(cards.forgetPressed))
    expect([scope.getState(cards.$options).length, scope.getState(cards.$choice)?.value, scope.getState(cards.$forgetting)]).toEqual([3, 'saved-0', 'kept'])
  })

  it('is asked for when Proceed is pressed without one; nothing is sent', async () => {
    const { scope, api } = await at()
    await inTurn(scope, proceed)
    expect([scope.getState($isCardMissing), writes(api)]).toEqual([true, []])
    await inTurn(scope, withSaved)
    expect(scope.getState($isCardMissing)).toBe(false)
  })

  it.each([['takes no cards', [{ code: 'wallet', name: 'Wallet' }], 'none'], ['has no gateway', [], 'none'], ['cannot be asked', refusedWith(500), 'unknown']])(
    'leaves only the counter when the company %s (DEC-20)',
    async (_, listGateways, state) => {
      const { scope, api, published } = await at({ api: { listGateways } })
      expect(scope.getState(cards.$gatewayState)).toBe(state)
      await inTurn(scope, proceed, turn(counterPressed))
      expect([writes(api), published]).toEqual([['updateReservation'], ['counter']])
    },
  )
})

describe('a link session and a saved card (DEC-77, STATES S3.41b)', () => {
  const locked = (): Fakes => {
    let raised = false
    return {
      listSavedCards: () => (raised ? [visa] : refusedWith(403, 'CodeRequired')),
      validateCode: ({ params }) => {
        if (params.code !== '123456') return refusedWith(404, 'CodeNotFound')
        raised = true
        return { guid: 'guid-of-cv1001', sessionKey: 'raised-key', reservation: aReservation().reservation }
      },
    }
  }
  const typing = (code: string) => [turn(cards.panel.form.fieldChanged, { field: 'code', value: code } as const), turn(cards.panel.form.submitted)]

  it('asks for a code in place, sent to the address on file', async () => {
    const { scope, api } = await at({ api: locked() })
    expect(scope.getState(cards.$options).map(({ kind }) => kind)).toEqual(['locked', 'new'])
    await inTurn(scope, turn(cards.chosen, 'saved'))
    expect(scope.getState(cards.panel.$stage)).toBe('asked')
    await inTurn(scope, turn(cards.panel.sendPressed))
    expect(api.calls.find(({ name }) => name === 'lookup')?.input).toEqual({ body: { reference: '', surname: '', checkoutdate: '', mail: '' } })
    expect(scope.getState(cards.panel.$stage)).toBe('sent')
  })

  it('shows the saved cards after the right code, with the raised session\'s key', async () => {
    const { scope } = await at({ api: locked() })
    await inTurn(scope, turn(cards.chosen, 'saved'), turn(cards.panel.sendPressed), ...typing('123456'))
    expect(scope.getState(cards.$options).map(({ value }) => value)).toEqual(['saved-0', 'new'])
    expect([scope.getState(cards.panel.$stage), scope.getState($session)?.sessionKey]).toEqual(['closed', 'raised-key'])
  })

  it('stays open after a wrong code, the field marked', async () => {
    const { scope, alerts } = await at({ api: locked() })
    await inTurn(scope, turn(cards.chosen, 'saved'), turn(cards.panel.sendPressed), ...typing('000000'))
    expect([scope.getState(cards.panel.form.$errors), scope.getState(cards.panel.$stage)]).toEqual([{ code: 'Invalid' }, 'sent'])
    expect(alerts).toEqual([{ key: 'CodeNotFound' }])
  })

  it('says that no code can be sent without an address on file; a new card still can', async () => {
    const { scope, alerts } = await at({ api: { ...locked(), lookup: refusedWith(404, 'ReservationNotFound') } })
    await inTurn(scope, turn(cards.chosen, 'saved'), turn(cards.panel.sendPressed))
    expect([scope.getState(cards.panel.$stage), alerts]).toEqual(['no-address', []])
    await inTurn(scope, turn(cards.chosen, 'new'))
    expect([scope.getState(cards.panel.$stage), scope.getState(cards.$choice)?.kind]).toEqual(['closed', 'new'])
  })

  it('is asked for by Proceed too, and when the deposit itself says that a code is needed', async () => {
    const first = await at({ api: locked() })
    await inTurn(first.scope, turn(cards.chosen, 'saved'), turn(cards.panel.cancelPressed), proceed)
    expect([first.scope.getState(cards.panel.$stage), writes(first.api)]).toEqual(['asked', []])
    const second = await at({ api: { ...twoCards, submitPrecheckout: refusedWith(403, 'CodeRequired') } })
    await inTurn(second.scope, withSaved, proceed)
    expect([second.scope.getState(cards.panel.$stage), second.modals, second.scope.getState($isBusy)]).toEqual(['asked', [], false])
  })
})

describe('Proceed', () => {
  it('with a saved card: update, submission, signature, in this order (PRECHK-13, PRECHK-14, DEC-62, STATES S3.42, CONST-29)', async () => {
    const { scope, api, addresses } = await at({ api: { ...twoCards, submitPrecheckout: signing } })
    await inTurn(scope, turn(cards.chosen, 'saved-1'), proceed)
    expect(writes(api)).toEqual(['updateReservation', 'submitPrecheckout'])
    expect(submitted(api).map(({ body }) => body)).toEqual([{ documentId: 'R1001', authorization: 'saved-card-2', isRecurring: true, validated: true }])
    expect(addresses).toEqual([{ url: 'http://sign.localhost/s/1' }])
  })

  it('with a new card: a token first (PRECHK-13)', async () => {
    const { scope, api, addresses } = await at({ api: { ...noCards, submitPrecheckout: signing }, tokenise: 'ix::token' })
    await inTurn(scope, proceed)
    expect(submitted(api)[0]?.body).toMatchObject({ authorization: 'ix::token' })
    expect(addresses).toHaveLength(1)
  })

  it('stops at a card that is not valid: its errors in a modal, no update, no submission (PRECHK-13, PAY-26, STATES S3.43, ERR-23)', async () => {
    const { scope, api, modals } = await at({ api: noCards, tokenise: [{ attribute: 'month', key: 'errors.blank' }, { attribute: 'number', key: 'errors.invalid' }] })
    await inTurn(scope, proceed)
    expect(modals).toMatchObject([{ type: 'cancel', keys: ['month.errors.blank', 'number.errors.invalid'] }])
    expect([writes(api), scope.getState($isBusy)]).toEqual([[], false])
  })

  it('stores the reservation with the draft, never completes it, and sends no driver (PRECHK-14, PRECHK-28)', async () => {
    const { scope, api } = await at({ draft: { extras: [{ extraID: 'SEAT', quantity: 3, textBefore: '' }], hasClickedUpgrade: false }, api: { ...twoCards, submitPrecheckout: signing } })
    await inTurn(scope, withSaved, proceed)
    const { body } = api.calls.find(({ name }) => name === 'updateReservation')?.input as { body: { reservation: object; extras: object[]; hasCompletedReservation: boolean } }
    expect(body).toMatchObject({ reservation: { reservation: 'R1001', driver: null }, extras: [{ extraID: 'SEAT', quantity: 3 }], hasCompletedReservation: false, forAgreement: true })
  })

  it('that only booked a fee of age shows the new figures and waits for another press: no modal, no failure (DEC-117)', async () => {
    const { scope, modals, alerts, published } = await at({ api: { ...twoCards, submitPrecheckout: refusedWith(409, 'AmountChanged', { data: { amount: 239.55 } }) } })
    const reloads = collected(scope, agreementChoicesStored)
    await inTurn(scope, withSaved, proceed)
    expect([scope.getState(submission.$hasNewFigures), scope.getState(submission.$outcome), scope.getState($isBusy)]).toEqual([true, null, false])
    expect([modals, alerts, published, reloads]).toEqual([[], [], [], [{}]])
  })

  it.each([['fails', refusedWith(500)], ['is refused', refusedWith(400, 'CannotUpdate')], ['gets no answer', noNetwork()]])(
    'stops when the update %s: nothing was charged (PRECHK-16, ERR-22, STATES S3.44)',
    async (_, updateReservation) => {
      const { scope, api, modals } = await at({ api: { ...twoCards, updateReservation } })
      await inTurn(scope, withSaved, proceed)
      expect(modals).toMatchObject([{ type: 'cancel', keys: ['preauth-submit-reservation'] }])
      expect([writes(api), scope.getState($isBusy)]).toEqual([['updateReservation'], false])
    },
  )

  it('is one submission however often it is pressed (DEC-23)', async () => {
    const { scope, api } = await at({ api: { ...twoCards, submitPrecheckout: signing } })
    await inTurn(scope, withSaved)
    await Promise.all([allSettled(proceedPressed, { scope }), allSettled(proceedPressed, { scope }), allSettled(counterPressed, { scope })])
    expect(writes(api)).toEqual(['updateReservation', 'submitPrecheckout'])
  })

  it('ends with the session when that is refused (ERR-46)', async () => {
    const { scope, published, modals } = await at({ api: { ...twoCards, updateReservation: refusedWith(401, 'Unauthorized') } })
    await inTurn(scope, withSaved, proceed)
    expect([published, modals]).toEqual([['ended'], []])
  })

  it.each([['the update', { updateReservation: refusedWith(409, 'HasRentalAgreement') }], ['the submission', { submitPrecheckout: refusedWith(409, 'HasRentalAgreement') }]])(
    'says that there is an agreement already when %s says so (ERR-15)',
    async (_, api) => {
      const { scope, modals } = await at({ api: { ...twoCards, ...api } })
      await inTurn(scope, withSaved, proceed)
      expect(modals.map(({ keys }) => keys)).toEqual([['IsntPossibleChangeThisReservation']])
    },
  )
})

describe('what became of the deposit', () => {
  const refusal = (context?: string) => refusedWith(400, 'PreauthorisationFailed', context === undefined ? {} : { data: { errors: [{ context }] } })

  it.each(['payment', 'agreement', 'signature', 'already-processed', 'summary-email', 'submit-reservation', 'outdated'])('is told by its context: %s (PRECHK-15, PRECHK-17, ERR-21, ERR-41, STATES S3.45)', async (context) => {
    const { scope, modals, published } = await at({ api: { ...twoCards, submitPrecheckout: refusal(context) } })
    await inTurn(scope, withSaved, proceed)
    expect(modals).toMatchObject([{ type: 'cancel', keys: [`preauth-${context}`] }])
    expect([published, scope.getState(submission.$outcome), scope.getState($isBusy)]).toEqual([[], { context }, false])
  })

  it.each([['names none', refusal()], ['names one that nobody knows', refusal('weather')], ['is empty', refusedWith(500)], ['is unreadable', refusedWith(400, null, { data: { errors: 'x' } })]])(
    'is somethingHappened when the answer %s (PRECHK-15, DEC-63, STATES S3.46)',
    async (_, submitPrecheckout) => {
      const { scope, modals } = await at({ api: { ...twoCards, submitPrecheckout } })
      await inTurn(scope, withSaved, proceed)
      expect(modals.map(({ keys }) => keys)).toEqual([['somethingHappened']])
    },
  )

  it.each(['already-processed', 'summary-email'])('goes on to the signature after %s was read (DEC-63, ERR-38, ERR-39)', async (context) => {
    const { scope, modals, addresses } = await at({ api: { ...twoCards, submitPrecheckout: { ...signing, errors: [{ context }] } } })
    await inTurn(scope, withSaved, proceed)
    expect([modals.map(({ keys }) => keys), addresses]).toEqual([[[`preauth-${context}`]], []])
    await inTurn(scope, turn(questionAnswered, { action: 'close' } as const))
    expect(addresses).toEqual([{ url: signing.signatureURL }])
    await inTurn(scope, turn(questionAnswered, { action: 'close' } as const))
    expect(addresses).toHaveLength(1)
  })

  it('is tried again with another card after a refusal (ERR-40)', async () => {
    let tries = 0
    const { scope, addresses, api } = await at({ api: { ...twoCards, submitPrecheckout: () => (++tries === 1 ? refusal('payment') : signing) } })
    await inTurn(scope, withSaved, proceed, turn(cards.chosen, 'saved-1'), proceed)
    expect(addresses).toHaveLength(1)
    const [first, second] = submitted(api)
    expect(first?.idempotencyKey).not.toBe(second?.idempotencyKey)
  })

  it('is asked for again with the same key and card when nobody answers, until it is known (DEC-48, ERR-45)', async () => {
    let tries = 0
    const { scope, api, modals, addresses } = await at({ api: { ...twoCards, submitPrecheckout: () => (++tries < 3 ? noNetwork() : { ...signing, errors: [{ context: 'already-processed' }] }) } })
    await inTurn(scope, withSaved, proceed)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(new Set(submitted(api).map((input) => JSON.stringify(input))).size).toBe(1)
    expect([writes(api).filter((name) => name === 'updateReservation').length, submitted(api).length]).toEqual([1, 3])
    expect([modals.map(({ keys }) => keys), addresses]).toEqual([[['preauth-already-processed']], []])
  })

  it.each([['says so', { signatureURL: null, state: 'checking' as const }], ['says nothing', { signatureURL: null }]])(
    'is being checked as long as the provider %s; the page is published the truth and can ask once more (DEC-48)',
    async (_, checking) => {
      let isKnown = false
      const { scope, api, modals, addresses } = await at({ api: { ...twoCards, submitPrecheckout: () => (isKnown ? signing : checking) } })
      await inTurn(scope, withSaved, proceed)
      await vi.advanceTimersByTimeAsync(63_000)
      expect([scope.getState(submission.$phase), scope.getState(submission.$isStuck), modals]).toEqual(['checking', true, []])
      expect(submitted(api)).toHaveLength(7)
      await inTurn(scope, turn(counterPressed))
      expect(writes(api).filter((name) => name === 'updateReservation')).toHaveLength(1)
      isKnown = true
      await inTurn(scope, turn(submission.checkPressed))
      expect(addresses).toHaveLength(1)
    },
  )

  it('waits for the bank, and goes on when its page is done', async () => {
    let isConfirmed = false
    const { scope, addresses } = await at({
      api: { ...twoCards, submitPrecheckout: () => (isConfirmed ? signing : { signatureURL: null, state: 'redirect' as const, redirectURL: 'http://card.localhost/3ds/1' }) },
    })
    await inTurn(scope, withSaved, turn(proceedPressed))
    expect([scope.getState(submission.$phase), scope.getState(submission.$bankAddress)]).toEqual(['bank', 'http://card.localhost/3ds/1'])
    isConfirmed = true
    await inTurn(scope, turn(submission.bankFinished))
    expect(addresses).toHaveLength(1)
  })

  it('of an attempt that was left says nothing any more', async () => {
    let answer: (data: typeof signing) => void = () => undefined
    const { scope, published, modals } = await at({ api: { ...twoCards, submitPrecheckout: () => new Promise((done) => { answer = done }) } })
    await inTurn(scope, withSaved)
    const pressed = allSettled(proceedPressed, { scope })
    await Promise.resolve()
    await new Promise((done) => setImmediate(done))
    await Promise.race([inTurn(scope, turn(opened, visit('rental-agreement'))), new Promise((done) => setImmediate(done))])
    answer(signing)
    await pressed
    expect([published, modals]).toEqual([[], []])
  })
})

describe('NoIwillSignOTC', () => {
  it('is one update, no deposit, and the counter (PRECHK-18, STATES S3.47)', async () => {
    const { scope, api, published } = await at()
    await inTurn(scope, turn(counterPressed))
    expect([writes(api), published]).toEqual([['updateReservation'], ['counter']])
  })

  it('stays when the update fails: preauth-submit-reservation (STATES S3.48)', async () => {
    const { scope, published, modals } = await at({ api: { ...twoCards, updateReservation: refusedWith(500) } })
    await inTurn(scope, turn(counterPressed))
    expect([published, modals.map(({ keys }) => keys)]).toEqual([[], [['preauth-submit-reservation']]])
  })
})

describe('somebody else changed the reservation meanwhile (DEC-127)', () => {
  const now = aSummary({ extras: [...aSummary().extras, anExtra({ extraID: 'WIFI', description: 'WiFi', isAccepted: true, totalValue: 12 })] })
  const full = (summary: ReturnType<typeof aSummary>) => ({ reservation: {} as never, driver: null, addDriver: null, rowVersion: 5, summary })
  const api = (summary: ReturnType<typeof aSummary>): Fakes => ({
    ...twoCards, getFullReservation: full(summary), updateReservation: ({ body: { rowVersion } }) => (rowVersion === 5 ? full(summary) : refusedWith(409, 'VersionConflict')),
  })

  it('the agreement goes on upon the newest version where nothing is new to the renter', async () => {
    const page = await at({ api: api(aSummary()) })
    await inTurn(page.scope, withSaved, proceed)
    expect([writes(page.api), page.modals]).toEqual([['updateReservation', 'updateReservation', 'submitPrecheckout'], []])
  })

  it.each([['Proceed', proceedPressed, ['updateReservation', 'updateReservation', 'submitPrecheckout']], ['the counter', counterPressed, ['updateReservation', 'updateReservation']]] as const)(
    'else %s holds, signs and stores nothing before the renter has seen what is new', async (_which, pressed, calls) => {
      const page = await at({ api: api(now) })
      await inTurn(page.scope, withSaved, turn(pressed))
      expect([writes(page.api), page.published, page.modals, page.scope.getState($isBusy)]).toEqual([['updateReservation'], [], [], false])
      expect(page.scope.getState($differences)).toMatchObject([{ id: 'WIFI', now: { quantity: 1, total: 12 } }])
      await inTurn(page.scope, turn(pressed))
      expect([writes(page.api), page.scope.getState($differences)]).toEqual([calls, []])
    },
  )
})
