import { aDriver, anExtra, aSummary, noNetwork, refusedWith } from '@checkin/api/testing'
import { $session, precheckoutConfirmed, precheckoutExited, precheckoutReopened, problemOccurred, sessionRefused } from '@checkin/flow'
import { todayIn } from '@checkin/forms'
import { saveFileFx } from '@checkin/async/save-file'
import { collected, happenings, inTurn, turn } from '@checkin/testing'
import { allSettled } from 'effector'
import { describe, expect, it } from 'vitest'
import { aPage, asked, visit, type PageOptions } from '../../test/a-page.ts'
import { $loaded, exitPressed, figures, modifyPressed, opened, proceedPressed, termsGate } from './model.ts'

const terms = [{ tag: 'general', title: 'General conditions' }]

async function at(options: PageOptions = {}) {
  const page = aPage(options)
  const published = happenings(page.scope, { on: precheckoutConfirmed, data: precheckoutReopened, exit: precheckoutExited, ended: sessionRefused })
  const problems = collected(page.scope, problemOccurred)
  await inTurn(page.scope, turn(opened, visit('precheckout')))
  return { ...page, published, problems }
}

describe('the review before the agreement', () => {
  it('shows vehicle, drivers, lines and totals of the server (PRECHK-04, PAY-01)', async () => {
    const { scope } = await at({ loaded: { addDriver: aDriver({ name: 'Rui', surname: 'Costa' }) } })
    expect(scope.getState($loaded)).toMatchObject({ reservation: { vehicle: { vehicle: 'Renault Clio' } }, driver: { name: 'Maria' }, addDriver: { name: 'Rui' } })
    const ledger = scope.getState(figures.$ledger)
    expect(ledger?.lines.map(({ id, quantity, amount }) => [id, quantity, amount.kind === 'amount' ? amount.total : amount.kind])).toEqual([
      ['DAYS', 1, 184.5], ['KMS', 1, 'included'], ['SCDW', 1, 75.05], ['SEAT', 2, 20],
    ])
    expect(ledger).toMatchObject({ total: 279.55, paid: 100, due: 179.55 })
  })

  it('leaves out what is only offered and never shows less than nothing due (PRICING P-8)', async () => {
    const { cashier } = aSummary()
    const { scope } = await at({ summary: aSummary({ extras: [anExtra({ extraID: 'GPS' })], cashier: { ...cashier, pendingValues: -8.71 } }) })
    expect(scope.getState(figures.$ledger)).toMatchObject({ lines: [], due: 0 })
  })

  it('shows a change of this session with what the line said before, priced by the server (PAY-02, DEC-18, CODE-4)', async () => {
    const gps = anExtra({ extraID: 'GPS', description: 'Navigation', totalValue: 30.75 })
    const { cashier } = aSummary()
    const { scope, api } = await at({
      summary: aSummary({ extras: [gps] }),
      draft: { extras: [{ extraID: 'GPS', quantity: 1, event: 'Select', before: { quantity: 0, total: 0 }, textBefore: '0 × Navigation, €0.00' }], hasClickedUpgrade: false },
      api: { calculateExtras: aSummary({ extras: [{ ...gps, isAccepted: true }], cashier: { ...cashier, previewValue: 310.3, pendingValues: 210.3 } }) },
    })
    expect(asked(api)).toEqual(['calculateExtras'])
    expect(scope.getState(figures.$ledger)).toMatchObject({ lines: [{ id: 'GPS', amount: { total: 30.75 }, before: { quantity: 0 } }], total: 310.3, due: 210.3 })
  })

  it('shows no old figures when the draft cannot be priced (DEC-23)', async () => {
    const { scope, problems } = await at({ draft: { extras: [{ extraID: 'GPS', quantity: 1, textBefore: '' }], hasClickedUpgrade: false }, api: { calculateExtras: refusedWith(500) } })
    expect([scope.getState(figures.$state), scope.getState(figures.$ledger), problems.map(({ key }) => key)]).toEqual(['unpriced', null, ['SomethingHappened']])
  })

  it.each([[{ summary: null, loading: true }, 'waiting'], [{ summary: null, loading: false }, 'unpriced'], [{}, 'ready']] as const)('says whether the figures are there: %o is %s', async (options, state) => {
    const { scope } = await at(options)
    expect(scope.getState(figures.$state)).toBe(state)
  })

  it('leads on, to the data and out (PAY-05, PRECHK-26, STATES S3.6 to S3.9)', async () => {
    const { scope, published } = await at()
    await inTurn(scope, turn(proceedPressed), turn(modifyPressed), turn(exitPressed))
    expect(published).toEqual(['on', 'data', 'exit'])
  })
})

describe('the terms after a link (DEC-11)', () => {
  const owed = { terms, session: { termsAccepted: false } } as const

  it.each([
    [owed, true], [{ terms, session: { termsAccepted: true } }, false], [{ terms: [], session: { termsAccepted: false } }, false],
  ])('are asked for exactly when they exist and nobody agreed: %o', async (options, needed) => {
    const { scope } = await at(options)
    expect([scope.getState(termsGate.$isNeeded), scope.getState(termsGate.$isOpen)]).toEqual([needed, !needed])
  })

  it('block the way on until the box is ticked, then are recorded once', async () => {
    const { scope, published, api } = await at(owed)
    await inTurn(scope, turn(proceedPressed))
    expect([published, asked(api)]).toEqual([[], []])
    await inTurn(scope, turn(termsGate.ticked, true))
    await Promise.all([allSettled(proceedPressed, { scope }), allSettled(proceedPressed, { scope })])
    expect(api.calls).toEqual([{ name: 'acceptTerms', input: { body: { reference: 'CV1001', acceptedDate: todayIn('Europe/Lisbon'), isAccepted: true } } }])
    expect([published, scope.getState($session)?.termsAccepted]).toEqual([['on'], true])
  })

  it.each([['nobody answers', noNetwork()], ['the server fails', refusedWith(500)]])('stay when %s, and can be sent again (ERR-45)', async (_, failure) => {
    let tries = 0
    const { scope, published, problems } = await at({ ...owed, api: { acceptTerms: () => (++tries === 1 ? failure : { accepted: true }) } })
    await inTurn(scope, turn(termsGate.ticked, true), turn(proceedPressed))
    expect([published, problems.map(({ key }) => key)]).toEqual([[], ['SomethingHappened']])
    await inTurn(scope, turn(proceedPressed))
    expect(published).toEqual(['on'])
  })

  it('end with the session when that is refused (ERR-46)', async () => {
    const { scope, published } = await at({ ...owed, api: { acceptTerms: refusedWith(401, 'Unauthorized') } })
    await inTurn(scope, turn(termsGate.ticked, true), turn(proceedPressed))
    expect(published).toEqual(['ended'])
  })

  it('can be saved to read', async () => {
    const saved: string[] = []
    const { scope } = await at({ ...owed, effects: [[saveFileFx as never, (({ name }: { name: string }) => { saved.push(name) })]] })
    expect(scope.getState(termsGate.$documents)).toMatchObject([{ tag: 'general', href: '/api/termsandconditions/general', fileName: 'general.pdf' }])
    await inTurn(scope, turn(termsGate.downloadPressed, 'general'))
    expect(saved).toEqual(['general.pdf'])
  })
})
