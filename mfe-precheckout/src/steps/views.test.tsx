import { aSummary, anExtra, noNetwork, refusedWith } from '@checkin/api/testing'
import { loadScriptFx } from '@checkin/card-payment'
import { languages, type Language } from '@checkin/i18n'
import type { StepVisit } from '@checkin/remote'
import { act, cleanup, fireEvent } from '@testing-library/react'
import { turn } from '@checkin/testing'
import { describe, expect, it } from 'vitest'
import { remote } from '../remote.ts'
import { aPage, visit, type PageOptions } from '../test/a-page.ts'
import { action, show } from '../test/render.tsx'

async function at(name: StepVisit['name'], options: PageOptions = {}, language: Language = 'en', params: Record<string, string> = {}) {
  const step = remote.steps.find((each) => each.name === name)
  if (!step) throw new Error(`no step ${name}`)
  const page = aPage({ ...options, effects: [[loadScriptFx as never, () => 'loaded'], ...(options.effects ?? [])] })
  await turn(step.opened, visit(name, params))(page.scope)
  return { ...page, step, ...(await show(step.View, page.scope, language)) }
}
const press = (key: string): Promise<void> => act(async () => { fireEvent.click(action(key)!) })
const actions = (): (string | undefined)[] => [...document.querySelectorAll<HTMLElement>('[data-action]')].map(({ dataset }) => dataset['action'])
const radios = (): string[] => [...document.querySelectorAll<HTMLInputElement>('input[name="card"]')].map(({ value }) => value)

