import { anExtra, aSummary, noNetwork, refusedWith, type Fakes } from '@checkin/api/testing'
import { checkinCompleted, overviewExited, overviewLeft, payerProved, problemOccurred, questionRaised, walletOpened } from '@checkin/flow'
import { collected, happenings, inTurn, turn } from '@checkin/testing'
import { describe, expect, it, vi } from 'vitest'
import { aPage, asked, bodies, navigation, status, summaryWith, visit, type PageOptions, withStoppedClock } from '../../test/a-page.ts'
import { $ending, $isMethodMissing, $note, $working, attempt, backPressed, closed, exitPressed, paymentMethod, opened, retryPressed, review, actionPressed } from './model.ts'

withStoppedClock()

const events = { completed: checkinCompleted, wallet: walletOpened, left: overviewLeft, exited: overviewExited }
const saved = { creditCardNumber: '4111 **** **** 1111', cardFlag: 'VISA', token: 'saved-1', referenceToken: 'ref-1' }
const bySavedCard = [turn(paymentMethod.providerChosen, 'card'), turn(paymentMethod.cards.chosen, 'saved-0')]
const byWallet = [turn(paymentMethod.providerChosen, 'wallet')]
const full = (summary = aSummary()) => ({ reservation: {} as never, driver: null, addDriver: null, rowVersion: 2, summary })

async function at(options: PageOptions = {}) {
  const page = aPage({ ...options, api: { listSavedCards: [saved], ...options.api } })
  const published = happenings(page.scope, events)
  const alerts = collected(page.scope, problemOccurred)
  const modals = collected(page.scope, questionRaised)
  const urls = collected(page.scope, walletOpened)
  await turn(opened, visit('overview'))(page.scope)
  const state = () => ({ stage: page.scope.getState(attempt.$stage).kind, note: page.scope.getState($note)?.kind ?? null, working: page.scope.getState($working) })
  return { ...page, published, alerts, modals, urls, state, pay: (action: 'Pay' | 'PayAndComplete', ...first: readonly ReturnType<typeof turn>[]) => inTurn(page.scope, ...first, turn(actionPressed, action)) }
}
/** Calls that change something, in order. */
const written = (page: Awaited<ReturnType<typeof at>>): readonly string[] => asked(page.api).filter((name) => ['updateReservation', 'postPayment', 'postAnalytics', 'cancelPayment'].includes(name))
const due = (amount: number): Fakes => ({ updateReservation: full(summaryWith(amount)) })

describe('coming to the overview', () => {
  it('asks for the ways to pay and whether a payment is open, and loads the card script once (API-30, SHELL-37, P18)', async () => {
    const page = await at({ api: { listGateways: [{ code: 'card', name: 'Card', clientScript: 'https://pay.example/payment.js', clientKey: 'shop' }] } })
    expect(asked(page.api)).toEqual(['listGateways', 'getPaymentState'])
    expect(page.scripts).toEqual(['https://pay.example/payment.js'])
  })

  it('loads no script for a wallet alone (SHELL-37)', async () => {
    const page = await at({ api: { listGateways: [{ code: 'wallet', name: 'Wallet' }] } })
    expect(page.scripts).toEqual([])
  })

  it('has the server price what is chosen and not sent (PAY-02, DEC-23)', async () => {
    const summary = aSummary({ extras: [...aSummary().extras, navigation()] })
    const page = await at({
      summary, draft: { extras: [{ extraID: 'GPS', quantity: 1, event: 'Select', textBefore: '0 × Navigation, €0.00' }], hasClickedUpgrade: false },
      api: { calculateExtras: summaryWith(210.3, { extras: summary.extras }) },
    })
    expect(asked(page.api)).toContain('calculateExtras')
    expect(page.scope.getState(review.$ledger)).toMatchObject({ due: 210.3 })
  })

  it('says so when figures or gateways do not come, and tries again (ERR-45, DEC-92)', async () => {
    let broken = true
    const page = await at({ summary: null, skipAllowed: false, api: { getFullReservation: () => (broken ? noNetwork() : full()), listGateways: () => (broken ? noNetwork() : [{ code: 'card', name: 'Card' }]) } })
    expect([page.scope.getState(review.$state), page.scope.getState($ending).actions]).toEqual(['failed', []])
    broken = false
    await inTurn(page.scope, turn(retryPressed))
    expect([page.scope.getState(review.$state), page.scope.getState($ending).actions]).toEqual(['ready', ['PayAndComplete']])
  })
})

