import { languages } from '@checkin/i18n'
import { describe, expect, it } from 'vitest'
import { aPage, withStoppedClock } from '../../test/a-page.ts'
import { show } from '../../test/render.tsx'
import { PaymentCancelView, PaymentLogView } from './view.tsx'

withStoppedClock()

describe.each([['success', PaymentLogView], ['cancel', PaymentCancelView]] as const)('back from the wallet: %s', (_way, View) => {
  it.each(languages)('is a loader that says what happens, and nothing to press or to type: %s (PAY-31)', async (language) => {
    const { container } = await show(View, aPage().scope, language)
    const title = container.querySelector('h1')?.textContent ?? ''
    expect(title).not.toMatch(/^(Return\..*)?$/)
    expect(container.querySelector('[role="progressbar"]')?.getAttribute('aria-label')).toBe(title)
    expect(container.querySelectorAll('a, button, input, select, textarea, iframe, [data-amount]')).toHaveLength(0)
    expect(container.textContent).toBe(title)
  })
})