describe('every screen', () => {
  const options: Partial<Record<StepVisit['name'], PageOptions>> = {
    'precheckout-guid': { api: { getPrecheckoutReservation: noNetwork() } },
    'complete-signed': { api: { completePrecheckout: refusedWith(409, 'SignatureFailed') } },
    precheckout: { terms: [{ tag: 'general', title: 'General' }], session: { termsAccepted: false } },
  }
  it.each(remote.steps.flatMap(({ name }) => languages.map((language) => [name, language] as const)))('%s has all its words in %s and one heading that takes the focus (SHELL-80)', async (name, language) => {
    const { container } = await at(name, options[name], language)
    expect(container.textContent).not.toMatch(/\b[A-Z][a-z]+\.[a-z]\w+\b|\{\{/)
    expect([...container.querySelectorAll('h1')].map((heading) => heading.tabIndex)).toEqual([-1])
    for (const button of container.querySelectorAll('button')) expect(button.textContent || button.getAttribute('aria-label')).toBeTruthy()
  })
})

describe('an agreement that is no longer true', () => {
  it.each([['http://sign.localhost:4002/sign/new', ['Signed.outdated.sign', 'BackToHome']], [null, ['BackToHome']]])('has one way on to %s (DEC-108)', async (signatureURL, expected) => {
    await at('complete-signed', { api: { completePrecheckout: refusedWith(409, 'AgreementOutdated', { data: { signatureURL } }) } })
    expect([actions(), document.querySelector('h1')?.textContent]).toEqual([expected, 'Your rental has changed'])
  })
})

describe('a signature that the renter refused', () => {
  it('says that nothing is signed, and offers to sign (DEC-130, S3.56)', async () => {
    const { getByText } = await at('complete-signed', { api: { completePrecheckout: refusedWith(409, 'SignatureRefused', { data: { signatureURL: null } }) } })
    expect([actions(), document.querySelector('h1')?.textContent]).toEqual([['SignAgain', 'BackToHome'], 'You have not signed'])
    expect(getByText(/at the counter/)).toBeTruthy()
  })
})

describe('a signature that the provider rejected', () => {
  it.each([['en', 'Your signature was not accepted'], ['pt', 'A sua assinatura não foi aceite'], ['fr', 'Votre signature n’a pas été acceptée']] as const)('is not told as a refusal of the renter, and is made again or at the counter: %s (DEC-141)', async (language, title) => {
    const { container } = await at('complete-signed', { api: { completePrecheckout: refusedWith(409, 'SignatureRejected', { data: { signatureURL: null } }) } }, language)
    expect([actions(), document.querySelector('h1')?.textContent, container.textContent.includes('Signed.')]).toEqual([['SignAgain', 'BackToHome'], title, false])
  })
})

describe('the review', () => {
  it('has exactly the three buttons of pre-checkout (PAY-05, PRECHK-04)', async () => {
    await at('precheckout')
    expect(actions()).toEqual(['ProceedToRentalAgreement', 'ModifyData', 'Exit'])
  })

  it('shows total, paid and due, paid only above zero (PAY-01)', async () => {
    const amounts = () => [...document.querySelectorAll<HTMLElement>('[data-amount]')].map(({ dataset }) => `${dataset['amount']} ${dataset['value']}`)
    await at('precheckout')
    expect(amounts()).toEqual(['total 279.55', 'paid 100.00', 'due 179.55'])
    cleanup()
    const { cashier } = aSummary()
    await at('precheckout', { summary: aSummary({ cashier: { ...cashier, paidValues: 0, pendingValues: 279.55 } }) })
    expect(amounts()).toEqual(['total 279.55', 'due 279.55'])
  })

  it('a press without the tick leads to the box and says what is missing, until it is ticked; each term has a document (DEC-11, DEC-171, UX-6)', async () => {
    const { getAllByRole, api } = await at('precheckout', { terms: [{ tag: 'general', title: 'General' }], session: { termsAccepted: false } })
    const box = document.querySelector<HTMLInputElement>('input[name="terms"]')!
    const missing = () => document.querySelector('[data-error-for="terms"]')?.getAttribute('data-error-key') ?? null
    expect([action('ProceedToRentalAgreement')?.disabled, getAllByRole('link').length, missing()]).toEqual([false, 1, null])
    for (const _ of ['first', 'again']) {
      await act(async () => { fireEvent.submit(document.querySelector('form')!) })
      expect([document.activeElement, missing(), box.getAttribute('aria-invalid'), api.calls.filter(({ name }) => name === 'acceptTerms')]).toEqual([box, 'MustAcceptTerms', 'true', []])
      action('ProceedToRentalAgreement')?.focus()
    }
    await act(async () => { fireEvent.click(box) })
    expect(missing()).toBeNull()
    await act(async () => { fireEvent.submit(document.querySelector('form')!) })
    expect(api.calls.filter(({ name }) => name === 'acceptTerms')).toHaveLength(1)
  })
})

describe('the steps', () => {
  it('says Done in words on the card that is done (PRECHK-05)', async () => {
    await at('precheckout-steps', { summary: aSummary({ extras: [anExtra({ extraID: 'ADD', isAddDriver: true })] }), progress: { extrasCompletedPrecheckout: true } })
    expect([...document.querySelectorAll('[data-step]')].map((card) => [card.getAttribute('data-step'), card.querySelector('[data-done]')?.textContent])).toEqual([
      ['AddDriver', undefined], ['UpgradeVehicle', undefined], ['Extras', 'Done'],
    ])
    expect(actions()).toEqual(['AddDriver', 'UpgradeVehicle', 'Extras', 'Continue'])
  })
})

describe('the rental agreement', () => {
  it('tells total, pending, deposit and where the link goes (PRECHK-10, PRECHK-12, PRECHK-21)', async () => {
    const { container } = await at('rental-agreement', { reservation: { depositAmount: 300, emailToSign: 'sign@example.com' } })
    for (const text of ['€279.55', '€179.55', '€300.00', 'A returnable security deposit is required', 'held on your card, not debited', 'sign@example.com']) expect(container.textContent).toContain(text)
  })

  it('gives a generic sentence without an amount (PRECHK-12, DEC-64)', async () => {
    await at('rental-agreement')
    expect(document.querySelector('[data-part="deposit"]')?.textContent).toBe('A returnable security deposit is required')
  })

  it('lists the saved cards by flag and mask; no token stands in the page (PRECHK-11, PAY-28)', async () => {
    const { container } = await at('rental-agreement')
    expect(radios()).toEqual(['saved-0', 'new'])
    expect(container.textContent).toContain('VISA 4111 **** **** 1111')
    expect(container.innerHTML).not.toContain('saved-card-1')
  })

  it('asks for a card at the list when none is chosen', async () => {
    const { getByText } = await at('rental-agreement')
    await act(async () => { fireEvent.submit(document.querySelector('form')!) })
    expect(getByText('Choose a card').closest('[data-error-for]')?.getAttribute('data-error-for')).toBe('card')
  })

  it('has labels for number and CVV in the form for a new card, and no choice where there is none (PRECHK-11, PRECHK-27)', async () => {
    const { getByText } = await at('rental-agreement', { api: { listSavedCards: [], listGateways: [{ code: 'card', name: 'Card', clientScript: 'http://card.localhost/p.js', clientKey: 'key' }] } })
    expect(radios()).toEqual([])
    expect([getByText(/Card number/), getByText(/Security code \(CVV\)/)]).toHaveLength(2)
    expect([...document.querySelectorAll('input')].map(({ name }) => name)).toEqual(['card_holder', 'expiry', 'month', 'year'])
  })

  it('opens the code panel in place, with the focus, and Enter in the code does not press Proceed (DEC-77)', async () => {
    const { api } = await at('rental-agreement', { api: { listSavedCards: refusedWith(403, 'CodeRequired'), validateCode: refusedWith(404, 'CodeNotFound') } })
    await act(async () => { fireEvent.click(document.querySelector('input[value="saved"]')!) })
    expect(document.activeElement?.getAttribute('data-panel')).toBe('code')
    await press('Code.send')
    const code = document.querySelector<HTMLInputElement>('input[name="code"]')!
    expect(document.activeElement).toBe(code)
    await act(async () => { fireEvent.change(code, { target: { value: '123456' } }) })
    await act(async () => { fireEvent.keyDown(code, { key: 'Enter' }) })
    expect(api.calls.map(({ name }) => name)).toEqual(['listGateways', 'listSavedCards', 'lookup', 'validateCode'])
    expect(document.querySelector('[data-error-for="code"]')?.getAttribute('data-error-key')).toBe('FieldsError.code.Invalid')
  })

  it('keeps the reason on the page after its modal is closed (PRECHK-15)', async () => {
    const { getByText } = await at('rental-agreement', { api: { submitPrecheckout: refusedWith(400, 'PreauthorisationFailed', { data: { errors: [{ context: 'payment' }] } }) } })
    await act(async () => { fireEvent.click(document.querySelector('input[value="saved-0"]')!) })
    await act(async () => { fireEvent.submit(document.querySelector('form')!) })
    expect(getByText('The payment failed. Try another card or pay at the counter')).toBeTruthy()
    expect(actions()).toEqual(['Choice.forget', 'Proceed', 'NoIwillSignOTC'])
  })

  it('says the truth while it is being checked, and offers neither a second try nor the counter (DEC-48)', async () => {
    const { getByRole } = await at('rental-agreement', { api: { submitPrecheckout: { signatureURL: null, state: 'checking' } } })
    await act(async () => { fireEvent.click(document.querySelector('input[value="saved-0"]')!) })
    await act(async () => { fireEvent.submit(document.querySelector('form')!) })
    expect(getByRole('status').textContent).toContain('We are checking your deposit')
    expect([actions(), document.querySelector('.ck-actions')]).toEqual([[], null])
  })

  it('at the bank shows its page under its heading, says that it loads, and has a Cancel that leads back to the cards (DEC-172, UX-14)', async () => {
    const { api, container } = await at('rental-agreement', { api: { submitPrecheckout: { signatureURL: null, state: 'redirect', redirectURL: 'https://bank.example/3ds' } } })
    await act(async () => { fireEvent.click(document.querySelector('input[value="saved-0"]')!) })
    await act(async () => { fireEvent.submit(document.querySelector('form')!) })
    const frame = document.querySelector('iframe[data-frame="bank"]')!
    expect([document.querySelector('h1')?.textContent, actions(), document.querySelector('[role="progressbar"]') !== null]).toEqual(['Your bank asks you to confirm', ['Cancel'], true])
    await act(async () => { fireEvent.load(frame) })
    expect(document.querySelector('[role="progressbar"]')).toBeNull()
    const asked = api.calls.length
    await press('Cancel')
    expect([document.querySelector('iframe'), actions(), document.activeElement?.getAttribute('data-note')]).toEqual([null, ['Choice.forget', 'Proceed', 'NoIwillSignOTC'], 'bank-left'])
    expect(container.textContent).toContain('The deposit is not confirmed')
    expect(api.calls).toHaveLength(asked)
  })

  it('has a link to the signature, for a browser that does not go there by itself', async () => {
    const { getByRole } = await at('rental-agreement')
    await act(async () => { fireEvent.click(document.querySelector('input[value="saved-0"]')!) })
    await act(async () => { fireEvent.submit(document.querySelector('form')!) })
    expect(getByRole('link').getAttribute('href')).toBe('http://sign.localhost:4002/sign/1')
  })

  it('leaves the counter when no card can be taken (DEC-20)', async () => {
    await at('rental-agreement', { api: { listGateways: [] } })
    expect(actions()).toEqual(['NoIwillSignOTC'])
  })
})

describe('the inspection', () => {
  it('shows damage status, fuel level and pictures (PRECHK-25)', async () => {
    await at('verify-damages')
    expect([...document.querySelectorAll('[data-part]')].map((part) => part.getAttribute('data-part'))).toEqual(['damages', 'fuel'])
    expect(document.querySelector('input[name="pictures"]')?.getAttribute('accept')).toBe('.jpg,.jpeg,.png,.webp')
    expect(document.querySelector('input[capture]')?.getAttribute('capture')).toBe('environment')
  })

  const facts = () => [...document.querySelectorAll('dd')].map(({ textContent }) => textContent)
  it.each([
    [{ damages: 2, fuelEighths: 7, mileageKm: 18_240 }, ['Known damages: 2', '7/8'], ['18240 km'], ['7/8']],
    [{ damages: 0, fuelEighths: null, mileageKm: null }, ['No damage is known', 'As on your handover sheet'], [], []],
    [undefined, ['As on your handover sheet', 'As on your handover sheet'], [], []],
  ])('shows the figures of the company, else refers to the handover sheet: %o (DEC-131)', async (condition, atDamages, atMileage, atFuel) => {
    const options = { reservation: { ...(condition && { condition }) } }
    const shown: (string | null)[][] = []
    for (const name of ['verify-damages', 'verify-km', 'verify-fuel'] as const) {
      await at(name, options)
      shown.push(facts())
      cleanup()
    }
    expect(shown).toEqual([atDamages, atMileage, atFuel])
  })

  it('says what is missing at the pictures and puts the focus there (PRECHK-23)', async () => {
    await at('verify-damages')
    await press('NoCorrectAmount')
    expect(document.querySelector('[data-error-for="pictures"]')?.getAttribute('data-error-key')).toBe('Atleast5Images')
    expect(document.activeElement?.getAttribute('name')).toBe('pictures')
  })

  it.each(['verify-km', 'verify-fuel'] as const)('%s takes a picture after "no" only (PRECHK-22)', async (name) => {
    await at(name)
    expect([document.querySelector('input[type="file"]'), actions()]).toEqual([null, ['YesItsCorrect', 'NoCorrectAmount', 'Back']])
    await press('NoCorrectAmount')
    expect(document.querySelector('input[type="file"]')).not.toBeNull()
  })
})