describe('completing without a payment', () => {
  it.each([['Complete', 0], ['CompletePayLater', 179.55]] as const)('%s stores with the final step, tells the shell, pays nothing (PAY-11, PAY-13, S1.50, S1.52)', async (action, amount) => {
    const page = await at({ summary: summaryWith(amount), api: due(amount) })
    await inTurn(page.scope, turn(actionPressed, action))
    expect([written(page), page.published]).toEqual([['updateReservation'], ['completed']])
    expect(bodies(page.api, 'updateReservation')[0]).toMatchObject({ hasCompletedReservation: true })
  })

  it('reports the extras when they changed, after the update and before the shell goes on (PAY-11, DEC-47)', async () => {
    const summary = summaryWith(0, { extras: [...aSummary().extras, navigation()] })
    const page = await at({
      summary, draft: { extras: [{ extraID: 'GPS', quantity: 1, event: 'Select', textBefore: '' }], hasClickedUpgrade: false },
      api: { calculateExtras: summary, ...due(0), postAnalytics: refusedWith(500) },
    })
    await inTurn(page.scope, turn(actionPressed, 'Complete'))
    expect([written(page), page.published, page.alerts]).toEqual([['updateReservation', 'postAnalytics'], ['completed'], []])
    expect(bodies(page.api, 'postAnalytics')[0]).toMatchObject({ analyticsData: [{ viewTag: 'exview', action: 'complete' }] })
  })

  it('stays with the server\'s message when the update fails, and can be pressed again (PAY-12, S1.51)', async () => {
    const page = await at({ summary: summaryWith(0), api: { updateReservation: refusedWith(500, undefined, { title: 'Not today' }) } })
    await inTurn(page.scope, turn(actionPressed, 'Complete'))
    expect([written(page), page.published, page.state().working]).toEqual([['updateReservation'], [], null])
    expect(page.alerts).toMatchObject([{ text: 'Not today' }])
  })

  it('does nothing that is not offered', async () => {
    const page = await at({ skipAllowed: false })
    await inTurn(page.scope, turn(actionPressed, 'CompletePayLater'), turn(actionPressed, 'Complete'))
    expect(written(page)).toEqual([])
  })
})

