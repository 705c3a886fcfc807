import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { initI18n } from '@checkin/i18n'
import { Button } from '../button/index.tsx'
import { Checkbox } from '../checkbox/index.tsx'
import { CodeField, digitsOf } from '../code-field/index.tsx'
import { ErrorSummary } from '../error-summary/index.tsx'
import { RadioList } from '../radio-list/index.tsx'
import { StepForm } from '../step/index.tsx'
import { TextField } from '../text-field/index.tsx'

beforeAll(async () => { await initI18n({ language: 'en' }) })

const ignore = () => undefined

describe('a text field', () => {
  const error = { key: 'FieldsError.reference.Required', text: 'Enter the reservation number' }

  it('has a visible label, its name, and a red asterisk for the eye only when it is required (SHELL-85)', () => {
    render(<TextField name="reference" label="Reservation number" required value="" onChange={ignore} />)
    const input = screen.getByLabelText<HTMLInputElement>(/Reservation number/)
    expect(input.name).toBe('reference')
    expect(input.getAttribute('aria-required')).toBe('true')
    expect(screen.getByText('*').getAttribute('aria-hidden')).toBe('true')
  })

  it('keeps 40 characters by default otherwise (SHELL-90)', () => {
    render(<TextField name="reference" label="Reservation number" value="" onChange={ignore} />)
    expect(screen.getByLabelText<HTMLInputElement>('Reservation number').maxLength).toBe(40)
  })

  it('ties hint and message to the input', () => {
    render(<TextField name="reference" label="Reservation number" hint="On your confirmation" error={error} value="" onChange={ignore} />)
    const input = screen.getByLabelText('Reservation number')
    const described = (input.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)
    expect(described).toEqual(['On your confirmation', 'Enter the reservation number'])
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(document.querySelector('[data-error-for="reference"]')?.getAttribute('data-error-key')).toBe('FieldsError.reference.Required')
  })
})

describe('the code field', () => {
  it.each([['123 456', '123456'], ['Your code: 123-456.', '123456'], ['1234567', '123456'], ['abc', ''], ['012345', '012345']])('keeps of "%s" the digits %s', (text, kept) => {
    expect(digitsOf(text)).toBe(kept)
  })

  it('is one input that a mail program or password manager can fill', () => {
    const change = vi.fn()
    render(<CodeField name="code" label="Code" value="" onChange={change} />)
    const input = screen.getByLabelText<HTMLInputElement>('Code')
    expect(document.querySelectorAll('input')).toHaveLength(1)
    expect(input.autocomplete).toBe('one-time-code')
    fireEvent.change(input, { target: { value: '987 654' } })
    expect(change).toHaveBeenCalledWith('987654')
  })
})

describe('a checkbox', () => {
  it('is ticked by its sentence', () => {
    const change = vi.fn()
    render(<Checkbox name="terms" checked={false} onChange={change}>I agree</Checkbox>)
    fireEvent.click(screen.getByText('I agree'))
    expect(change).toHaveBeenCalledWith(true)
  })
})

describe('a list of radios', () => {
  it('has nothing chosen at the start and says what was pressed', () => {
    const change = vi.fn()
    render(<RadioList name="provider" legend="Payment" options={[{ value: 'card', label: 'Card' }, { value: 'wallet', label: 'Wallet' }]} value={null} onChange={change} />)
    expect(screen.getAllByRole('radio').some((radio) => (radio as HTMLInputElement).checked)).toBe(false)
    fireEvent.click(screen.getByLabelText('Wallet'))
    expect(change).toHaveBeenCalledWith('wallet')
  })
})

describe('the error summary', () => {
  const items = [{ name: 'reference', text: 'Enter the reservation number' }, { name: 'second.expiryDate', text: 'Enter the expiry date' }]

  it('takes the focus with every refused submit and leads to the field', () => {
    const page = (refusal: number) => <><ErrorSummary items={items} refusal={refusal} /><TextField name="reference" label="Reservation number" value="" onChange={ignore} /></>
    const { rerender } = render(page(1))
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Check 2 fields' }))
    fireEvent.click(screen.getByText('Enter the reservation number'))
    expect(document.activeElement).toBe(screen.getByLabelText('Reservation number'))
    rerender(page(2))
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Check 2 fields' }))
  })

  it('is not there when nothing is wrong', () => {
    render(<ErrorSummary items={[]} refusal={3} />)
    expect(screen.queryByRole('group')).toBeNull()
  })
})

describe('a button', () => {
  it('carries the key of its label', () => {
    render(<Button action="Locate">Locate</Button>)
    expect(screen.getByRole('button', { name: 'Locate' }).dataset['action']).toBe('Locate')
  })

  it('takes no second press while it works, and keeps the focus', () => {
    const press = vi.fn()
    const submit = vi.fn()
    render(<StepForm onSubmit={submit}><Button action="Submit" type="submit" busy onClick={press}>Submit</Button></StepForm>)
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' })
    button.focus()
    fireEvent.click(button)
    expect(press).not.toHaveBeenCalled()
    expect(submit).not.toHaveBeenCalled()
    expect(button.disabled).toBe(false)
    expect(document.activeElement).toBe(button)
  })
})
