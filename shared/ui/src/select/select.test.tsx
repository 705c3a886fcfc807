import { fireEvent, render, screen } from '@testing-library/react'
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

  it('has no value while the text names no choice, and keeps the text (DRIVER country)', () => {
    render(<Controlled value="1" />)
    type('Po')
    fireEvent.blur(input())
    expect(chosen()).toBe('')
    expect(input().value).toBe('Po')
  })

  it('drops a character that matches nothing (SHELL-92)', () => {
    render(<Controlled />)
    type('Portx')
    expect(input().value).toBe('Port')
  })

  it('shows a value that is set from outside instead of what was typed', () => {
    render(<Controlled />)
    type('Po')
    fireEvent.click(screen.getByText('restore'))
    expect(input().value).toBe('France')
  })

  it('closes with Escape and keeps the choice', () => {
    render(<Controlled value="1" />)
    fireEvent.click(input())
    fireEvent.keyDown(input(), { key: 'Escape' })
    expect(screen.queryAllByRole('option')).toHaveLength(0)
    expect(chosen()).toBe('1')
  })

  it('empties the box and says so when it is left with a text that names no choice, where that is wanted (DRIVER-26)', () => {
    let calls = 0
    render(<Controlled value="1" onUnrecognised={() => { calls += 1 }} />)
    type('Po')
    fireEvent.blur(input())
    expect([calls, input().value, chosen()]).toEqual([1, '', ''])
    type('France')
    fireEvent.blur(input())
    expect([calls, chosen()]).toEqual([1, '3'])
  })

  it('takes another text for a choice when the box is left, and not before', () => {
    render(<Controlled choices={[{ value: '1', label: '+1 Canada', aliases: ['1', '+1'] }, { value: '1876', label: '+1876 Jamaica', aliases: ['1876', '+1876'] }]} />)
    type('1')
    expect(chosen()).toBe('')
    type('1876')
    fireEvent.blur(input())
    expect([chosen(), input().value]).toEqual(['1876', '+1876 Jamaica'])
  })
})
