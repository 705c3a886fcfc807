import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import { beforeAll, describe, expect, it } from 'vitest'
import { changeLanguage, initI18n } from '@checkin/i18n'
import { $modalAction } from '@checkin/flow'
import { $alert, noAlert } from './alert.model.ts'
import { modalOpened } from './modal.model.ts'
import { ModalView, RefusalView, ToastView } from './feedback-views.tsx'
import { $refusal } from './refusal.model.ts'

beforeAll(async () => { await initI18n({ language: 'en' }) })

const alertIn = (over: Partial<typeof noAlert>) => {
  const scope = fork({ values: [[$alert, { ...noAlert, visible: true, ...over }]] })
  render(<Provider value={scope}><ToastView /></Provider>)
  return document.querySelector<HTMLElement>('[data-alert-key]')
}

describe('the toast', () => {
  it('says Server Error in red when nobody said more (SHELL-74)', () => {
    const toast = alertIn({})
    expect(toast?.dataset).toMatchObject({ alertKey: 'ServerError', state: 'error' })
    expect(toast?.textContent).toBe('Server Error')
  })

  it('says the words of its key with the values put in', () => {
    expect(alertIn({ key: 'SomethingHappenedCode', params: { code: '42' } })?.textContent).toContain('42')
  })

  it.each([['en', '(upgrade options)'], ['pt', '(opções de veículo superior)'], ['fr', '(options de surclassement)']] as const)('names in %s what it is about, not its key (ERR-17)', async (language, words) => {
    await changeLanguage(language)
    const text = alertIn({ key: 'SomethingHappened', params: { value: 'Upselling' } })?.textContent
    await changeLanguage('en')
    expect(text).toContain(words)
    expect(text).not.toContain('Upselling')
  })

  it('shows the server’s own message where it sent one (SHELL-60)', () => {
    expect(alertIn({ text: 'Card refused: code 51' })?.textContent).toBe('Card refused: code 51')
  })

  it('is gone when the alert is not visible (SHELL-73)', () => {
    expect(alertIn({ visible: false })).toBeNull()
  })
})

describe('the refusal that stays (DEC-102, UX-2)', () => {
  const refusalIn = (typing: boolean) => {
    const scope = fork({ values: [[$refusal, { key: 'ReservationNotFound' }]] })
    const input = document.createElement('input')
    document.body.append(input)
    if (typing) input.focus()
    render(<Provider value={scope}><RefusalView /></Provider>)
    return { scope, input, note: document.querySelector<HTMLElement>('[data-refusal-key]') }
  }

  it('says what the toast said and can be closed by keyboard', async () => {
    const { scope, note } = refusalIn(false)
    expect(note?.dataset['refusalKey']).toBe('ReservationNotFound')
    expect(note?.textContent).toContain('We could not find your reservation')
    await act(async () => { fireEvent.click(screen.getByRole('button')) })
    expect(scope.getState($refusal)).toBeNull()
    expect(document.querySelector('[data-refusal-key]')).toBeNull()
  })

  it('takes the focus after a press, and never from somebody who types (WCAG 3.3.1)', () => {
    const pressed = refusalIn(false)
    expect(document.activeElement).toBe(pressed.note)
    cleanup()
    const typed = refusalIn(true)
    expect(document.activeElement).toBe(typed.input)
  })
})

describe('the modal', () => {
  const open = async (type: 'confirm' | 'cancel') => {
    const scope = fork()
    render(<Provider value={scope}><ModalView /></Provider>)
    await act(() => allSettled(modalOpened, { scope, params: { keys: ['AreYouSureQuit', 'YourProgressWillBeLost'], type } }))
    return scope
  }

  it('asks in words and answers confirm (SHELL-76, SHELL-78)', async () => {
    const scope = await open('confirm')
    expect(screen.getByRole('dialog').dataset).toMatchObject({ state: 'warning', modalKeys: 'AreYouSureQuit YourProgressWillBeLost' })
    await act(async () => { fireEvent.click(screen.getByRole('button', { name: 'Confirm' })) })
    expect(scope.getState($modalAction)).toBe('confirm')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it.each([['en', 'Keep', 'Drop'], ['pt', 'Manter', 'Descartar'], ['fr', 'Garder', 'Abandonner']] as const)('names its buttons in %s as the question wants (DEC-106)', async (language, keep, drop) => {
    await changeLanguage(language)
    const scope = fork()
    render(<Provider value={scope}><ModalView /></Provider>)
    await act(() => allSettled(modalOpened, { scope, params: { keys: ['KeepOrDropExtras', 'KeepOrDropExtrasText'], labels: { confirm: 'Keep', cancel: 'Drop' } } }))
    expect(screen.getAllByRole('button').map(({ textContent, dataset }) => [textContent, dataset['action']])).toEqual([[keep, 'Keep'], [drop, 'Drop']])
    await act(async () => { fireEvent.click(screen.getByRole('button', { name: drop })) })
    expect([scope.getState($modalAction), screen.queryByRole('dialog')]).toEqual(['close', null])
    await changeLanguage('en')
  })

  it('answers close by the only button of a cancel-type modal (SHELL-79)', async () => {
    const scope = await open('cancel')
    await act(async () => { fireEvent.click(screen.getByRole('button', { name: 'Confirm' })) })
    expect(scope.getState($modalAction)).toBe('close')
  })
})
