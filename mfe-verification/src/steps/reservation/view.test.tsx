import { formatDate, languages, type Language } from '@checkin/i18n'
import { act, fireEvent } from '@testing-library/react'
import { reservationConfirmed } from '@checkin/flow'
import { collected } from '@checkin/testing'
import { allSettled } from 'effector'
import { describe, expect, it } from 'vitest'
import { remote } from '../../remote.ts'
import { show } from '../../test/render.tsx'
import { aPage, loadedReservation, twoTerms, visit } from '../../test/shell-double.ts'
import { opened } from './model.ts'
import { ReservationView } from './view.tsx'

const action = (key: string): HTMLButtonElement => document.querySelector<HTMLButtonElement>(`[data-action="${key}"]`)!

async function linked() {
  const scope = aPage({ terms: twoTerms, session: { guid: 'guid-of-cv1001', sessionKey: 'session-key-1', kind: 'code', termsAccepted: false }, loaded: loadedReservation() })
  const confirmed = collected(scope, reservationConfirmed)
  await allSettled(opened, { scope, params: visit('reservation') })
  return { screen: await show(ReservationView, scope, 'en'), confirmed }
}

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

  it.each(languages)('names as the reservation number the one that is asked for to find it, and nothing else: %s (VERIF-24, UX-7)', async (language) => {
    const screen = await view({ language })
    const words = await remote.words[language]?.()
    const asked = words?.default['Field.reference'] ?? ''
    expect(words?.default['Reservation.reference']).toBe(asked)
    const [, ...named] = screen.container.textContent.split(asked)
    expect(named.map((text) => text.trim().slice(0, 6))).toEqual(['CV1001'])
  })

  it.each(languages)('gives the company\'s own number another name, in which the one of the booking is not: %s (VERIF-24, UX-7)', async (language) => {
    const screen = await view({ language })
    const words = await remote.words[language]?.()
    const [internal = '', asked = ''] = [words?.default['Reservation.number'], words?.default['Field.reference']]
    const [, ...named] = screen.container.textContent.split(internal)
    expect([named.map((text) => text.trim().slice(0, 5)), internal.toLowerCase().includes(asked.toLowerCase())]).toEqual([['R1001'], false])
  })

  it('offers Continue and Exit, and asks for nothing after a code (VERIF-25)', async () => {
    await view()
    expect([action('Continue').disabled, action('Exit').disabled]).toEqual([false, false])
  })

  it('leads a press on Continue after a link to the terms, until they are agreed to (VERIF-22, DEC-11, DEC-171)', async () => {
    const { screen, confirmed } = await linked()
    expect(screen.getAllByRole('link')).toHaveLength(2)
    const box = document.querySelector<HTMLInputElement>('input[name="terms"]')!
    await act(async () => { fireEvent.click(action('Continue')) })
    expect([document.activeElement, confirmed]).toEqual([box, []])
    await act(async () => { fireEvent.click(box) })
    await act(async () => { fireEvent.click(action('Continue')) })
    expect(confirmed).toHaveLength(1)
  })
})