describe('paying', () => {
  it('asks for a method first (PAY-09, S1.53)', async () => {
    const page = await at()
    await page.pay('Pay')
    expect([page.scope.getState($isMethodMissing), written(page), page.state().working]).toEqual([true, [], null])
    await inTurn(page.scope, turn(paymentMethod.providerChosen, 'wallet'))
    expect(page.scope.getState($isMethodMissing)).toBe(false)
  })

  it('stores without the final step, posts the payment, then completes (PAY-14, PAY-15, DEC-22, S1.55)', async () => {
    const page = await at({ skipAllowed: false })
    await page.pay('PayAndComplete', ...bySavedCard)
    expect([written(page), page.published]).toEqual([['updateReservation', 'postPayment', 'updateReservation'], ['completed']])
    expect(bodies(page.api, 'updateReservation').map(({ hasCompletedReservation }) => hasCompletedReservation)).toEqual([false, true])
    expect(bodies(page.api, 'postPayment')).toEqual([{
      documentId: 'R1001', amount: 179.55, provider: 'card', token: 'saved-1', referenceToken: 'ref-1', transactionType: 'Sale', isRecurrent: false, validated: true,
    }])
  })

  it('makes a token of a new card before anything is sent, and sends nothing when that fails (PAY-25, PAY-26, S1.54, ERR-23)', async () => {
    const page = aPage({ api: { listSavedCards: [] } })
    const modals = collected(page.scope, questionRaised)
    await inTurn(page.scope, turn(opened, visit('overview')), turn(paymentMethod.providerChosen, 'card'), turn(actionPressed, 'Pay'))
    // No frames are there in this test: the fields answer what they would answer then, and the blanks of our own page.
    expect(modals).toMatchObject([{ type: 'cancel', keys: expect.arrayContaining(['month.errors.blank', 'year.errors.blank', 'card_holder.errors.blank']) }])
    expect(asked(page.api).filter((name) => name === 'updateReservation' || name === 'postPayment')).toEqual([])
    expect(page.scope.getState($working)).toBeNull()
  })

  it('leaves for the wallet\'s address (PAY-16, S1.56)', async () => {
    const page = await at({ api: { postPayment: { paymentId: 'p1', status: 'redirect', redirectURL: 'https://wallet.example/1', code: null } } })
    await page.pay('Pay', ...byWallet)
    expect([page.urls, page.state().stage, written(page)]).toEqual([[{ url: 'https://wallet.example/1' }], 'leaving', ['updateReservation', 'postPayment']])
    expect(bodies(page.api, 'updateReservation')[0]).toMatchObject({ hasCompletedReservation: false })
  })

  it('stays when the wallet gave no address (ERR-16, S1.57)', async () => {
    const page = await at({ api: { postPayment: { paymentId: 'p1', status: 'redirect', redirectURL: null, code: null } } })
    await page.pay('Pay', ...byWallet)
    expect([page.alerts.map(({ key }) => key), page.published, page.state()]).toEqual([['SomethingHappened'], [], { stage: 'none', note: null, working: null }])
  })

  it.each([['2006', 'funds'], ['2003', 'refused']])('a decline %s is told with its reason, and the renter may try again (PAY-15, P6)', async (code, reason) => {
    let tries = 0
    const page = await at({ api: { postPayment: () => { tries += 1; return tries === 1 ? { paymentId: 'p1', status: 'declined', redirectURL: null, code } : { paymentId: 'p2', status: 'paid', redirectURL: null, code: null } } } })
    await page.pay('Pay', ...bySavedCard)
    expect([page.scope.getState($note), page.published]).toEqual([{ kind: 'declined', reason }, []])
    await page.pay('Pay')
    expect([page.published, page.state().note]).toEqual([['completed'], null])
  })

  it.each([['updateReservation', refusedWith(400, 'CannotUpdate'), 0], ['postPayment', refusedWith(503, 'Unavailable'), 1]] as const)(
    'an error of %s is published once and the screen stays (S1.58)', async (name, failure, posts) => {
      const page = await at({ api: { [name]: failure } })
      await page.pay('Pay', ...bySavedCard)
      expect([page.alerts.length, page.published, page.state()]).toEqual([1, [], { stage: 'none', note: null, working: null }])
      expect(bodies(page.api, 'postPayment')).toHaveLength(posts)
    })

  it('a double click pays once (PAY-17, P12)', async () => {
    const page = await at()
    await inTurn(page.scope, ...bySavedCard)
    await Promise.all((['Pay', 'Pay', 'CompletePayLater'] as const).map((action) => turn(actionPressed, action)(page.scope)))
    expect(bodies(page.api, 'postPayment')).toHaveLength(1)
  })
})

