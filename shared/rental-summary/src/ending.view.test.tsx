import type { StopStation } from '@checkin/api'
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

describe('an end of check-in (DEC-105, UX-4)', () => {
  it.each(languages)('says that check-in is done, what comes next and what to bring, in words: %s', async (language) => {
    // Words about each driver are the module's own (DEC-185).
    const { container } = await show({ reservation: { ...reservation, driver: null, addDriver: null } }, language)
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

  it('leads to the file that the server keeps up to date, in the renter\'s language, where the rental has a ticket (DEC-281)', async () => {
    const { container, onCalendar } = await show({ calendar: '/api/ticket/abc/calendar.ics' })
    const link = container.querySelector<HTMLAnchorElement>('a[data-action="End.calendar"]')
    expect([link?.getAttribute('href'), link?.download, onCalendar.mock.calls]).toEqual(['/api/ticket/abc/calendar.ics?language=en', `${reservation.reference}.ics`, []])
  })

  it('is an end without a reservation as well', async () => {
    const { container, onHome } = await show({ reservation: null })
    expect(container.querySelector('[data-action="End.calendar"], .ck-ticket, a[target]')).toBeNull()
    fireEvent.click(container.querySelector('[data-action="BackToHome"]')!)
    expect(onHome).toHaveBeenCalledTimes(1)
  })
})

describe('what the end says from facts (DEC-185, UX-4)', () => {
  const station = { address: 'Avenida da Liberdade 36', latitude: 37.0893, longitude: -8.2507, open: [{ from: '09:00', to: '13:00' }, { from: '14:30', to: '19:00' }], keys: 'keybox' as const }
  const at = (change: Partial<StopStation>) => ({ ...reservation, checkOut: { ...reservation.checkOut, station: { ...station, ...change } } })

  it('leads to the station itself, and says its address, hours and where the keys are', async () => {
    const { container } = await show({ reservation: at({}) })
    expect(new URL(screen.getByRole('link', { name: /^Show on the map/ }).getAttribute('href') ?? '').searchParams.get('query')).toBe('37.0893,-8.2507')
    expect([...container.querySelectorAll('[data-station]')].map((line) => [line.getAttribute('data-station'), line.textContent])).toMatchObject([['address', station.address], ['open', expect.anything()], ['keys', expect.anything()]])
  })

  it('says where the keys are in the company\'s own words, and the telephone of the station (DEC-356)', async () => {
    const keyText = { en: 'Box 7, behind the door.', fr: 'Boîte 7.' }
    const lines = (container: HTMLElement) => [...container.querySelectorAll('[data-station="keys"], [data-station="phone"]')].map((line) => line.textContent)
    const { container, unmount } = await show({ reservation: at({ keyText, phone: '+351 289 111 222' }) })
    expect(lines(container)).toEqual(['Box 7, behind the door.', '+351 289 111 222'])
    expect(container.querySelector('[data-station="phone"] a')?.getAttribute('href')).toBe('tel:+351289111222')
    unmount()
    const portuguese = await show({ reservation: at({ keyText }) }, 'pt')
    expect(lines(portuguese.container), 'the product\'s words where a language has none').toEqual(['End.keys.keybox'])
    portuguese.unmount()
    const unsaid = await show({ reservation: at({ keyText: { fr: 'Boîte 7.' }, keys: null }) }, 'pt')
    expect([lines(unsaid.container), unsaid.container.querySelector('[data-station="keys"]')?.getAttribute('lang')]).toEqual([['Boîte 7.'], 'fr'])
  })

  it('says nothing of what the company left out', async () => {
    const { container } = await show()
    expect(container.querySelector('[data-station], [data-action^="End.paper"]')).toBeNull()
  })

  it('saves each paper by its own button', async () => {
    const onPaper = vi.fn()
    const papers = [{ id: 'p1', kind: 'receipt' as const, createdAt: '2026-11-23T10:00:00.000Z' }, { id: 'p2', kind: 'signed-agreement' as const, createdAt: '2026-11-23T11:00:00.000Z' }]
    const { container } = await show({ papers, onPaper })
    for (const kind of ['receipt', 'signed-agreement']) fireEvent.click(container.querySelector(`[data-action="End.paper.${kind}"]`)!)
    expect(onPaper.mock.calls).toEqual(papers.map((paper) => [paper]))
  })
})
