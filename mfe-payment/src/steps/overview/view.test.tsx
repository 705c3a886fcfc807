import { noNetwork } from '@checkin/api/testing'
import { languages, type Language } from '@checkin/i18n'
import { turn } from '@checkin/testing'
import { act, fireEvent } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aDriver, aReservation, aSummary } from '@checkin/api/testing'
import { aPage, bodies, navigation, status, summaryWith, visit, type PageOptions, withStoppedClock } from '../../test/a-page.ts'
import { show } from '../../test/render.tsx'
import { opened } from './model.ts'
import { OverviewView } from './view.tsx'

withStoppedClock()

async function view(options: PageOptions = {}, language: Language = 'en') {
  const page = aPage({ ...options, api: { listSavedCards: [], ...options.api } })
  await turn(opened, visit('overview'))(page.scope)
  return { ...page, screen: await show(OverviewView, page.scope, language) }
}
const actions = (): readonly (string | null)[] => [...document.querySelectorAll('.ck-actions [data-action], form > :last-child [data-action]')].map((element) => element.getAttribute('data-action'))
const amount = (kind: string): string | null => document.querySelector(`[data-amount="${kind}"]`)?.getAttribute('data-value') ?? null
const press = (key: string) => act(async () => { fireEvent.click(document.querySelector(`[data-action="${key}"]`)!) })
const choose = (code: string) => act(async () => { fireEvent.click(document.querySelector(`input[name="provider"][value="${code}"]`)!) })