describe('when the amount is not what the renter saw (P19, DEC-23)', () => {
  it.each([[200, 'amount'], [0, 'paid']])('after the update %s are due: nothing is posted and the new figures are shown', async (now, note) => {
    const page = await at({ api: due(now) })
    await page.pay('Pay', ...bySavedCard)
    expect([bodies(page.api, 'postPayment').length, page.state(), page.scope.getState(review.$ledger)?.due]).toEqual([0, { stage: 'none', note, working: null }, now])
  })

  it.each([['card', bySavedCard], ['wallet', byWallet]] as const)('another tab was quicker than this one by %s and nothing is due any more: already paid, with the way on', async (_method, chosen) => {
    const page = await at({ api: { postPayment: refusedWith(409, 'AmountChanged', { data: { amount: 0 } }), getFullReservation: full(summaryWith(0)) } })
    await page.pay('Pay', ...chosen)
    expect([page.state(), page.scope.getState(review.$ledger)?.due, page.alerts]).toEqual([{ stage: 'none', note: 'paid', working: null }, 0, []])
  })

  it('the server refuses the amount: its new figures are loaded, the renter decides again', async () => {
    const page = await at({ api: { postPayment: refusedWith(409, 'AmountChanged'), getFullReservation: full(summaryWith(250)) } })
    await page.pay('Pay', ...bySavedCard)
    expect([page.state(), page.scope.getState(review.$ledger)?.due, page.alerts]).toEqual([{ stage: 'none', note: 'amount', working: null }, 250, []])
  })

  it('a fee of age that is booked when the check-in should complete is shown before the renter presses again (DEC-96)', async () => {
    const page = await at({ api: { updateReservation: refusedWith(409, 'AmountChanged'), getFullReservation: full(summaryWith(250)) } })
    await inTurn(page.scope, turn(actionPressed, 'CompletePayLater'))
    expect([page.state(), page.scope.getState(review.$ledger)?.due, page.alerts, page.published]).toEqual([{ stage: 'none', note: 'amount', working: null }, 250, [], []])
  })
})

describe('when nobody knows yet (DEC-48, P9 to P11)', () => {
  it('an order without an answer is never repeated: the server is asked until it knows, then the check-in completes', async () => {
    const states = [status(), status({ state: 'checking', paymentId: 'p1' }), status({ state: 'paid', paymentId: 'p1' })]
    let asks = 0
    const page = await at({ api: { postPayment: noNetwork(), getPaymentState: () => states[Math.min(asks++, 2)]! } })
    await page.pay('Pay', ...bySavedCard)
    expect(page.state()).toMatchObject({ stage: 'checking', working: 'Pay' })
    await page.ring()
    expect([page.published, written(page)]).toEqual([['completed'], ['updateReservation', 'postPayment', 'updateReservation']])
  })

  it('an order that never arrived is said so, after it was asked for three times; nothing was taken', async () => {
    const page = await at({ api: { postPayment: noNetwork() } })
    await page.pay('Pay', ...bySavedCard)
    await page.ring()
    expect(page.state().stage).toBe('checking')
    await page.ring()
    expect([page.state(), page.published]).toEqual([{ stage: 'none', note: 'nothing', working: null }, []])
  })

  it('asks ever more slowly, and says when it takes long', async () => {
    const asks: number[] = []
    const getPaymentState = () => { asks.push(Date.now()); return status({ state: 'checking', paymentId: 'p1' }) }
    const page = await at({ api: { postPayment: { paymentId: 'p1', status: 'checking', redirectURL: null, code: null }, getPaymentState } })
    await page.pay('Pay', ...bySavedCard)
    await vi.advanceTimersByTimeAsync(50_000)
    expect(asks.slice(1).map((time, at) => time - asks[at]!)).toEqual([0, 1000, 2000, 3000, 5000, 8000, 10_000, 10_000, 10_000])
    expect(page.scope.getState(attempt.$isLong)).toBe(true)
  })

  it('the answer of a call that took long counts when it comes (P10)', async () => {
    let answer: (value: never) => void = () => undefined
    const late = new Promise<never>((resolve) => { answer = resolve })
    const page = await at({ api: { postPayment: () => late } })
    await inTurn(page.scope, ...bySavedCard)
    const paying = page.pay('Pay')
    await vi.advanceTimersByTimeAsync(29_999)
    expect(page.state().stage).toBe('sending')
    await page.ring()
    expect(page.state().stage).toBe('checking')
    answer({ paymentId: 'p1', status: 'paid', redirectURL: null, code: null } as never)
    await paying
    expect(page.published).toEqual(['completed'])
  })

  it('a payment in progress in another tab is followed, not doubled (P12)', async () => {
    const states = [status(), status({ state: 'redirect', paymentId: 'p1', amount: 179.55, redirectURL: 'https://wallet.example' })]
    let asks = 0
    const page = await at({ api: { postPayment: refusedWith(409, 'PaymentInProgress'), getPaymentState: () => states[Math.min(asks++, 1)]! } })
    await page.pay('Pay', ...bySavedCard)
    expect([page.state().stage, page.alerts]).toEqual(['pending', []])
  })
})

