import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, describe, expect, it } from 'vitest'
import { initI18n } from '@checkin/i18n'
import { Select, type SelectProps } from './index.tsx'

beforeAll(async () => { await initI18n({ language: 'en' }) })

const choices = [{ value: '1', label: 'Portugal' }, { value: '2', label: 'Poland' }, { value: '3', label: 'France' }]

function Controlled(props: Partial<SelectProps>) {
  const [value, setValue] = useState(props.value ?? '')
  return (
    <>
      <Select name="countryId" label="Country" choices={choices} {...props} value={value} onChange={setValue} />
      <output>{value}</output>
      <button type="button" onClick={() => setValue('3')}>restore</button>
    </>
  )
}

const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Country' })
const chosen = () => document.querySelector('output')?.textContent
const type = (value: string) => fireEvent.change(input(), { target: { value } })

describe('a select', () => {
  it('carries the name of the field on its input and a value on every option', () => {
    render(<Controlled />)
    fireEvent.click(input())
    expect(input().name).toBe('countryId')
    expect(screen.getAllByRole('option').map((option) => option.dataset['value'])).toEqual(['1', '2', '3'])
  })

  it('takes a pressed option', () => {
    render(<Controlled />)
    fireEvent.click(input())
    fireEvent.click(screen.getByRole('option', { name: 'Poland' }))
    expect(chosen()).toBe('2')
    expect(input().value).toBe('Poland')
    expect(screen.queryAllByRole('option')).toHaveLength(0)
  })

  it('narrows the list while typing and takes the first with Enter', () => {
    render(<Controlled />)
    type('po')
    expect(screen.getAllByRole('option')).toHaveLength(2)
    fireEvent.keyDown(input(), { key: 'ArrowDown' })
    fireEvent.keyDown(input(), { key: 'Enter' })
    expect(chosen()).toBe('2')
  })

  it('says which option the keys are on', () => {
    render(<Controlled />)
    fireEvent.keyDown(input(), { key: 'ArrowDown' })
    expect(input().getAttribute('aria-expanded')).toBe('true')
    fireEvent.keyDown(input(), { key: 'ArrowDown' })
    const active = input().getAttribute('aria-activedescendant') ?? ''
    expect(document.getElementById(active)?.textContent).toBe('Portugal')
  })

  it('chooses a name that was typed in full', () => {
    render(<Controlled />)
    type('france')
    expect(chosen()).toBe('3')
  })

  it('has no value while the text names no choice', () => {
    render(<Controlled value="1" />)
    type('Po')
    expect([chosen(), input().value]).toEqual(['', 'Po'])
  })

  it.each([['Po', '1', 'Portugal'], ['pol', '2', 'Poland'], ['ance', '3', 'France']])('takes the highlighted option when the box is left after "%s" (DEC-103, UX-3)', (text, value, label) => {
    render(<Controlled />)
    type(text)
    fireEvent.blur(input())
    expect([chosen(), input().value, screen.queryAllByRole('option').length]).toEqual([value, label, 0])
  })

  it('takes the option that the arrows went to, when the box is left (DEC-103)', () => {
    render(<Controlled value="1" />)
    fireEvent.click(input())
    fireEvent.keyDown(input(), { key: 'ArrowDown' })
    fireEvent.keyDown(input(), { key: 'Tab' })
    fireEvent.blur(input())
    expect([chosen(), input().value]).toEqual(['2', 'Poland'])
  })

  it('keeps a choice that is only looked at, and chooses nothing when nothing is highlighted', () => {
    render(<Controlled value="1" />)
    fireEvent.click(input())
    fireEvent.blur(input())
    expect(chosen()).toBe('1')
    cleanup()
    render(<Controlled />)
    fireEvent.click(input())
    fireEvent.blur(input())
    expect([chosen(), input().value]).toEqual(['', ''])
  })

  it('goes to the first and last option and by ten with the keys for it, in an open list alone (DEC-103, UX-3)', () => {
    render(<Controlled choices={Array.from({ length: 25 }, (_, index) => ({ value: `${index}`, label: `Country ${index}` }))} />)
    const at = (key: string, held: Partial<KeyboardEventInit> = {}) => {
      fireEvent.keyDown(input(), { key, ...held })
      return document.querySelector<HTMLElement>('[data-active]')?.dataset['value'] ?? null
    }
    expect(['Home', 'End', 'PageDown', 'PageUp'].map((key) => at(key))).toEqual([null, null, null, null])
    expect(screen.queryAllByRole('option')).toHaveLength(0)
    fireEvent.click(input())
    expect(['End', 'PageUp', 'PageUp', 'PageUp', 'PageDown', 'PageDown', 'PageDown', 'Home', 'ArrowUp', 'ArrowDown'].map((key) => at(key)))
      .toEqual(['24', '14', '4', '0', '10', '20', '24', '0', '24', '0'])
    expect([at('End', { shiftKey: true }), at('End')]).toEqual(['0', '24'])
    fireEvent.keyDown(input(), { key: 'Enter' })
    expect(chosen()).toBe('24')
  })

  it('drops a character that matches nothing (SHELL-92)', () => {
    render(<Controlled />)
    type('Portx')
    expect(input().value).toBe('Port')
  })

  it('keeps what was typed before the list was there, and takes it when the list comes (SHELL-92, DEC-103)', () => {
    const { rerender } = render(<Controlled choices={[]} />)
    type('Portugal')
    fireEvent.blur(input())
    expect([input().value, chosen()]).toEqual(['Portugal', ''])
    rerender(<Controlled choices={choices} />)
    expect([input().value, chosen()]).toEqual(['Portugal', '1'])
  })

  it('leaves a text to be mended that means nothing of the list that came', () => {
    const { rerender } = render(<Controlled choices={[]} />)
    type('Atlantis')
    fireEvent.blur(input())
    rerender(<Controlled choices={choices} />)
    expect([input().value, chosen()]).toEqual(['Atlantis', ''])
  })

  it('shows a value that is set from outside instead of what was typed', () => {
    render(<Controlled />)
    type('Po')
    fireEvent.click(screen.getByText('restore'))
    expect(input().value).toBe('France')
  })

  it('closes with Escape and leaves what was, also after typing and going elsewhere in the list (DEC-103)', () => {
    render(<Controlled value="1" />)
    fireEvent.click(input())
    fireEvent.keyDown(input(), { key: 'Escape' })
    expect([screen.queryAllByRole('option').length, chosen()]).toEqual([0, '1'])
    type('Fra')
    fireEvent.keyDown(input(), { key: 'ArrowDown' })
    fireEvent.keyDown(input(), { key: 'Escape' })
    fireEvent.blur(input())
    expect([chosen(), input().value]).toEqual(['1', 'Portugal'])
    type('france')
    fireEvent.keyDown(input(), { key: 'Escape' })
    expect([chosen(), input().value]).toEqual(['1', 'Portugal'])
  })

  it('is emptied and says so when it is left after a text that matches nothing, and after no other (DRIVER-26, DEC-103)', () => {
    let calls = 0
    render(<Controlled value="1" onUnrecognised={() => { calls += 1 }} />)
    type('0000')
    fireEvent.blur(input())
    expect([calls, input().value, chosen()]).toEqual([1, '', ''])
    fireEvent.click(input())
    fireEvent.blur(input())
    type('Po')
    fireEvent.blur(input())
    type('')
    fireEvent.blur(input())
    type('France')
    fireEvent.blur(input())
    expect([calls, chosen()]).toEqual([1, '3'])
  })

  it('guesses nothing from the beginning of a longer text that matches nothing as a whole', () => {
    let calls = 0
    render(<Controlled onUnrecognised={() => { calls += 1 }} />)
    type('Polynesia')
    fireEvent.blur(input())
    expect([calls, input().value, chosen()]).toEqual([0, 'Pol', ''])
  })

  it('takes at once what the browser fills in or the renter pastes, by any name and of any length (DEC-103, DEC-32)', () => {
    const islands = { value: '4', label: 'South Georgia and the South Sandwich Islands', aliases: ['SG'] }
    render(<Controlled choices={[...choices, islands, { value: '5', label: 'Germany', aliases: ['Allemagne', 'DE'] }]} />)
    type('Allemagne')
    expect([chosen(), input().value]).toEqual(['5', 'Germany'])
    type(islands.label)
    expect([chosen(), input().value]).toEqual(['4', islands.label])
  })

  it('takes another text for a choice when the box is left, and not before', () => {
    render(<Controlled choices={[{ value: '1', label: '+1 Canada', aliases: ['1', '+1'] }, { value: '1876', label: '+1876 Jamaica', aliases: ['1876', '+1876'] }]} />)
    type('1')
    expect(chosen()).toBe('')
    type('1876')
    fireEvent.blur(input())
    expect([chosen(), input().value]).toEqual(['1876', '+1876 Jamaica'])
  })

  it('of at most seven choices brings up no keyboard, opens and closes by a press or the space bar, and is still typed into (DEC-179, UX-3)', () => {
    const many = Array.from({ length: 8 }, (_, index) => ({ value: `${index}`, label: `Country ${index}` }))
    render(<Controlled choices={many} />)
    expect(input().inputMode).toBe('')
    cleanup()
    render(<Controlled choices={many.slice(0, 7)} />)
    expect(input().inputMode).toBe('none')
    const options = () => screen.queryAllByRole('option').length
    fireEvent.click(input())
    expect(options()).toBe(7)
    fireEvent.click(input())
    expect(options()).toBe(0)
    fireEvent.keyDown(input(), { key: ' ' })
    expect(options()).toBe(7)
    fireEvent.keyDown(input(), { key: 'ArrowDown' })
    fireEvent.keyDown(input(), { key: ' ' })
    expect([chosen(), options()]).toEqual(['0', 0])
    type('country 3')
    expect(chosen()).toBe('3')
    type('country')
    expect(fireEvent.keyDown(input(), { key: ' ' })).toBe(true)
    expect(options()).toBe(7)
  })
})