describe('the overview', () => {
  it.each(languages)('shows vehicle, places, dates, drivers, lines and amounts in words: %s (PAY-01, SHELL-81)', async (language) => {
    const { screen } = await view({ loaded: aReservation().withAdditionalDriver(aDriver({ name: 'Rui', surname: 'Costa' })).loaded() }, language)
    for (const text of ['Renault Clio', 'Faro Airport', 'Lisbon Airport', '10:30', 'Maria Silva', 'Rui Costa', 'Child seat', '€279.55']) expect(screen.container.textContent).toContain(text)
    expect([...document.querySelectorAll('[data-driver]')].map((element) => element.getAttribute('data-driver'))).toEqual(['Main', 'Additional'])
    expect([amount('total'), amount('paid'), amount('due')]).toEqual(['279.55', '100.00', '179.55'])
    expect(screen.container.textContent).not.toMatch(/\b(Review|Methods|Method|Attempt|Note|Decline|Figures)\.\w/)
  })

  it('has no line for what was paid when nothing was (PAY-01)', async () => {
    await view({ summary: summaryWith(279.55) })
    expect(amount('paid')).toBeNull()
  })

  it('highlights what changed and strikes through what stood there, the vehicle included (PAY-02, CODE-4)', async () => {
    const summary = aSummary({ extras: [...aSummary().extras, navigation({ isAccepted: true })] })
    await view({ summary, draft: { extras: [{ extraID: 'GPS', quantity: 1, event: 'Select', textBefore: '0 × Navigation, €0.00' }], hasClickedUpgrade: true, vehicleBefore: 'Fiat Panda' } })
    expect(document.querySelector('[data-line="GPS"]')?.hasAttribute('data-changed')).toBe(true)
    expect([...document.querySelectorAll('del')].map((element) => element.textContent)).toEqual(['Before: Fiat Panda'])
    expect(document.querySelector('[data-line="GPS"]')?.textContent).toMatch(/^Navigation New/)
  })

  it.each([
    [{ summary: summaryWith(0) }, ['Complete', 'Back', 'Exit'], 0], [{}, ['Pay', 'CompletePayLater', 'Back', 'Exit'], 2], [{ skipAllowed: false }, ['PayAndComplete', 'Back', 'Exit'], 2],
    [{ off: ['paymentview'] }, ['Complete', 'Back', 'Exit'], 0], [{ api: { listGateways: [] as never[] } }, ['Complete', 'Back', 'Exit'], 0], [{ api: { listGateways: noNetwork() } }, ['CompletePayLater', 'Back', 'Exit'], 0],
  ] as const)('with %o has the buttons %o and %s methods (PAY-03, PAY-04, PAY-06 to PAY-10)', async (options, buttons, methods) => {
    await view(options)
    expect([actions(), document.querySelectorAll('input[name="provider"]').length]).toEqual([buttons, methods])
  })

  it.each([['en', {}, 'Pay €179.55'], ['de', { skipAllowed: false }, '€179.55 bezahlen und abschließen'], ['en', { off: ['paymentview'] }, 'Complete']] as const)(
    'in %s with %o the main button reads "%s"; it is the only one, and Back and Exit are one group after the others (DEC-170, UX-13)', async (language, options, label) => {
      await view(options, language)
      expect([...document.querySelectorAll('.ck-button[data-kind="primary"]')].map(({ textContent }) => textContent)).toEqual([label])
      expect([...document.querySelectorAll('.ck-actions > .ck-ways-out [data-action]')].map((button) => `${button.getAttribute('data-kind')} ${button.getAttribute('data-action')}`)).toEqual(['plain Back', 'plain Exit'])
    })

  it('says that the rest is paid at the counter where nothing can be paid here (PAY-10, DEC-20)', async () => {
    const { screen } = await view({ off: ['paymentview'] })
    expect(screen.container.textContent).toContain('The amount due is paid at the counter')
  })

  it.each(languages)('offers saved cards behind a code to whoever came by a link, in words: %s (PAY-28, DEC-77)', async (language) => {
    const { screen } = await view({ sessionKind: 'link' }, language)
    await choose('card')
    const saved = document.querySelector<HTMLInputElement>('input[name="savedCard"][value="saved"]')!
    saved.focus()
    await act(async () => { fireEvent.click(saved) })
    // A choice moves no focus, it may have been made by an arrow key; what it opened is told (WCAG 3.2.2).
    expect(document.activeElement).toBe(saved)
    expect(document.querySelector('[data-panel="code"]')?.textContent).toBe([...document.querySelectorAll('.ck-hidden[role="status"]')].map(({ textContent }) => textContent).join(''))
    expect(document.querySelector('[data-action="Code.send"]')).not.toBeNull()
    expect(screen.container.textContent).not.toMatch(/\b(Cards|Code)\.\w/)
  })

  it('asks for a method at the list (PAY-09, S1.53)', async () => {
    const page = await view()
    await press('Pay')
    const error = document.querySelector('[data-error-for="provider"]')
    expect([error?.getAttribute('data-error-key'), bodies(page.api, 'updateReservation').length]).toEqual(['SelectPaymentMethod', 0])
    await choose('wallet')
    expect(document.querySelector('[data-error-for="provider"]')).toBeNull()
  })

  it('a card whose fields have no source is said so, and the other ways stay (DEC-92)', async () => {
    await view()
    await choose('card')
    expect(document.querySelector('[data-alert-key="SomethingHappened"]')).not.toBeNull()
    expect(actions()).toContain('CompletePayLater')
  })

  it('lists saved cards masked, with their kind (PAY-24, PAY-28)', async () => {
    const { screen } = await view({ api: { listSavedCards: [{ creditCardNumber: '4111 **** **** 1111', cardFlag: 'VISA', token: 's1', referenceToken: null }] } })
    await choose('card')
    expect(screen.getByLabelText(/VISA 4111 \*\*\*\* \*\*\*\* 1111/)).not.toBeNull()
    expect(document.querySelectorAll('input[name="savedCard"]')).toHaveLength(2)
  })

  it('submits by Return like any form, with the main button (PAY-13)', async () => {
    const page = await view({ summary: summaryWith(0), api: { updateReservation: noNetwork() } })
    await act(async () => { fireEvent.submit(document.querySelector('form')!) })
    expect(bodies(page.api, 'updateReservation')).toHaveLength(1)
  })

  it.each([
    ['checking', status({ state: 'checking', paymentId: 'p1' }), []],
    ['pending', status({ state: 'redirect', paymentId: 'p1', amount: 179.55, redirectURL: 'https://wallet.example' }), ['Continue', 'Cancel']],
  ] as const)('a payment that is %s takes the place of the methods, and leaving stays possible (P16, P18)', async (kind, found, answers) => {
    await view({ api: { getPaymentState: found } })
    expect(document.querySelector(`[data-attempt="${kind}"]`)?.textContent).toContain('€179.55')
    expect([actions(), document.querySelectorAll('input[name="provider"]').length]).toEqual([['Exit'], 0])
    expect([...document.querySelectorAll('[data-attempt] [data-action]')].map((element) => element.getAttribute('data-action'))).toEqual(answers)
  })

  it('shows the bank\'s page in a frame and listens to that frame alone (P8, P17)', async () => {
    const page = await view({ api: { getPaymentState: status({ state: 'redirect', paymentId: 'p1', isFrame: true, amount: 179.55, redirectURL: 'https://bank.example/3ds' }) } })
    await press('Continue')
    const frame = document.querySelector('iframe')
    expect([frame?.getAttribute('src'), frame?.getAttribute('title')]).toEqual(['https://bank.example/3ds', 'Your bank asks you to confirm'])
    const before = page.api.calls.length
    await act(async () => { window.dispatchEvent(new MessageEvent('message', { origin: 'https://evil.example', data: { channel: 'payment-js-3ds', type: 'finished' } })) })
    expect(page.api.calls).toHaveLength(before)
  })
})