describe('coming back (P16, P18)', () => {
  it.each([
    [status({ state: 'checking', paymentId: 'p1' }), 'checking', null],
    [status({ state: 'redirect', paymentId: 'p1', redirectURL: 'https://wallet.example', amount: 179.55 }), 'pending', null],
    [status({ state: 'declined', paymentId: 'p1', code: '2003' }), 'none', 'declined'],
    [status({ state: 'paid', paymentId: 'p1' }), 'none', 'paid'],
    [status({ state: 'cancelled', paymentId: 'p1' }), 'none', null], [status(), 'none', null],
  ] as const)('%o is shown as %s, %s', async (found, stage, note) => {
    const page = await at({ api: { getPaymentState: found, getFullReservation: full(summaryWith(found.state === 'paid' ? 0 : 179.55)) } })
    expect(page.state()).toMatchObject({ stage, note })
    if (found.state === 'paid') expect(page.scope.getState($ending).actions).toEqual(['Complete'])
  })

  it.each([['paid', ['completed'], null], ['declined', [], 'declined'], ['cancelled', [], 'cancelled']] as const)(
    'a payment that is found under way after a reload is followed to its end: %s', async (state, published, note) => {
      const states = [status({ state: 'checking', paymentId: 'p1' }), status({ state: 'checking', paymentId: 'p1' }), status({ state, paymentId: 'p1', code: '2003' })]
      let asks = 0
      const page = await at({ api: { getPaymentState: () => states[Math.min(asks++, 2)]! } })
      expect(page.state().stage).toBe('checking')
      await page.ring()
      expect([page.published, page.state().note]).toEqual([published, note])
    })

  it('the end of an earlier payment is no end of the one that was just ordered (P9)', async () => {
    const states = [status({ state: 'declined', paymentId: 'p1', code: '2003' }), status({ state: 'declined', paymentId: 'p1', code: '2003' }), status({ state: 'paid', paymentId: 'p2' })]
    let asks = 0
    const page = await at({ api: { postPayment: noNetwork(), getPaymentState: () => states[Math.min(asks++, 2)]! } })
    await page.pay('Pay', ...bySavedCard)
    expect(page.state()).toMatchObject({ stage: 'checking', note: null })
    await page.ring()
    expect(page.published).toEqual(['completed'])
  })

  it('an open payment can be gone on with', async () => {
    const page = await at({ api: { getPaymentState: status({ state: 'redirect', paymentId: 'p1', redirectURL: 'https://wallet.example/1' }) } })
    await inTurn(page.scope, turn(attempt.continuePressed))
    expect([page.urls, page.state().stage]).toEqual([[{ url: 'https://wallet.example/1' }], 'leaving'])
  })

  it('or options up, as soon as the provider has confirmed it; only then another begins', async () => {
    const states = [status({ state: 'redirect', paymentId: 'p1', redirectURL: 'https://wallet.example/1' }), status({ state: 'redirect', paymentId: 'p1' }), status({ state: 'cancelled', paymentId: 'p1' })]
    let asks = 0
    const page = await at({ api: { getPaymentState: () => states[Math.min(asks++, 2)]!, cancelPayment: status({ state: 'checking', paymentId: 'p1' }) } })
    await inTurn(page.scope, turn(attempt.cancelPressed))
    expect(page.state().stage).toBe('cancelling')
    await inTurn(page.scope, turn(actionPressed, 'CompletePayLater'))
    expect(written(page)).toEqual(['cancelPayment'])
    await page.ring()
    expect(page.state()).toMatchObject({ stage: 'none', note: 'cancelled' })
  })

  it('money that was faster than the giving up counts', async () => {
    const page = await at({ api: { getPaymentState: status({ state: 'redirect', paymentId: 'p1', redirectURL: 'https://wallet.example/1' }), cancelPayment: status({ state: 'paid', paymentId: 'p1' }) } })
    await inTurn(page.scope, turn(attempt.cancelPressed))
    expect(page.published).toEqual(['completed'])
  })

  it('leaving the screen ends the questions; the payment goes on without it (I7)', async () => {
    const page = await at({ api: { getPaymentState: status({ state: 'checking', paymentId: 'p1' }) } })
    await inTurn(page.scope, turn(closed))
    const before = asked(page.api).length
    await page.ring()
    expect(asked(page.api)).toHaveLength(before)
  })
})

