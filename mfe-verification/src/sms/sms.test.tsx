import { httpFailure, type ApiFailure } from '@checkin/api'
import type { CodeSms } from '@checkin/api/code-sms'
import { act, cleanup, fireEvent } from '@testing-library/react'
import { allSettled, type Scope } from 'effector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as codeModel from '../steps/verify-code/model.ts'
import { VerifyCodeView } from '../steps/verify-code/view.tsx'
import { show } from '../test/render.tsx'
import { noNetwork } from '@checkin/api/testing'
import { aPage, located } from '../test/shell-double.ts'
import { loadSms, type SmsPart } from './late.ts'

const { codeForm } = codeModel
const number = '••••••• 67'
const button = (): HTMLButtonElement | null => document.querySelector<HTMLButtonElement>('[data-action="Sms.send"]')
const status = (): string => document.querySelector('[role="status"]')?.textContent ?? ''
const typed = (scope: Scope) => act(async () => { await allSettled(codeForm.fieldChanged, { scope, params: { field: 'code', value: '123' } }) })
const wait = (milliseconds: number): Promise<void> => act(async () => { await vi.advanceTimersByTimeAsync(milliseconds) })

/** The part with what the server answers in turn, to both calls; a failure instead of an answer refuses a message. */
async function part(answers: readonly (CodeSms | ApiFailure)[]) {
  const rest = [...answers]
  const next = (): CodeSms => {
    const answer = rest.length > 1 ? rest.shift() : rest[0]
    if (answer === undefined || 'kind' in answer) throw answer ?? new Error('nothing is asked') // oxlint-disable-line typescript/only-throw-error -- the failure of an effect is data
    return answer
  }
  const scope = aPage({ lookup: located({ mail: 'maria.silva@example.com', stage: 'code' }), sms: { read: next, send: next } })
  const { promise, resolve: found } = Promise.withResolvers<SmsPart>()
  await show(() => null, scope)
  await loadSms(found, codeModel.$isProven, codeForm, codeModel.resendFx, codeModel.wentBySms)
  await show((await promise).View, scope)
  await loadSms(found, codeModel.$isProven, codeForm, codeModel.resendFx, codeModel.wentBySms)
  await wait(0)
  return { scope, left: () => rest.length, press: () => act(async () => { fireEvent.click(button()!); await vi.advanceTimersByTimeAsync(0) }) }
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

  it('is asked for with one press whose words say where it goes and that it may cost, empties the box, and says that it arrived (DEC-230, DEC-283)', async () => {
    const { scope, press } = await part([{ number, state: 'none' }, { number, state: 'waiting' }, { number, state: 'sent' }, { number, state: 'delivered' }])
    const said = document.getElementById(button()?.getAttribute('aria-describedby') ?? '')?.textContent ?? ''
    expect([button()?.textContent, status(), said.includes(number), said.includes('may charge')]).toEqual(['Send the code by SMS instead', '', true, true])
    await typed(scope)
    await press()
    expect([status(), scope.getState(codeForm.$values).code]).toEqual([`Your code is on its way to \u2066${number}\u2069.`, ''])
    await wait(4000)
    expect(status()).toBe(`Your code was delivered to \u2066${number}\u2069.`)
  })

  it('says when it did not arrive and what to do, and asks no more (DEC-230)', async () => {
    const { left, press } = await part([{ number, state: 'none' }, { number, state: 'waiting' }, { number, state: 'failed' }, { number, state: 'delivered' }])
    await press()
    await wait(20_000)
    expect([status(), left()]).toEqual(['The SMS did not arrive. Ask for a new code by e-\u2060mail.', 1])
  })

  it('that is refused says for how long, and leaves what was typed (DEC-232, DEC-283)', async () => {
    const { scope, press } = await part([{ number, state: 'none' }, httpFailure(429, { code: 'TooManyRequests', retryAfter: 130 })])
    await typed(scope)
    await press()
    expect([status(), scope.getState(codeForm.$values).code]).toEqual(['No more codes can be sent for now. Try again in 3 min, or use the code from the e-\u2060mail.', '123'])
  })

  it('whose answer was lost is asked for once: the page finds out that it left (DEC-283)', async () => {
    const { press } = await part([{ number, state: 'none' }, noNetwork(), { number, state: 'waiting' }])
    await press()
    expect(status()).toBe(`Your code is on its way to \u2066${number}\u2069.`)
  })

  it('is old news once another was mailed (DEC-283)', async () => {
    const { scope } = await part([{ number, state: 'delivered' }])
    expect(status()).toContain('delivered')
    await act(async () => { await allSettled(codeModel.resendFx, { scope, params: { query: { reference: 'CV1001', surname: 'Silva', checkoutdate: '' }, mail: 'maria.silva@example.com' } }) })
    expect(status()).toBe('')
  })
})

describe('the code screen', () => {
  it.each([['offers it late where the tenant has it', true], ['is as it was elsewhere', false]])('%s (DEC-283)', async (_case, isOn) => {
    vi.useRealTimers()
    const read = vi.fn((): CodeSms => ({ number, state: 'none' }))
    await show(VerifyCodeView, aPage({ lookup: located({ mail: 'maria.silva@example.com', stage: 'code' }), ...(isOn && { sms: { read } }) }))
    if (isOn) await expect.poll(button).not.toBeNull()
    expect([button() !== null, read.mock.calls.length]).toEqual(isOn ? [true, 1] : [false, 0])
  })

  it.each([['en', 'text message', 'e-\u2060mail'], ['de', 'SMS', 'E-Mail']] as const)('says the way by which the code went, and the other one once another was mailed: %s (DEC-281)', async (language, bySms, byMail) => {
    vi.useRealTimers()
    const scope = aPage({ lookup: located({ mail: 'maria.silva@example.com', stage: 'code', sms: true }), sms: { read: () => ({ number, state: 'delivered' }) } })
    await show(VerifyCodeView, scope, language)
    const [label, lead] = [() => document.querySelector('label')?.textContent ?? '', () => document.querySelector('form')?.textContent ?? '']
    await expect.poll(label).toContain(bySms)
    expect(lead()).toContain(`\u2066${number}\u2069`)
    expect(lead()).not.toContain('m•')
    await act(async () => { await allSettled(codeModel.resendFx, { scope, params: { query: { reference: 'CV1001', surname: 'Silva', checkoutdate: '' }, mail: 'maria.silva@example.com' } }) })
    expect(label()).toContain(byMail.replaceAll('\u2060', ''))
  })

  it.each([['from the start where the server said that it comes', true, '10rem'], ['none where it said nothing of it', false, '']] as const)('keeps its room: %s (DEC-281, DEC-257)', async (_case, sms, room) => {
    vi.useRealTimers()
    await show(VerifyCodeView, aPage({ lookup: located({ mail: 'maria.silva@example.com', stage: 'code', ...(sms && { sms }) }), sms: {} }))
    expect([...document.querySelectorAll<HTMLElement>('form div')].map(({ style }) => style.minBlockSize).find((each) => each !== '') ?? '').toBe(room)
  })
})
