import { anExtra, refusedWith } from '@checkin/api/testing'
import { $offerDraft, extrasRecalculated, extrasSkipped, extrasSubmitted, offerDraftChanged, problemOccurred, questionRaised } from '@checkin/flow'
import { questionAnswered } from '@checkin/flow/publish/shell'
import { collected, happenings, inTurn, turn } from '@checkin/testing'
import { allSettled } from 'effector'
import { describe, expect, it } from 'vitest'
import type { ExtraCard } from '../../domain/extra-cards.ts'
import { aPage, asked, offeredSummary, visit, type PageOptions } from '../../test/a-page.ts'
import { $busyExtras, $ledger, $changes, $sections, closed, continueWithoutPressed, opened, pressed, submitPressed } from './model.ts'

const events = { recalculated: extrasRecalculated, submitted: extrasSubmitted, skipped: extrasSkipped, draft: offerDraftChanged }
/** Navigation was chosen in an earlier visit. */
const earlier = { extras: [{ extraID: 'GPS', quantity: 1, event: 'Select' as const, textBefore: '0 × Navigation, €0.00' }], hasClickedUpgrade: false }
const press = (extraID: string, kind: 'add' | 'remove' | 'plus' | 'minus') => turn(pressed, { extraID, press: kind })

async function at(options: PageOptions = {}) {
  const page = aPage(options)
  const published = happenings(page.scope, events)
  const alerts = collected(page.scope, problemOccurred)
  const questions = collected(page.scope, questionRaised)
  await turn(opened, visit('extras'))(page.scope)
  const card = (extraID: string): ExtraCard | undefined => page.scope.getState($sections).flatMap(({ cards }) => cards).find((each) => each.extraID === extraID)
  const bodies = (): readonly { extras: { extraID: string; event?: string }[] }[] =>
    page.api.calls.filter(({ name }) => name === 'calculateExtras').map(({ input }) => (input as { body: { extras: { extraID: string; event?: string }[] } }).body)
  return { ...page, published, alerts, questions, card, bodies }
}

const summaryOf = (...extras: ReturnType<typeof anExtra>[]) => offeredSummary({ extras })

describe('the sections', () => {
  it('are those that have something, in their order, sorted by the company\'s order (OFFERS-12, OFFERS-20)', async () => {
    const { scope } = await at({
      summary: summaryOf(
        anExtra({ extraID: 'B', category: 'equipment', orderToShow: 2 }), anExtra({ extraID: 'A', category: 'equipment', orderToShow: 1 }), anExtra({ extraID: 'I', category: 'insurances' }),
        anExtra({ extraID: 'D', category: 'equipment', isAddDriver: true }), anExtra({ extraID: 'X', category: 'equipment', isAvailableOnEC: false }), anExtra({ extraID: 'U', category: 'unknown' }),
      ),
    })
    expect(scope.getState($sections).map(({ name, cards }) => [name, cards.map(({ extraID }) => extraID)])).toEqual([['insurances', ['I']], ['equipment', ['A', 'B']]])
  })

  it.each([
    ['included', { isIncluded: true }, 'included', false], ['accepted', { isAccepted: true }, 'accepted', false], ['required and there', { isAccepted: true, isRequired: true }, 'required', false],
    ['only offered', {}, null, true],
  ] as const)('an extra that is %s (OFFERS-14, OFFERS-15, OFFERS-20)', async (_, flags, lock, canAdd) => {
    const { card } = await at({ summary: summaryOf(anExtra(flags)) })
    expect(card('SEAT')).toMatchObject({ lock, canAdd, canRemove: false, hasQuantity: false })
  })

  it('an accepted quantity grows and never falls below what was loaded (OFFERS-15, DEC-42)', async () => {
    const { card, scope, published } = await at({ summary: summaryOf(anExtra({ isAccepted: true, isAcceptQuantity: true, quantity: 2 })) })
    expect(card('SEAT')).toMatchObject({ quantity: 2, canPlus: true, canMinus: false })
    await inTurn(scope, press('SEAT', 'minus'))
    expect(published).toEqual([])
    await inTurn(scope, press('SEAT', 'plus'))
    expect(card('SEAT')).toMatchObject({ quantity: 3, canMinus: true })
  })

  it.each([[{ isInvoiceVoucher: true }, 'prepaid'], [{ showPrice: false }, 'hidden'], [{ isIncluded: true }, 'included'], [{ valueWithTax: 0, totalValue: 0 }, 'free'], [{}, 'priced']] as const)(
    'a price with %o is published as %s (OFFERS-13, OFFERS-20, OFFERS-21)', async (flags, kind) => {
      expect((await at({ summary: summaryOf(anExtra(flags)) })).card('SEAT')?.price.kind).toBe(kind)
    })
})