it.each([['2001', 'invalid'], ['2009', 'expired'], ['2020', 'code']] as const)('a saved card that is refused with %s says why (%s) and gives way to a new one (P21)', async (code, reason) => {
  const page = await at({ api: { postPayment: { paymentId: 'p1', status: 'declined', redirectURL: null, code } } })
  await page.pay('Pay', ...bySavedCard)
  expect([page.scope.getState($note), page.scope.getState(paymentMethod.cards.$choice)?.kind]).toEqual([{ kind: 'declined', reason }, 'new'])
})

describe('saved cards for a session that a link opened (PAY-28, DEC-77)', () => {
  const byLink = { sessionKind: 'link' } as const
  const codes: Fakes = {
    lookup: {} as never,
    validateCode: ({ params }) => (params.code === '123456' ? { sessionKey: 'raised-key' } as never : refusedWith(404, 'CodeNotFound')),
  }
  const confirmed = [turn(paymentMethod.cards.panel.sendPressed), turn(paymentMethod.cards.panel.form.fieldChanged, { field: 'code', value: '123456' } as const), turn(paymentMethod.cards.panel.form.submitted)]
  const kinds = (page: Awaited<ReturnType<typeof at>>) => page.scope.getState(paymentMethod.cards.$options).map(({ kind }) => kind)

  it('are not asked for, but offered behind a code', async () => {
    const page = await at(byLink)
    await inTurn(page.scope, turn(paymentMethod.providerChosen, 'card'))
    expect([kinds(page), page.scope.getState(paymentMethod.cards.$choice)?.kind, asked(page.api).includes('listSavedCards')]).toEqual([['locked', 'new'], 'new', false])
  })

  it('are listed after the code, with the raised session\'s key, the first one chosen; and pay', async () => {
    const page = await at({ ...byLink, api: { ...due(179.55), ...codes } })
    const published = collected(page.scope, payerProved)
    await inTurn(page.scope, turn(paymentMethod.providerChosen, 'card'), turn(paymentMethod.cards.chosen, 'saved'), ...confirmed)
    expect([published, kinds(page), page.scope.getState(paymentMethod.cards.$choice)?.kind, page.scope.getState(paymentMethod.cards.panel.$stage)]).toEqual([[{ sessionKey: 'raised-key' }], ['saved', 'new'], 'saved', 'closed'])
    expect(bodies(page.api, 'lookup')).toEqual([{ reference: '', surname: '', checkoutdate: '', mail: '' }])
    await page.pay('Pay')
    expect(bodies(page.api, 'postPayment')[0]).toMatchObject({ token: 'saved-1', referenceToken: 'ref-1' })
  })

  it('say that there is none, and leave a new card', async () => {
    const page = await at({ ...byLink, api: { ...codes, listSavedCards: [] } })
    await inTurn(page.scope, turn(paymentMethod.providerChosen, 'card'), turn(paymentMethod.cards.chosen, 'saved'), ...confirmed)
    expect([kinds(page), page.scope.getState(paymentMethod.cards.$isNoneSaved)]).toEqual([['new'], true])
  })

  it('ask for the code when Pay is pressed without it, and nothing is sent', async () => {
    const page = await at({ ...byLink, api: codes })
    await page.pay('Pay', turn(paymentMethod.providerChosen, 'card'), turn(paymentMethod.cards.chosen, 'saved'), turn(paymentMethod.cards.panel.cancelPressed))
    expect([page.scope.getState(paymentMethod.cards.panel.$stage), page.state().working, written(page)]).toEqual(['asked', null, []])
  })

  it('stay behind the code after a wrong one', async () => {
    const page = await at({ ...byLink, api: codes })
    await inTurn(page.scope, turn(paymentMethod.providerChosen, 'card'), turn(paymentMethod.cards.chosen, 'saved'), turn(paymentMethod.cards.panel.sendPressed),
      turn(paymentMethod.cards.panel.form.fieldChanged, { field: 'code', value: '000000' } as const), turn(paymentMethod.cards.panel.form.submitted))
    expect([page.scope.getState(paymentMethod.cards.panel.form.$errors), kinds(page)]).toEqual([{ code: 'Invalid' }, ['locked', 'new']])
  })
})

