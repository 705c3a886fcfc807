import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { changeLanguage, initI18n } from '@checkin/i18n'
import { DateField, type DateFieldProps } from './index.tsx'

beforeAll(async () => { await initI18n({ language: 'en' }) })

const base = { name: 'checkoutdate', label: 'Pick-up date', value: '', min: '2026-11-21', max: '2031-11-21', opensOn: '2026-11-28' } as const

function Controlled(props: Partial<DateFieldProps> & { readonly onChosen?: (value: string) => void }) {
  const [value, setValue] = useState(props.value ?? '')
  return <DateField {...base} {...props} value={value} onChange={(date) => { setValue(date); props.onChosen?.(date) }} />
}

const box = () => screen.getByRole('button', { name: /^Pick-up date/ })
const hidden = () => document.querySelector<HTMLInputElement>('input[type="hidden"][name="checkoutdate"]')

async function openDialog() {
  fireEvent.click(box())
  return within(await screen.findByRole('dialog'))
}

describe('a date field', () => {
  it('carries the plain date in a hidden input and shows it in words on a button (SHELL-91)', () => {
    render(<Controlled value="2026-11-28" />)
    expect(hidden()?.value).toBe('2026-11-28')
    expect(box().textContent).toBe('28 Nov 2026')
    expect(box().dataset['field']).toBe('checkoutdate')
    expect(box().tagName).toBe('BUTTON')
  })

  it('can be cleared (SHELL-91)', () => {
    render(<Controlled value="2026-11-28" />)
    fireEvent.click(screen.getByRole('button', { name: 'Clear the date: Pick-up date' }))
    expect(hidden()?.value).toBe('')
    expect(document.activeElement).toBe(box())
  })

  it('takes a typed day, month and year', async () => {
    render(<Controlled />)
    const dialog = await openDialog()
    fireEvent.change(dialog.getByLabelText('Day'), { target: { value: '5' } })
    fireEvent.change(dialog.getByLabelText('Month'), { target: { value: 'dec' } })
    fireEvent.change(dialog.getByLabelText('Year'), { target: { value: '2026' } })
    fireEvent.keyDown(dialog.getByLabelText('Year'), { key: 'Enter' })
    expect(hidden()?.value).toBe('2026-12-05')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('keeps two characters of a day and four of a year, whatever was in the boxes before', async () => {
    render(<Controlled />)
    const dialog = await openDialog()
    for (const value of ['15', '061']) fireEvent.change(dialog.getByLabelText('Day'), { target: { value } })
    for (const value of ['2032', '20331']) fireEvent.change(dialog.getByLabelText('Year'), { target: { value } })
    expect(['Day', 'Year'].map((label) => dialog.getByLabelText<HTMLInputElement>(label).value)).toEqual(['06', '2033'])
  })

  it('says so when the typed date does not exist, and keeps it to be mended', async () => {
    render(<Controlled />)
    const dialog = await openDialog()
    for (const [label, value] of [['Day', '31'], ['Month', '2'], ['Year', '2026']] as const) fireEvent.change(dialog.getByLabelText(label), { target: { value } })
    fireEvent.click(dialog.getByRole('button', { name: 'Use this date' }))
    expect(dialog.getByText(/does not exist/)).toBeTruthy()
    expect(dialog.getByLabelText<HTMLInputElement>('Day').value).toBe('31')
    expect(hidden()?.value).toBe('')
  })

  it('gives a typed date outside the range to the form, whose rule names the error (VERIF-03)', async () => {
    render(<Controlled />)
    const dialog = await openDialog()
    for (const [label, value] of [['Day', '20'], ['Month', '11'], ['Year', '2026']] as const) fireEvent.change(dialog.getByLabelText(label), { target: { value } })
    fireEvent.keyDown(dialog.getByLabelText('Year'), { key: 'Enter' })
    expect(hidden()?.value).toBe('2026-11-20')
  })

  it('lets a day be picked, but none outside the range', async () => {
    render(<Controlled />)
    const dialog = await openDialog()
    fireEvent.click(dialog.getByRole('button', { name: /Friday,? 20 November 2026/ }))
    expect(hidden()?.value).toBe('')
    fireEvent.click(dialog.getByRole('button', { name: /Sunday,? 29 November 2026/ }))
    expect(hidden()?.value).toBe('2026-11-29')
  })

  it('walks the days by keyboard, one of them in the tab order', async () => {
    render(<Controlled />)
    const dialog = await openDialog()
    const grid = dialog.getByRole('grid')
    expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
    fireEvent.keyDown(grid, { key: 'ArrowDown' })
    await waitFor(() => expect((document.activeElement as HTMLElement).dataset['date']).toBe('2026-12-05'))
  })

  it('takes a key that comes in the moment in which the days appear', async () => {
    render(<Controlled />)
    const appeared = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        const grid = document.querySelector('[role="grid"]')
        if (grid === null) return
        observer.disconnect()
        grid.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
        resolve()
      })
      observer.observe(document.body, { subtree: true, childList: true })
    })
    await openDialog()
    await appeared
    await waitFor(() => expect((document.activeElement as HTMLElement).dataset['date']).toBe('2026-12-05'))
  })

  it('leads from the year over the month to the day, with at least 15 years listed (SHELL-91)', async () => {
    render(<Controlled startWith="years" min="2026-01-01" max="2026-12-31" />)
    const dialog = await openDialog()
    expect(document.querySelectorAll('[data-cells="years"] button').length).toBeGreaterThanOrEqual(15)
    fireEvent.click(dialog.getByRole('button', { name: '2026' }))
    fireEvent.click(dialog.getByRole('button', { name: 'March 2026' }))
    fireEvent.click(dialog.getByRole('button', { name: /15 March 2026/ }))
    expect(hidden()?.value).toBe('2026-03-15')
  })

  it('changes nothing when it is closed with Escape, and gives the focus back', async () => {
    const chosen = vi.fn()
    render(<Controlled onChosen={chosen} />)
    const dialog = await openDialog()
    fireEvent.change(dialog.getByLabelText('Day'), { target: { value: '5' } })
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(chosen).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(box())
  })

  it('shows its error below and names it to who cannot see it (SHELL-85)', () => {
    render(<Controlled error={{ key: 'FieldsError.checkoutdate.MinRequired', text: 'The pick-up date must be today or later' }} />)
    const message = document.querySelector('[data-error-for="checkoutdate"]')
    expect(message?.getAttribute('data-error-key')).toBe('FieldsError.checkoutdate.MinRequired')
    expect(box().getAttribute('aria-describedby')).toContain(message?.id)
  })

  it('names months in the language of the page', async () => {
    await changeLanguage('pt')
    render(<Controlled value="2026-11-28" />)
    expect(screen.getByText('28 nov. 2026')).toBeTruthy()
    await changeLanguage('en')
  })
})