describe('a change', () => {
  it('asks the server once and shows its figures, never own ones (OFFERS-16, DEC-23, S1.46)', async () => {
    const answer = offeredSummary()
    const { scope, api, published } = await at({ api: { calculateExtras: { ...answer, cashier: { ...answer.cashier, previewValue: 310.31, pendingValues: 210.31 } } } })
    await inTurn(scope, press('GPS', 'add'))
    expect([asked(api), published]).toEqual([['calculateExtras'], ['recalculated']])
    expect(scope.getState($ledger)).toMatchObject({ total: 310.31, paid: 100, due: 210.31, change: 30.76 })
    expect(scope.getState($ledger)?.lines.find(({ id }) => id === 'GPS')).toMatchObject({ before: { quantity: 0 } })
  })

  it('carries Select and Unselect without a quantity, and no event with one (OFFERS-17, DEC-42)', async () => {
    const { scope, bodies } = await at()
    await inTurn(scope, press('GPS', 'add'), press('GPS', 'remove'), press('BST', 'plus'), press('BST', 'minus'))
    const of = (call: number, extraID: string) => bodies()[call]?.extras.find((extra) => extra.extraID === extraID)
    expect([of(0, 'GPS')?.event, of(1, 'GPS')?.event, of(2, 'BST')?.event, of(3, 'BST')]).toEqual(['Select', 'Unselect', undefined, { extraID: 'BST', quantity: 0, category: 'equipment', observations: 'add' }])
    expect(scope.getState($changes)).toEqual([])
  })

  it('gives category and observations their default where the extra has none (API-18)', async () => {
    const { scope, bodies } = await at()
    await inTurn(scope, press('GPS', 'add'))
    expect(bodies()[0]?.extras.find(({ extraID }) => extraID === 'KMS')).toMatchObject({ category: 'add', observations: 'add' })
  })

  it('that fails leaves the card as it was, with the server\'s words (OFFERS-18, ERR-19, S1.47)', async () => {
    const { scope, card, alerts, published } = await at({ api: { calculateExtras: refusedWith(400, 'OutOfStock', { title: 'Out of stock' }) } })
    const before = card('BST')
    await inTurn(scope, press('BST', 'plus'))
    expect([card('BST'), published]).toEqual([before, []])
    expect(alerts).toMatchObject([{ text: 'Out of stock' }])
  })
})