describe('3-D Secure (P8)', () => {
  const frame = status({ state: 'redirect', paymentId: 'p1', isFrame: true, redirectURL: 'https://bank.example/3ds' })
  const redirected: Fakes['postPayment'] = { paymentId: 'p1', status: 'redirect', redirectURL: 'https://bank.example/3ds', code: null }

  it('opens in a frame, and its end only makes us ask our server (P17)', async () => {
    const states = [status(), frame, frame, status({ state: 'paid', paymentId: 'p1' })]
    let asks = 0
    const page = await at({ api: { postPayment: redirected, getPaymentState: () => states[Math.min(asks++, 3)]! } })
    await page.pay('Pay', ...bySavedCard)
    expect(page.scope.getState(attempt.$stage)).toEqual({ kind: 'frame', url: 'https://bank.example/3ds' })
    await inTurn(page.scope, turn(attempt.frameEnded))
    expect(page.published).toEqual([])
    await inTurn(page.scope, turn(attempt.frameEnded))
    expect(page.published).toEqual(['completed'])
  })

  it('found open after a reload it waits for the renter\'s word', async () => {
    const page = await at({ api: { getPaymentState: frame } })
    expect(page.state().stage).toBe('pending')
    await inTurn(page.scope, turn(attempt.continuePressed))
    expect([page.state().stage, page.urls]).toEqual(['frame', []])
  })

  it('a failed confirmation is a decline with its reason', async () => {
    const states = [status(), frame, status({ state: 'declined', paymentId: 'p1', code: '2021' })]
    let asks = 0
    const page = await at({ api: { postPayment: redirected, getPaymentState: () => states[Math.min(asks++, 2)]! } })
    await page.pay('Pay', ...bySavedCard)
    await inTurn(page.scope, turn(attempt.frameEnded))
    expect(page.scope.getState($note)).toEqual({ kind: 'declined', reason: 'identity' })
  })
})

it('money taken, but the end of the check-in did not get through: it is offered again, and no second payment (PAY-15)', async () => {
  let updates = 0
  const page = await at({ api: { updateReservation: () => { updates += 1; return updates === 2 ? noNetwork() : full(summaryWith(updates === 1 ? 179.55 : 0)) }, getFullReservation: full(summaryWith(0)) } })
  await page.pay('Pay', ...bySavedCard)
  expect([page.state(), page.scope.getState($ending).actions]).toEqual([{ stage: 'none', note: 'paid', working: null }, ['Complete']])
  await inTurn(page.scope, turn(actionPressed, 'Complete'))
  expect([page.published, bodies(page.api, 'postPayment').length]).toEqual([['completed'], 1])
})

it('Back and Exit tell the shell (S1.59, S1.60)', async () => {
  const page = await at()
  await inTurn(page.scope, turn(backPressed), turn(exitPressed))
  expect(page.published).toEqual(['left', 'exited'])
})

