import { anExtra, aSummary } from '@checkin/api/testing'
import { languages, type Language } from '@checkin/i18n'
import { act, fireEvent } from '@testing-library/react'
import { allSettled } from 'effector'
import { describe, expect, it } from 'vitest'
import { aPage, offeredSummary, visit } from '../../test/a-page.ts'
import { show } from '../../test/render.tsx'
import { opened } from './model.ts'
import { ExtrasView } from './view.tsx'

async function view(language: Language = 'en', summary: ReturnType<typeof offeredSummary> | null = offeredSummary()) {
  const { scope } = aPage({ summary })
  await allSettled(opened, { scope, params: visit('extras') })
  return show(ExtrasView, scope, language)
}
const within = (extraID: string, action: string): HTMLButtonElement | null => document.querySelector<HTMLButtonElement>(`[data-extra="${extraID}"] [data-action="${action}"]`)

/** Without the marks that keep a value by itself in a text from right to left. */
const plain = (element: Element | null): string => element?.textContent.replaceAll(/[\u2066-\u2069]/g, '') ?? ''

describe('extras', () => {
  it.each(languages)('are named cards in lists, with a price and the days, and no key instead of words: %s (OFFERS-12, OFFERS-13, SHELL-81)', async (language) => {
    const screen = await view(language)
    expect(screen.getAllByRole('list').length).toBeGreaterThanOrEqual(2)
    expect(plain(document.querySelector('[data-extra="GPS"]'))).toMatch(/5 (days|dias|jours|Tage|días|giorni|dagen|أيام).*€6\.15/)
    expect(screen.container.textContent).not.toMatch(/\b(Account|Price|Lock|Slider|Extras)\.\w/)
  })

  it('that the server takes from nobody have no button that would be refused (DEC-121)', async () => {
    const voucher = (change: Parameters<typeof anExtra>[0]) => anExtra({ category: 'equipment', isAvailableOnEC: true, isChoosable: false, valueWithTax: 5, totalValue: 25, ...change })
    await view('en', aSummary({ extras: [voucher({ extraID: 'AUTO', isAutomaticExtra: true }), voucher({ extraID: 'MANY', isInvoiceVoucher: true, isAcceptQuantity: true, quantity: 0 }), voucher({ extraID: 'GPS', isChoosable: true })] }))
    const buttons = (extraID: string) => [...document.querySelectorAll<HTMLButtonElement>(`[data-extra="${extraID}"] [data-action]:not(:disabled)`)].map(({ dataset }) => dataset['action'])
    expect([buttons('AUTO'), buttons('MANY'), buttons('GPS')]).toEqual([[], [], ['Add']])
  })

  it('have nothing ticked, and one main button, which says what the rental comes to (DEC-170, UX-5)', async () => {
    await view()
    expect(document.querySelector('[data-extra="GPS"]')?.hasAttribute('data-chosen')).toBe(false)
    const buttons = () => [...document.querySelectorAll('.ck-actions > .ck-button')].map((button) => `${button.getAttribute('data-kind')} ${button.getAttribute('data-action')}: ${button.textContent}`)
    expect(buttons()).toEqual(['primary Submit: Continue · €279.55', 'plain ContinueWithoutExtras: Continue, adding nothing'])
  })

  it('without prices have one way on, which is the main button then (DEC-84)', async () => {
    await view('en', null)
    expect([...document.querySelectorAll('.ck-actions [data-kind="primary"]')].map((button) => button.getAttribute('data-action'))).toEqual(['ContinueWithoutExtras'])
  })

  it('say the days only of what is paid by the day, and a total only where it is another amount (DEC-170, OFFERS-13, UX-12)', async () => {
    const offered = (change: Parameters<typeof anExtra>[0]) => anExtra({ category: 'equipment', isAvailableOnEC: true, ...change })
    await view('en', aSummary({ extras: [
      offered({ extraID: 'ONCE', isValuePerRA: true, valueWithTax: 30, totalValue: 30 }), offered({ extraID: 'TWICE', isValuePerRA: true, valueWithTax: 10, totalValue: 20 }),
      offered({ extraID: 'DAILY', valueWithTax: 6.15, totalValue: 30.75 }),
    ] }))
    const text = (extraID: string) => document.querySelector(`[data-extra="${extraID}"]`)?.textContent ?? ''
    expect([text('ONCE'), text('TWICE'), text('DAILY')].map((shown) => [shown.includes('5 days'), shown.includes('in total')])).toEqual([[false, false], [false, true], [true, true]])
  })

  it('change by their buttons, which say what they change, and the account marks the line as new, with nothing struck through (OFFERS-14, PAY-02, DEC-170, UX-11)', async () => {
    const screen = await view()
    expect(screen.getByRole('button', { name: /^Add ?: Navigation$/ })).toBe(within('GPS', 'Add'))
    expect(screen.getByRole('button', { name: /^One more: Booster$/ })).toBe(within('BST', 'Plus'))
    await act(async () => { fireEvent.click(within('GPS', 'Add')!) })
    expect(within('GPS', 'Remove')).not.toBeNull()
    expect([document.querySelector('[data-line="GPS"][data-changed]')?.textContent, document.querySelector('del')]).toEqual([expect.stringMatching(/^Navigation New/), null])
    expect(document.querySelector('[data-amount="total"]')?.getAttribute('data-value')).toBe('279.55')
  })

  it('offer no way to take away what was loaded (OFFERS-15)', async () => {
    await view()
    expect([within('SCDW', 'Add'), within('SCDW', 'Remove'), within('SEAT', 'Minus')?.disabled]).toEqual([null, null, true])
  })
})
