import { noNetwork, refusedWith } from '@checkin/api/testing'
import { changeLanguage, languages } from '@checkin/i18n'
import { act, fireEvent, waitFor } from '@testing-library/react'
import { allSettled } from 'effector'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { show } from '../../test/render.tsx'
import { aPage, located, twoTerms, visit, type PageOptions } from '../../test/shell-double.ts'
import { opened } from './model.ts'
import { VerifyReservationView } from './view.tsx'

const view = (options: PageOptions = {}, language: (typeof languages)[number] = 'en') => show(VerifyReservationView, aPage(options), language)
const input = (name: string): HTMLInputElement => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)!
const action = (key: string): HTMLButtonElement => document.querySelector<HTMLButtonElement>(`[data-action="${key}"]`)!
const errorKey = (name: string): string | null => document.querySelector(`[data-error-for="${name}"]`)?.getAttribute('data-error-key') ?? null
const press = (key: string): Promise<void> => act(async () => { fireEvent.click(action(key)) })
const type = (name: string, value: string): Promise<void> => act(async () => { fireEvent.change(input(name), { target: { value } }) })

beforeEach(() => {
  sessionStorage.clear()
})

describe('view 1', () => {
  it('has a labelled box per field, named as everywhere, with help for the browser to fill it (VERIF-02)', async () => {
    const screen = await view()
    expect(screen.getByLabelText(/Reservation number/)).toBe(input('reference'))
    expect(screen.getByLabelText(/Last name/)).toBe(input('surname'))
    expect([input('reference').autocomplete, input('surname').autocomplete]).toEqual(['off', 'family-name'])
    expect([input('reference').getAttribute('aria-required'), input('surname').getAttribute('aria-required')]).toEqual(['true', 'true'])
    await waitFor(() => { expect(document.querySelector('[data-field="checkoutdate"]')?.tagName).toBe('BUTTON') })
    expect(input('checkoutdate').type).toBe('hidden')
    expect(screen.getByRole('heading', { level: 1 }).tabIndex).toBe(-1)
  })

  it('names what is missing at the field and in a summary that takes the focus, and clears each as it is typed (VERIF-02, SHELL-85, SHELL-86)', async () => {
    const screen = await view()
    await press('Locate')
    expect([errorKey('reference'), errorKey('surname'), errorKey('checkoutdate')]).toEqual(['FieldsError.reference.Required', 'FieldsError.surname.Required', null])
    expect(input('reference').getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Check 2 fields' }))
    await type('reference', 'C')
    expect([errorKey('reference'), errorKey('surname')]).toEqual([null, 'FieldsError.surname.Required'])
  })

  it('is sent by Enter too, and takes no second press while it is under way', async () => {
    let answer: () => void = () => undefined
    let calls = 0
    await view({ api: { prelookup: () => { calls += 1; return new Promise((done) => { answer = () => done({ found: true, needsTerms: false }) }) } } })
    await type('reference', 'CV1001')
    await type('surname', 'Silva')
    await act(async () => { fireEvent.submit(document.querySelector('form')!) })
    expect(action('Locate').getAttribute('aria-busy')).toBe('true')
    await press('Locate')
    expect(calls).toBe(1)
    await act(async () => { answer() })
    expect(input('mail')).not.toBeNull()
  })

  it.each([['not found', refusedWith(404, 'ReservationNotFound')], ['without a network', noNetwork()]])('keeps every typed character when the reservation is %s (VERIF-06, ERR-45)', async (_, failure) => {
    await view({ api: { prelookup: failure } })
    await type('reference', 'CV1001')
    await type('surname', "O'Neil")
    await press('Locate')
    expect([input('reference').value, input('surname').value]).toEqual(['CV1001', "O'Neil"])
    expect(action('Locate').getAttribute('aria-busy')).toBeNull()
  })

  it('moves the focus to the heading of view 2 when the reservation is found (VERIF-01)', async () => {
    const screen = await view()
    await type('reference', 'CV1001')
    await type('surname', 'Silva')
    await press('Locate')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Where shall we send your code?' }))
  })
})

describe('view 2', () => {
  it.each(languages)('has a main button that says what it does: %s (DEC-286)', async (language) => {
    await view({ lookup: located() }, language)
    expect(action('Submit').textContent).toBe({ en: 'Send code', pt: 'Enviar código', fr: 'Envoyer le code', de: 'Code senden', es: 'Enviar el código', it: 'Invia il codice', nl: 'Code sturen', ar: 'إرسال الرمز' }[language])
  })

  it('never shows an address that the renter did not type (DEC-09)', async () => {
    await view({ lookup: located() })
    expect(input('mail').value).toBe('')
    expect(document.body.textContent).not.toContain('@')
  })

  it('has no checkbox and no documents where there are no terms (VERIF-09)', async () => {
    await view({ lookup: located() })
    expect(input('terms')).toBeNull()
    expect(document.querySelectorAll('[data-term]')).toHaveLength(0)
  })

  it('has one checkbox and one link per document where there are terms, and opens Submit when all is there (VERIF-09, VERIF-10)', async () => {
    const screen = await view({ lookup: located({ needsTerms: true }), terms: twoTerms })
    expect(document.querySelectorAll('input[type="checkbox"]')).toHaveLength(1)
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['General conditions (PDF)', 'Privacy policy (PDF)'])
    expect(action('Submit').disabled).toBe(true)
    await type('mail', 'maria.silva@example.com')
    expect(action('Submit').disabled).toBe(true)
    await act(async () => { fireEvent.click(input('terms')) })
    expect(action('Submit').disabled).toBe(false)
    await act(async () => { fireEvent.click(input('terms')) })
    expect(action('Submit').disabled).toBe(true)
  })

  it('saves the document of a link as a PDF file without leaving the page (VERIF-12)', async () => {
    const saved: unknown[] = []
    const createUrl = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:document')
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) { saved.push([this.href, this.download]) })
    const asked: unknown[] = []
    const pdf = new Blob(['%PDF-1.7'], { type: 'application/pdf' })
    await view({ lookup: located({ needsTerms: true }), terms: twoTerms, api: { downloadTerms: (request) => { asked.push(request); return pdf } } })
    const link = document.querySelector('[data-term="privacy"] a')!
    expect(link.getAttribute('href')).toBe('/api/termsandconditions/privacy')
    let left = true
    await act(async () => { left = fireEvent.click(link) })
    expect(left).toBe(false)
    expect(asked).toEqual([{ params: { tag: 'privacy' } }])
    expect(createUrl).toHaveBeenCalledWith(pdf)
    expect(saved).toEqual([['blob:document', 'privacy.pdf']])
    createUrl.mockRestore()
    clicked.mockRestore()
  })

  it('says when a pasted address lost characters, and that an address is not one (VERIF-08, DEC-33, SHELL-88)', async () => {
    const screen = await view({ lookup: located() })
    await type('mail', 'maria+tr(ip@')
    expect(input('mail').value).toBe('maria+trip@')
    expect(screen.getByText('Some characters cannot be used here and were left out')).toBeTruthy()
    await press('Submit')
    expect(errorKey('mail')).toBe('FieldsError.email.Invalid')
  })

  it('asks for the pick-up date and the end of a number where no address is on file, and says what is missing (DEC-99)', async () => {
    const screen = await view({ lookup: located({ secondProof: true }) })
    expect(screen.getByLabelText(/Last four characters/)).toBe(input('proof'))
    expect([input('proof').autocomplete, input('proof').getAttribute('aria-required')]).toEqual(['off', 'true'])
    await type('mail', 'new@example.com')
    await press('Submit')
    expect([errorKey('checkoutdate'), errorKey('proof'), errorKey('mail')]).toEqual(['FieldsError.checkoutdate.Required', 'FieldsError.proof.Required', null])
    await type('proof', '91 234 45 67')
    expect(input('proof').value).toHaveLength(4)
  })

  it('says that the counter or a link of the company helps where nothing is on file (S1.77)', async () => {
    const scope = aPage({ lookup: located({ secondProof: true, checkoutdate: '2030-12-01' }), api: { lookup: refusedWith(409, 'NoProofOnFile') } })
    await allSettled(opened, { scope, params: visit('verify-reservation') })
    const screen = await show(VerifyReservationView, scope, 'en')
    await type('proof', '4567')
    await type('mail', 'new@example.com')
    await press('Submit')
    await waitFor(() => { expect(screen.getByRole('status').textContent).toContain('Show your reservation number CV1001 at the counter, or ask Costa Verde') })
  })

  it('leads back to view 1 with the values, focus on its heading (VERIF-11)', async () => {
    const screen = await view()
    await type('reference', 'CV1001')
    await type('surname', 'Silva')
    await press('Locate')
    await press('Back')
    expect([input('reference').value, input('surname').value]).toEqual(['CV1001', 'Silva'])
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Find your reservation' }))
  })
})

describe('in every language', () => {
  it.each(languages)('shows no key instead of words and keeps the values at a change of language: %s (SHELL-72, SHELL-81)', async (language) => {
    const screen = await view({}, language)
    await press('Locate')
    await type('reference', 'KEEP-ME')
    await act(() => changeLanguage(language === 'fr' ? 'pt' : 'fr'))
    expect(input('reference').value).toBe('KEEP-ME')
    expect(screen.container.textContent).not.toMatch(/\w+\.(title|lead|hint|eyebrow|Required)\b/)
    await act(() => changeLanguage(language))
    expect(action('Locate').textContent).toBe({ en: 'Find reservation', pt: 'Encontrar reserva', fr: 'Trouver la réservation', de: 'Reservierung finden', es: 'Buscar reserva', it: 'Trova prenotazione', nl: 'Reservering zoeken', ar: 'العثور على الحجز' }[language])
  })
})