describe('somebody else changed the reservation meanwhile (DEC-127)', () => {
  const seats = (quantity: number) => aSummary({ extras: [...aSummary().extras.filter(({ extraID }) => extraID !== 'SEAT'), anExtra({ quantity, unitsNr: quantity, totalValue: quantity * 10, isValuePerRA: true, isAcceptQuantity: true, isAccepted: true }), navigation()] })
  const choices = [
    { extraID: 'GPS', quantity: 1, event: 'Select' as const, textBefore: '' },
    { extraID: 'SEAT', quantity: 3, before: { quantity: 2, total: 20 }, textBefore: '' },
  ]
  /** An API on which the reservation is at version 5 already; the page loaded version 1. */
  const newerApi = (now: ReturnType<typeof aSummary>): Fakes => ({
    calculateExtras: now, getFullReservation: { ...full(now), rowVersion: 5 },
    updateReservation: ({ body: { rowVersion = 0 } }) => (rowVersion >= 5 ? { ...full(now), rowVersion: 6 } : refusedWith(409, 'VersionConflict', { data: { rowVersion: 5 } })),
  })
  const versions = (page: Awaited<ReturnType<typeof at>>) => bodies(page.api, 'updateReservation').map(({ rowVersion }) => rowVersion)

  it('every update names the version that the renter saw, the next one that of its answer', async () => {
    const page = await at({ summary: summaryWith(0), api: { updateReservation: { ...full(summaryWith(0)), rowVersion: 2 }, postAnalytics: noNetwork() } })
    await inTurn(page.scope, turn(actionPressed, 'Complete'))
    await inTurn(page.scope, turn(opened, visit('overview')), turn(actionPressed, 'Complete'))
    expect(versions(page)).toEqual([1, 1])
  })

  it('where nothing is new to the renter, the same is stored on the newest version without a word', async () => {
    const page = await at({ summary: seats(2), api: newerApi(seats(2)) })
    await inTurn(page.scope, turn(actionPressed, 'CompletePayLater'))
    expect([versions(page), page.published, page.state().note, page.alerts]).toEqual([[1, 5], ['completed'], null, []])
  })

  it.each(['Pay', 'CompletePayLater'] as const)('%s stores and takes nothing, says what is new, keeps what was chosen, and goes through with the next press', async (action) => {
    const now = { ...seats(4), cashier: { ...aSummary().cashier, previewValue: 330.3, pendingValues: 230.3 } }
    const page = await at({ summary: seats(2), draft: { extras: choices, hasClickedUpgrade: false }, api: newerApi(now) })
    await page.pay(action as 'Pay', ...byWallet)
    expect([written(page), page.published, page.state()]).toEqual([['updateReservation'], [], { stage: 'none', note: 'newer', working: null }])
    expect(page.scope.getState($note)).toMatchObject({ differences: [{ id: 'SEAT', before: { quantity: 3 }, now: { quantity: 4, total: 40 } }] })
    expect(page.scope.getState(review.$ledger)?.lines.find(({ id }) => id === 'SEAT')).toMatchObject({ quantity: 4 })
    await page.pay(action as 'Pay')
    expect([versions(page), page.published]).toEqual([action === 'Pay' ? [1, 5, 6] : [1, 5], ['completed']])
    expect(bodies(page.api, 'updateReservation')[1]?.['extras']).toMatchObject([{ extraID: 'GPS', event: 'Select' }])
  })

  it('a check-in that is paid ends, whatever is new', async () => {
    let isPaid = false
    const page = await at({
      summary: seats(2),
      api: {
        ...newerApi(seats(4)), listGateways: [{ code: 'wallet', name: 'Wallet' }],
        postPayment: () => { isPaid = true; return { paymentId: 'p', status: 'paid', redirectURL: null, code: null } },
        updateReservation: ({ body: { rowVersion } }) => (!isPaid || rowVersion === 5 ? full(seats(2)) : refusedWith(409, 'VersionConflict')),
      },
    })
    await page.pay('Pay', ...byWallet)
    expect([page.published, page.state().note]).toEqual([['completed'], null])
  })
})
