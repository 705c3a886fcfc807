import { noNetwork, refusedWith, type Fakes } from '@checkin/api/testing'
import { languages, type Language } from '@checkin/i18n'
import { act, cleanup, fireEvent } from '@testing-library/react'
import { allSettled } from 'effector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { show } from '../../test/render.tsx'
import { aPage, located, twoTerms, visit } from '../../test/shell-double.ts'
import { opened } from './model.ts'
import { VerifyCodeView } from './view.tsx'

const code = (): HTMLInputElement => document.querySelector<HTMLInputElement>('input[name="code"]')!
const action = (key: string): HTMLButtonElement | null => document.querySelector<HTMLButtonElement>(`[data-action="${key}"]`)
const errorKey = (): string | null => document.querySelector('[data-error-for="code"]')?.getAttribute('data-error-key') ?? null
const turnOfEvents = (work: () => void): Promise<void> => act(async () => { work(); await vi.advanceTimersByTimeAsync(0) })
const type = (value: string): Promise<void> => turnOfEvents(() => { fireEvent.change(code(), { target: { value } }) })
const enter = (): Promise<void> => turnOfEvents(() => { fireEvent.submit(document.querySelector('form')!) })
const wait = (milliseconds: number): Promise<void> => act(async () => { await vi.advanceTimersByTimeAsync(milliseconds) })

async function view({ api = {}, needsTerms = false, language = 'en' }: { api?: Fakes; needsTerms?: boolean; language?: Language } = {}) {
  const scope = aPage({ api, terms: needsTerms ? twoTerms : [], lookup: located({ needsTerms, mail: 'maria.silva@example.com', stage: 'code' }) })
  const screen = await show(VerifyCodeView, scope, language)
  await turnOfEvents(() => { void allSettled(opened, { scope, params: visit('verify-code') }) })
  return screen
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the code screen', () => {
  it('has one box for the whole code that a browser can fill from a message (VERIF-16)', async () => {
    const screen = await view()
    expect(screen.getByLabelText(/Code from the e-mail/)).toBe(code())
    expect([code().type, code().inputMode, code().autocomplete, code().getAttribute('aria-required')]).toEqual(['text', 'numeric', 'one-time-code', 'true'])
    expect(document.querySelectorAll('input')).toHaveLength(1)
    expect(screen.getByText(/m•••a@example\.com/)).toBeTruthy()
    expect(document.body.textContent).not.toContain('maria.silva')
  })

  it('takes a pasted code with its blanks (VERIF-16)', async () => {
    await view()
    await type(' 123 456 ')
    expect(code().value).toBe('123456')
  })

  it('names a missing code and focuses the box (VERIF-16)', async () => {
    await view()
    await enter()
    expect(errorKey()).toBe('FieldsError.code.Required')
    expect(document.activeElement).toBe(code())
  })

  it('selects a wrong code for another try, with the reason below it (VERIF-19)', async () => {
    await view({ api: { validateCode: refusedWith(404, 'CodeNotFound') } })
    await type('123456')
    await enter()
    expect(errorKey()).toBe('FieldsError.code.Invalid')
    expect([code().value, code().disabled]).toEqual(['123456', false])
    expect(document.activeElement).toBe(code())
    expect([code().selectionStart, code().selectionEnd]).toEqual([0, 6])
    const selected = vi.spyOn(code(), 'select')
    await type('6')
    await type('65')
    expect(selected).not.toHaveBeenCalled()
  })

  it('counts down in the button, speaks up only at the end and after a resend (VERIF-18)', async () => {
    const screen = await view()
    const news = (): string => screen.getByRole('status').textContent
    expect([action('ResendCode')?.disabled, action('ResendCode')?.textContent, news()]).toEqual([true, 'Resend code in 60 s', ''])
    await wait(30_000)
    expect([action('ResendCode')?.textContent, news()]).toEqual(['Resend code in 30 s', ''])
    await wait(30_000)
    expect([action('ResendCode')?.disabled, action('ResendCode')?.textContent, news()]).toEqual([false, 'Resend code', 'You can ask for a new code now.'])
    await turnOfEvents(() => { fireEvent.click(action('ResendCode')!) })
    expect(action('ResendCode')?.disabled).toBe(true)
    expect(news()).toBe('A new code is on its way to m•••a@example.com. The code before it no longer works.')
  })

  it('offers Continue instead of Submit after a right code whose next step failed (DEC-10)', async () => {
    let tries = 0
    const screen = await view({ needsTerms: true, api: { acceptTerms: () => (++tries === 1 ? noNetwork() : { accepted: true }) } })
    await type('123456')
    await enter()
    expect([action('Submit'), action('Continue')?.disabled, code().disabled]).toEqual([null, false, true])
    expect(screen.getByText('Your code is correct')).toBeTruthy()
    await turnOfEvents(() => { fireEvent.submit(document.querySelector('form')!) })
    expect(tries).toBe(2)
  })

  it.each(languages)('has all its words in %s, and a main button that says what it does (SHELL-80, DEC-286)', async (language) => {
    const screen = await view({ language })
    expect(action('Submit')?.textContent).toBe({ en: 'Confirm code', pt: 'Confirmar código', fr: 'Valider le code', de: 'Code bestätigen', es: 'Confirmar el código', it: 'Conferma il codice', nl: 'Code bevestigen', ar: 'تأكيد الرمز' }[language])
    await enter()
    await wait(60_000)
    expect(screen.container.textContent).not.toMatch(/Code\.|Field\.|FieldsError|\{\{/)
    expect(action('Back')?.textContent).toBe({ en: 'Back', pt: 'Voltar', fr: 'Retour', de: 'Zurück', es: 'Volver', it: 'Indietro', nl: 'Terug', ar: 'رجوع' }[language])
  })
})