describe('a press while prices are on their way (DEC-170)', () => {
  /** A server that answers when it is let. */
  function slowly(options: PageOptions = {}) {
    const waiting: (() => void)[] = []
    const page = aPage({ ...options, api: { calculateExtras: () => new Promise((resolve) => { waiting.push(() => { resolve(options.summary ?? offeredSummary()) }) }) as never } })
    const answers = async (): Promise<void> => { waiting.shift()?.(); await new Promise((resolve) => { setImmediate(resolve) }) }
    const quantities = () => Object.fromEntries(page.scope.getState($sections).flatMap(({ cards }) => cards).map(({ extraID, quantity }) => [extraID, quantity]))
    return { ...page, answers, quantities, pending: () => waiting.length }
  }

  it('while the first ones of an earlier choice are asked for, is kept and priced after them', async () => {
    const page = slowly({ draft: earlier })
    void allSettled(opened, { scope: page.scope, params: visit('extras') })
    void allSettled(pressed, { scope: page.scope, params: { extraID: 'BST', press: 'plus' } })
    expect([page.pending(), page.scope.getState($busyExtras), page.quantities()['BST']]).toEqual([1, ['BST'], 0])
    await page.answers()
    expect([page.pending(), page.scope.getState($busyExtras)]).toEqual([1, ['BST']])
    await page.answers()
    expect([page.pending(), page.scope.getState($busyExtras), page.quantities()]).toMatchObject([0, [], { GPS: 1, BST: 1 }])
  })

  it('several are priced one after the other in their order; what an earlier one made impossible gives way to the next', async () => {
    const page = slowly()
    void allSettled(opened, { scope: page.scope, params: visit('extras') })
    for (const [extraID, kind] of [['GPS', 'add'], ['GPS', 'add'], ['BST', 'plus'], ['BST', 'plus']] as const) void allSettled(pressed, { scope: page.scope, params: { extraID, press: kind } })
    for (const [left, shown] of [[1, { GPS: 1, BST: 0 }], [1, { GPS: 1, BST: 1 }], [0, { GPS: 1, BST: 2 }]] as const) {
      await page.answers()
      expect([page.pending(), page.quantities()]).toMatchObject([left, shown])
    }
  })

  it('goes with the screen: what waits when it is left is not pressed on the next visit', async () => {
    const page = slowly()
    void allSettled(opened, { scope: page.scope, params: visit('extras') })
    for (const extraID of ['GPS', 'BST']) void allSettled(pressed, { scope: page.scope, params: { extraID, press: extraID === 'GPS' ? 'add' : 'plus' } })
    void allSettled(closed, { scope: page.scope })
    await page.answers()
    expect([page.pending(), page.scope.getState($busyExtras)]).toEqual([0, []])
  })
})

describe('leaving', () => {
  it('with Submit keeps the choice before it leads on (OFFERS-19, DEC-18, S1.48)', async () => {
    const { scope, published } = await at()
    await inTurn(scope, press('GPS', 'add'), press('SEAT', 'plus'), turn(submitPressed))
    expect(published).toEqual(['recalculated', 'recalculated', 'draft', 'submitted'])
    expect(scope.getState($offerDraft).extras).toEqual([
      { extraID: 'GPS', quantity: 1, event: 'Select', before: { quantity: 0, total: 0 }, textBefore: '0 × Navigation, €0.00' },
      { extraID: 'SEAT', quantity: 3, before: { quantity: 2, total: 20 }, textBefore: '2 × Child seat, €20.00' },
    ])
  })

  it('without extras keeps an earlier choice and asks nothing where this visit changed nothing (OFFERS-19, DEC-59, S1.49)', async () => {
    const { scope, published, questions } = await at({ draft: earlier })
    await inTurn(scope, press('BST', 'plus'), press('BST', 'minus'), turn(continueWithoutPressed))
    expect([published.at(-1), questions, scope.getState($offerDraft)]).toEqual(['skipped', [], earlier])
  })

  it('an earlier choice comes back with fresh prices and can be taken back (DEC-18, DEC-42)', async () => {
    const extras = [{ extraID: 'GPS', quantity: 1, event: 'Select' as const, textBefore: '0 × Navigation, €0.00' }]
    const { scope, card, bodies } = await at({ draft: { extras, hasClickedUpgrade: true } })
    expect(bodies()[0]?.extras.find(({ extraID }) => extraID === 'GPS')).toMatchObject({ event: 'Select' })
    expect(card('GPS')).toMatchObject({ quantity: 1, canRemove: true })
    await inTurn(scope, press('GPS', 'remove'), turn(submitPressed))
    expect(scope.getState($offerDraft)).toEqual({ extras: [], hasClickedUpgrade: true })
  })

  it('goes on by itself where the company offers no extras (SHELL-52)', async () => {
    expect((await at({ off: ['exview'] })).published).toEqual(['skipped'])
  })
})

