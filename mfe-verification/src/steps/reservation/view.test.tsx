import { formatDate, languages, type Language } from '@checkin/i18n'
import { act, fireEvent } from '@testing-library/react'
import { allSettled } from 'effector'
import { describe, expect, it } from 'vitest'
import { show } from '../../test/render.tsx'
import { aPage, loadedReservation, twoTerms, visit } from '../../test/shell-double.ts'
import { opened } from './model.ts'
import { ReservationView } from './view.tsx'

const action = (key: string): HTMLButtonElement => document.querySelector<HTMLButtonElement>(`[data-action="${key}"]`)!

async function view({ termsAccepted = true, language = 'en' }: { termsAccepted?: boolean; language?: Language } = {}) {
  const scope = aPage({ terms: twoTerms, session: { guid: 'guid-of-cv1001', sessionKey: 'session-key-1', kind: 'code', termsAccepted }, loaded: loadedReservation() })
  await allSettled(opened, { scope, params: visit('reservation') })
  return show(ReservationView, scope, language)
}

describe('the reservation at a glance', () => {
  it.each(languages)('shows its six values in the clock of the location and nothing to fill in: %s (VERIF-24, SHELL-81)', async (language) => {
    const screen = await view({ language })
    const dates = [formatDate('2026-12-01', language), formatDate('2026-12-05', language)]
    for (const value of ['R1001', 'CV1001', 'Faro Airport', 'Lisbon Airport', '10:30', '18:00', ...dates]) expect(screen.container.textContent).toContain(value)
    expect(document.querySelectorAll('input, select, textarea')).toHaveLength(0)
    expect(screen.container.textContent).not.toMatch(/Reservation\.|Ticket\./)
  })

  it('offers Continue and Exit, and asks for nothing after a code (VERIF-25)', async () => {
    await view()
    expect([action('Continue').disabled, action('Exit').disabled]).toEqual([false, false])
  })

  it('blocks Continue after a link until the terms are agreed to (VERIF-22, DEC-11)', async () => {
    const screen = await view({ termsAccepted: false })
    expect(action('Continue').disabled).toBe(true)
    expect(screen.getAllByRole('link')).toHaveLength(2)
    await act(async () => { fireEvent.click(document.querySelector('input[name="terms"]')!) })
    expect(action('Continue').disabled).toBe(false)
  })
})
