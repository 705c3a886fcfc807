import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { initI18n } from '@checkin/i18n'
import { routes } from '@checkin/routes'
import { CounterView, MissingRemoteView } from './fallbacks.view.tsx'
import { PageFrame, type PageFrameProps } from './page-frame.view.tsx'

beforeEach(async () => { await initI18n({ language: 'en' }) })

const props = (over: Partial<PageFrameProps> = {}): PageFrameProps => ({
  layout: 'desktop', firm: { firmName: 'Costa Verde' }, phone: null, language: 'en', offered: ['en', 'pt', 'fr'], stepper: { steps: ['find', 'confirm', 'ready'], current: 1 }, trip: null,
  frame: 'calendar', container: 'grid', onLanguage: vi.fn(), onHome: vi.fn(), children: <p>the step</p>, ...over,
})

function Step() {
  const [typed, setTyped] = useState('')
  return <input aria-label="typed" value={typed} onChange={(event) => setTyped(event.target.value)} />
}

describe('the page around a step', () => {
  it('shows the firm, the stepper in a sidebar and the side image on a desktop (SHELL-63, SHELL-67)', () => {
    const { container } = render(<PageFrame {...props()} />)
    expect(container.querySelector('aside')?.textContent).toContain('Costa Verde')
    expect(screen.getByRole('navigation', { name: 'Steps of your check-in' })).toBeTruthy()
    expect(container.querySelector('[data-frame="calendar"]')).toBeTruthy()
  })

  it('shows a bar instead of the sidebar on a phone (SHELL-67)', () => {
    const { container } = render(<PageFrame {...props({ layout: 'mobile' })} />)
    expect(container.querySelector('aside')).toBeNull()
    expect(screen.getByText('Step 2 of 3: Confirm e-mail')).toBeTruthy()
    expect(screen.getByText(/Costa Verde/)).toBeTruthy()
  })

  it.each(['desktop', 'mobile'] as const)('has the company\'s telephone one press away, where there is one: %s (SHELL-63)', (layout) => {
    const { rerender, container } = render(<PageFrame {...props({ layout, phone: '+351 289 000 100' })} />)
    expect(screen.getByRole('link', { name: 'Need a hand? Call +351 289 000 100' }).getAttribute('href')).toBe('tel:+351289000100')
    rerender(<PageFrame {...props({ layout })} />)
    expect(container.querySelector('a[href^="tel:"]')).toBeNull()
  })

  it('keeps the step mounted and what was typed when the layout changes', () => {
    const { rerender } = render(<PageFrame {...props({ children: <Step /> })} />)
    fireEvent.change(screen.getByLabelText('typed'), { target: { value: 'CV10' } })
    rerender(<PageFrame {...props({ layout: 'mobile', children: <Step /> })} />)
    expect(screen.getByLabelText<HTMLInputElement>('typed').value).toBe('CV10')
  })

  it.each(routes.map(({ name, container }) => [name, container] as const))('lays %s out in the container %s (SHELL-71)', (_route, container) => {
    render(<PageFrame {...props({ container })} />)
    expect(screen.getByRole('main').dataset['container']).toBe(container)
  })

  it.each(['narrow', 'upgrade', 'full'] as const)('has no side image in the container %s', (container) => {
    const { container: page } = render(<PageFrame {...props({ container })} />)
    expect(page.querySelector('[data-frame]')).toBeNull()
  })

  it('has no side image where the route says none (SHELL-40)', () => {
    const { container } = render(<PageFrame {...props({ frame: 'none' })} />)
    expect(container.querySelector('[data-frame]')).toBeNull()
  })

  it.each(['desktop', 'mobile'] as const)('offers the tenant\'s languages by their names in the header, in its order, %s (SHELL-72, SHELL-80, DEC-112)', (layout) => {
    const onLanguage = vi.fn()
    render(<PageFrame {...props({ layout, onLanguage, offered: ['de', 'fr', 'en'] })} />)
    const select = screen.getByRole('combobox', { name: 'Language' })
    expect([...select.querySelectorAll('option')].map((option) => option.textContent)).toEqual(['Deutsch', 'Français', 'English'])
    fireEvent.change(select, { target: { value: 'fr' } })
    expect(onLanguage).toHaveBeenCalledWith('fr')
  })

  it('asks the shell for the start page, which may ask the renter first (SHELL-41)', () => {
    const onHome = vi.fn()
    render(<PageFrame {...props({ onHome })} />)
    fireEvent.click(screen.getByRole('link', { name: /^Costa Verde ?, start page$/ }))
    expect(onHome).toHaveBeenCalledOnce()
  })

  it('begins with a way past the frame', () => {
    render(<PageFrame {...props()} />)
    expect(screen.getAllByRole('link')[0]?.getAttribute('href')).toBe(`#${screen.getByRole('main').id}`)
  })

  it('shows the rental in the clock of its location', () => {
    render(<PageFrame {...props({ trip: { pickUpPlace: 'Faro Airport', pickUpAt: '2026-11-28T10:30:00', returnPlace: 'Lisboa', days: 7 } })} />)
    expect(screen.getByText('Sat 28 Nov, 10:30')).toBeTruthy()
    expect(screen.getByText('7 days, return to Lisboa')).toBeTruthy()
  })
})

describe('a step that could not come', () => {
  it('is announced, and offers another try and the counter, with the reference (SHELL-02)', () => {
    const onRetry = vi.fn()
    const onCounter = vi.fn()
    render(<MissingRemoteView reference="CV1001" code={null} onRetry={onRetry} onCounter={onCounter} />)
    expect(screen.getByText('Reservation CV1001')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain('This step is taking a detour')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    fireEvent.click(screen.getByRole('button', { name: 'Continue at the counter' }))
    expect([onRetry.mock.calls.length, onCounter.mock.calls.length]).toEqual([1, 1])
  })
})

describe('the code for support', () => {
  it.each([
    ['en', 'Code for support: K7QF-2M9X'], ['pt', 'Código para o apoio: K7QF-2M9X'], ['fr', 'Code pour l’assistance : K7QF-2M9X'],
  ] as const)('is text on the screen, in %s', async (language, text) => {
    await initI18n({ language })
    render(<MissingRemoteView reference={null} code="K7QF-2M9X" onRetry={vi.fn()} onCounter={vi.fn()} />)
    expect(screen.getByText(text).getAttribute('data-support-code')).toBe('K7QF-2M9X')
  })
})

describe('check-in that goes on at the counter', () => {
  it('shows the reference, what to bring and whom to call', () => {
    const onHome = vi.fn()
    render(<CounterView reference="CV1001" code="K7QF-2M9X" phone="+351 289 000 100" onHome={onHome} />)
    expect(screen.getByText('CV1001')).toBeTruthy()
    expect(screen.getByText('Code for support: K7QF-2M9X')).toBeTruthy()
    expect(screen.getByRole('link').getAttribute('href')).toBe('tel:+351289000100')
    fireEvent.click(screen.getByRole('button', { name: 'Back to Home' }))
    expect(onHome).toHaveBeenCalledOnce()
  })

  it('names no telephone that the firm did not give', () => {
    render(<CounterView reference={null} code={null} phone={null} onHome={vi.fn()} />)
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.queryByText(/Code for support/)).toBeNull()
  })
})
