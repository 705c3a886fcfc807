import { languages, type Language } from '@checkin/i18n'
import { act, fireEvent } from '@testing-library/react'
import { allSettled } from 'effector'
import { describe, expect, it } from 'vitest'
import { aPage, visit } from '../../test/a-page.ts'
import { show } from '../../test/render.tsx'
import { opened } from './model.ts'
import { UpsellingView } from './view.tsx'

async function view(language: Language = 'en') {
  const { scope } = aPage()
  await allSettled(opened, { scope, params: visit('upselling') })
  return show(UpsellingView, scope, language)
}
const action = (key: string): HTMLButtonElement => document.querySelector<HTMLButtonElement>(`[data-action="${key}"]`)!

describe('upgrades', () => {
  it.each(languages)('show name, seats, fuel, gearbox and the cost per day, in words: %s (OFFERS-22, SHELL-81)', async (language) => {
    const screen = await view(language)
    expect(document.querySelector('[data-group="C"]')?.textContent.replaceAll(/[\u2066-\u2069]/g, '')).toMatch(/Compact\D*5\D.*\+€8\.00/)
    expect(screen.container.textContent).not.toMatch(/\b(Upgrade|Compare|Vehicle|Fuel|Transmission)\.\w/)
  })

  it('are compared with the current vehicle before a yes, what it costs more first and what differs marked, focus on the heading; yes and no look alike (OFFERS-23, DEC-170, UX-10)', async () => {
    const screen = await view()
    await act(async () => { fireEvent.click(action('Upgrade')) })
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect([...document.querySelectorAll('[data-vehicle]')].map((side) => [side.getAttribute('aria-label'), side.textContent.includes('€')])).toEqual([['Current vehicle: Economy', true], ['New vehicle: Compact', true]])
    expect([document.querySelector('[data-difference]')?.textContent, document.querySelector('[data-difference]')?.getAttribute('data-difference')]).toEqual(['+€8.00 a day, +€40.00 in all', '40.00'])
    expect([...document.querySelectorAll('[data-vehicle]')].map((side) => [...side.querySelectorAll('[data-differs]')].map(({ textContent }) => textContent))).toEqual([['Manual'], ['Automatic']])
    expect(action('YesIwantUpgrade').dataset.kind).toBe(action('NoIkeepSame').dataset.kind)
    await act(async () => { fireEvent.click(action('NoIkeepSame')) })
    expect(document.querySelector('[data-group="C"]')).not.toBeNull()
  })
})