describe('continuing without extras after changes', () => {
  /** A renter who chose navigation before, adds a booster now, and goes on without extras. */
  async function atQuestion(options: PageOptions = {}) {
    const page = await at({ draft: earlier, ...options })
    await inTurn(page.scope, press('BST', 'plus'), turn(continueWithoutPressed))
    return page
  }
  const chosen = ({ scope }: Pick<Awaited<ReturnType<typeof atQuestion>>, 'scope'>): readonly string[] => scope.getState($offerDraft).extras.map(({ extraID, quantity }) => `${quantity} ${extraID}`)

  it('asks once, keep or drop, and stays until it is answered (DEC-106, S1.78, S3.55, UX-9)', async () => {
    const page = await atQuestion()
    expect(page.questions).toEqual([{ type: 'confirm', keys: ['KeepOrDropExtras', 'KeepOrDropExtrasText'], labels: { confirm: 'Keep', cancel: 'Drop' } }])
    expect([page.published.includes('skipped'), page.published.includes('submitted'), chosen(page)]).toEqual([false, false, ['1 GPS']])
  })

  it('keep goes on with the changes (S1.79)', async () => {
    const page = await atQuestion()
    await inTurn(page.scope, turn(questionAnswered, { action: 'confirm' }))
    expect([page.published.at(-1), chosen(page), page.scope.getState($offerDraft).undecided]).toEqual(['submitted', ['1 GPS', '1 BST'], undefined])
  })

  it('drop takes back what this visit changed, not what was chosen before, and stores nothing (S1.80)', async () => {
    const page = await atQuestion()
    await inTurn(page.scope, turn(questionAnswered, { action: 'close' }))
    expect([page.published.at(-1), page.scope.getState($offerDraft)]).toEqual(['skipped', earlier])
    expect(new Set(asked(page.api))).toEqual(new Set(['calculateExtras']))
  })

  it('Escape answers nothing: the renter stays with the extras, and is asked again (SHELL-78)', async () => {
    const page = await atQuestion()
    await inTurn(page.scope, turn(questionAnswered, { action: 'close', dismissed: true }))
    expect([page.published.at(-1), page.card('BST')?.quantity]).toEqual(['recalculated', 1])
    await inTurn(page.scope, turn(continueWithoutPressed))
    expect(page.questions).toHaveLength(2)
  })

  it('an answer to a question of somebody else, or after the screen was left, changes nothing', async () => {
    const page = await atQuestion()
    await inTurn(page.scope, turn(closed), turn(questionAnswered, { action: 'confirm' }))
    expect([page.published.at(-1), chosen(page)]).toEqual(['recalculated', ['1 GPS']])
  })

  it('a reload, or leaving in another way, begins anew with what was chosen before: nothing is bought by accident (DEC-132)', async () => {
    const { scope } = await atQuestion()
    const again = await at({ draft: scope.getState($offerDraft) })
    expect([again.card('GPS')?.quantity, again.card('BST')?.quantity, chosen(again)]).toEqual([1, 0, ['1 GPS']])
    await inTurn(again.scope, turn(continueWithoutPressed))
    expect([again.questions, again.published.at(-1)]).toEqual([[], 'skipped'])
  })

  it('an earlier choice that cannot be priced any more is no change of this visit', async () => {
    const { scope, questions, published } = await at({ draft: earlier, api: { calculateExtras: refusedWith(400, 'OutOfStock', { title: 'Out of stock' }) } })
    await inTurn(scope, turn(continueWithoutPressed))
    expect([questions, published]).toEqual([[], ['skipped']])
  })
})
