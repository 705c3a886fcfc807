import { aReservation } from '@checkin/api/testing'
import { initI18n, languages, useWords, type Language } from '@checkin/i18n'
import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Ending, type EndingProps } from './ending.view.tsx'

const End = (props: Omit<EndingProps, 'words'>) => <Ending {...props} words={useWords()} />

const { reservation } = aReservation()

async function show(change: Partial<EndingProps> = {}, language: Language = 'en') {
  await initI18n({ language })
  const onCalendar = vi.fn()
  const onHome = vi.fn()
  const view = render(<End reservation={reservation} firm={{ firmName: 'Costa Verde', phone: '+351 289 000 000' }} next={['A confirmation comes by e-mail.']} onCalendar={onCalendar} onHome={onHome} {...change} />)
  return { ...view, onCalendar, onHome }
}

describe('an end of check-in (DEC-105)', () => {
  it.each(languages)('says that check-in is done, what comes next and what to bring, in words: %s', async (language) => {
    const { container } = await show({}, language)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^(You're checked in|Check-in (concluído|completado|completato)|Enregistrement terminé|اكتمل تسجيل وصولك|Sie sind eingecheckt|U bent ingecheckt)$/)
    expect(container.querySelector('.ck-lead')?.textContent).toContain(reservation.checkOut.place)
    expect(container.textContent).not.toMatch(/\b(End|Counter|Ticket|Lane)\.\w|\{\{/)
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(3)
  })

  it('shows the reference as text and as a QR code', async () => {
    const { container } = await show()
    expect(container.querySelector('.ck-reference')?.textContent).toBe(reservation.reference)
    expect(await screen.findByRole('img', { name: `QR code of reservation ${reservation.reference}` })).toBeTruthy()
  })

  it('leads to the place on a map and to the company by telephone', async () => {
    await show()
    const map = screen.getByRole('link', { name: 'Show on the map (opens a new tab)' })
    expect(new URL(map.getAttribute('href') ?? '').searchParams.get('query')).toBe(reservation.checkOut.place)
    expect([map.getAttribute('target'), map.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
    expect(screen.getByRole('link', { name: 'Questions? Call +351 289 000 000' }).getAttribute('href')).toBe('tel:+351289000000')
  })

  it('names no telephone that the company did not give', async () => {
    const { container } = await show({ firm: { firmName: 'Costa Verde', phone: null } })
    expect(container.querySelector('a[href^="tel:"]')).toBeNull()
  })

  it('gives pick-up and return to the renter\'s calendar, in the renter\'s words', async () => {
    const { container, onCalendar } = await show()
    fireEvent.click(container.querySelector('[data-action="End.calendar"]')!)
    expect(onCalendar.mock.calls).toMatchObject([[{ pickUp: 'Pick up the car, Costa Verde', dropOff: 'Return the car, Costa Verde' }]])
    expect(JSON.stringify(onCalendar.mock.calls)).toContain(`Reservation ${reservation.reference}`)
  })

  it('is an end without a reservation as well', async () => {
    const { container, onHome } = await show({ reservation: null })
    expect(container.querySelector('[data-action="End.calendar"], .ck-ticket, a[target]')).toBeNull()
    fireEvent.click(container.querySelector('[data-action="BackToHome"]')!)
    expect(onHome).toHaveBeenCalledTimes(1)
  })
})
