import type { CodeSms } from '@checkin/api/code-sms'
import { act, cleanup, fireEvent } from '@testing-library/react'
import { allSettled } from 'effector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { codeForm } from '../steps/verify-code/model.ts'
import { show } from '../test/render.tsx'
import { aPage, located } from '../test/shell-double.ts'
import { loadSms } from './late.ts'

const number = '••••••• 67'
const button = (): HTMLButtonElement | null => document.querySelector<HTMLButtonElement>('[data-action="Sms.send"]')
const status = (): string => document.querySelector('[role="status"]')?.textContent ?? ''
const wait = (milliseconds: number): Promise<void> => act(async () => { await vi.advanceTimersByTimeAsync(milliseconds) })

async function part(answers: readonly CodeSms[]) {
  const left = [...answers]
  const next = (): CodeSms => left.shift() ?? answers.at(-1) ?? { number: null, state: 'none' }
  const scope = aPage({ lookup: located({ mail: 'maria.silva@example.com', stage: 'code' }), sms: { read: next, send: next } })
  const View = await loadSms()
  await show(View, scope)
  await loadSms()
  await wait(0)
  return { scope, asked: () => answers.length - left.length }
}

beforeEach(() => { vi.useFakeTimers() })
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('a code by SMS', () => {
  it('is not offered where the server says that none is sent (DEC-230)', async () => {
    await part([{ number: null, state: 'none' }])
    expect(button()).toBeNull()
  })

  it('is asked for with one press, empties the box, and says that it arrived (DEC-230)', async () => {
    const { scope } = await part([{ number, state: 'none' }, { number, state: 'waiting' }, { number, state: 'sent' }, { number, state: 'delivered' }])
    expect([button()?.textContent, status(), document.body.textContent.includes(number)]).toEqual(['Send the code by SMS instead', '', true])
    await act(async () => { await allSettled(codeForm.fieldChanged, { scope, params: { field: 'code', value: '123' } }) })
    await act(async () => { fireEvent.click(button()!); await vi.advanceTimersByTimeAsync(0) })
    expect([status(), scope.getState(codeForm.$values).code]).toEqual([`Your code is on its way to ${number}.`, ''])
    await wait(4000)
    expect(status()).toBe(`Your code was delivered to ${number}.`)
  })

  it('says when it did not arrive, and asks no more (DEC-230)', async () => {
    const { asked } = await part([{ number, state: 'none' }, { number, state: 'waiting' }, { number, state: 'failed' }, { number, state: 'delivered' }])
    await act(async () => { fireEvent.click(button()!); await vi.advanceTimersByTimeAsync(0) })
    await wait(20_000)
    expect([status(), asked()]).toEqual(['The SMS did not arrive. Ask for a new code by e-\u2060mail.', 3])
  })
})
