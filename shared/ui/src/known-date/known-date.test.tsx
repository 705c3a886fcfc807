import { fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { initI18n } from '@checkin/i18n'
import { StepForm } from '../step/index.tsx'
import { KnownDate, type KnownDateProps } from './index.tsx'

beforeAll(async () => { await initI18n({ language: 'en' }) })

const sent = vi.fn()

function Controlled(props: Partial<KnownDateProps>) {
  const [value, setValue] = useState(props.value ?? '')
  return (
    <StepForm onSubmit={() => { sent(value) }}>
      <KnownDate name="birthDate" label="Birth date" min="1926-11-23" max="2008-11-23" autoComplete="bday" {...props} value={value} onChange={setValue} />
      <button type="button" onClick={() => setValue('1985-12-24')}>restore</button>
      <button type="button" onClick={() => setValue('')}>reset</button>
      <button type="submit">Next</button>
    </StepForm>
  )
}

const hidden = () => document.querySelector<HTMLInputElement>('input[type="hidden"][name="birthDate"]')?.value
const parts = ['day', 'month', 'year'] as const
const boxesNamed = (part: typeof parts[number]) => [...document.querySelectorAll<HTMLInputElement>(`input[name="birthDate.${part}"]`)]
const box = (part: typeof parts[number]) => boxesNamed(part)[0]!
const texts = () => parts.map((part) => box(part).value)
const type = (day: string, month: string, year: string) => {
  for (const [part, value] of [['day', day], ['month', month], ['year', year]] as const) fireEvent.change(box(part), { target: { value } })
}
const leave = () => fireEvent.blur(box('year'), { relatedTarget: null })
const message = () => document.querySelector<HTMLElement>('[data-error-for="birthDate"]')
const opener = () => document.querySelector<HTMLButtonElement>('button[data-field="birthDate"]')!

describe('a known date', () => {
  it('is typed on the page, carries its value in a hidden input, and its browser may fill it (DEC-178, SHELL-91, UX-16)', () => {
    render(<Controlled />)
    const group = screen.getByRole('group', { name: /^Birth date/ })
    expect(['Day', 'Month', 'Year'].map((label) => within(group).getByLabelText<HTMLInputElement>(label).name)).toEqual(['birthDate.day', 'birthDate.month', 'birthDate.year'])
    expect(parts.map((part) => [box(part).autocomplete, box(part).inputMode])).toEqual(parts.map((part) => [`bday-${part}`, 'numeric']))
    type('1', '5', '1990')
    expect(hidden()).toBe('1990-05-01')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('has one set of named boxes at any time: on the page, and from the press on the calendar in its dialog (DEC-178)', async () => {
    render(<Controlled value="1990-05-01" />)
    const counts = () => parts.map((part) => boxesNamed(part).length)
    expect(counts()).toEqual([1, 1, 1])
    fireEvent.click(opener())
    expect(counts(), 'the dialog is on its way').toEqual([0, 0, 0])
    const dialog = within(await screen.findByRole('dialog'))
    expect(counts()).toEqual([1, 1, 1])
    expect(dialog.getByLabelText('Day')).toBe(box('day'))
    expect(texts()).toEqual(['1', '5', '1990'])
    type('2', '6', '1991')
    expect(hidden()).toBe('1990-05-01')
    fireEvent.click(dialog.getByRole('button', { name: 'Use this date' }))
    expect([hidden(), ...counts(), ...texts()]).toEqual(['1991-06-02', 1, 1, 1, '2', '6', '1991'])
    expect(document.activeElement).toBe(opener())
  })

  it('hands what was begun to the dialog, and keeps it when that is closed (DEC-178)', async () => {
    render(<Controlled />)
    type('7', '', '')
    fireEvent.click(opener())
    const dialog = within(await screen.findByRole('dialog'))
    expect(texts()).toEqual(['7', '', ''])
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }))
    expect([hidden(), ...texts()]).toEqual(['', '7', '', ''])
  })

  it('reads a year of two digits when it is left, and not while four may follow (DEC-178, UX-16)', () => {
    render(<Controlled />)
    type('1', 'may', '90')
    expect(hidden()).toBe('')
    leave()
    expect([hidden(), ...texts()]).toEqual(['1990-05-01', '1', '5', '1990'])
    type('1', '5', '08')
    fireEvent.keyDown(box('year'), { key: 'Enter' })
    expect(hidden()).toBe('2008-05-01')
  })

  it('says below it what is no date once it is left, and no sooner, until it is mended (DEC-178, SHELL-85)', () => {
    render(<Controlled />)
    type('31', '2', '1990')
    expect([hidden(), message()]).toEqual(['', null])
    fireEvent.blur(box('day'), { relatedTarget: box('month') })
    expect(message()).toBeNull()
    leave()
    expect(message()?.textContent).toContain('does not exist')
    expect(parts.map((part) => [box(part).getAttribute('aria-invalid'), box(part).getAttribute('aria-describedby')])).toEqual(parts.map(() => ['true', message()?.id]))
    expect(texts()).toEqual(['31', '2', '1990'])
    type('28', '2', '1990')
    expect([hidden(), message()]).toEqual(['1990-02-28', null])
  })

  it('holds the form while it is no date, so that what was typed is not lost without a word; empty it does not (DEC-178)', () => {
    sent.mockClear()
    render(<Controlled />)
    type('31', '2', '')
    fireEvent.submit(document.querySelector('form')!)
    expect(sent).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(box('day'))
    expect(message()?.textContent).toContain('does not exist')
    type('', '', '')
    fireEvent.submit(document.querySelector('form')!)
    expect(sent).toHaveBeenCalledWith('')
  })

  it('shows a value that comes from elsewhere instead of what was typed, and is emptied with it (SHELL-91)', () => {
    render(<Controlled />)
    type('31', '2', '1990')
    leave()
    fireEvent.click(screen.getByText('restore'))
    expect([hidden(), message(), ...texts()]).toEqual(['1985-12-24', null, '24', '12', '1985'])
    fireEvent.click(screen.getByText('reset'))
    expect(texts()).toEqual(['', '', ''])
  })

  it('has no value while it is being changed, and keeps the boxes as they are', () => {
    render(<Controlled value="1991-05-01" />)
    fireEvent.change(box('year'), { target: { value: '19' } })
    expect([hidden(), ...texts()]).toEqual(['', '1', '5', '19'])
    fireEvent.change(box('year'), { target: { value: '1992' } })
    expect(hidden()).toBe('1992-05-01')
  })

  it('gives a date outside its range to the form, whose rule names the error, with the form\'s own key (DRIVER-02)', () => {
    render(<Controlled error={{ key: 'FieldsError.birthDate.Required', text: 'Enter the birth date' }} />)
    type('1', '1', '2020')
    expect(hidden()).toBe('2020-01-01')
    type('1', '13', '2020')
    leave()
    expect([message()?.dataset['errorKey'], message()?.textContent]).toEqual(['FieldsError.birthDate.Required', expect.stringContaining('does not exist')])
  })
})
