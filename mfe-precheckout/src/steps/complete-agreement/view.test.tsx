import { turn } from '@checkin/testing'
import { describe, expect, it } from 'vitest'
import { remote } from '../../remote.ts'
import { aPage, visit } from '../../test/a-page.ts'
import { show } from '../../test/render.tsx'

describe('the ends of pre-checkout (DEC-105)', () => {
  it.each([
    ['complete-rental-agreement', 'Your rental agreement has been signed successfully', 'The signed copy is on its way to you by e-\u2060mail'],
    ['complete-rental-agreement-no-payment', 'Your reservation has been updated. You can sign the rental agreement at the counter', 'We complete the agreement and the deposit with you at the counter'],
  ] as const)('%s says that check-in is done, what it ended with and what comes next (PAY-41, PAY-42)', async (name, outcome, next) => {
    const { scope } = aPage()
    const step = remote.steps.find((each) => each.name === name)!
    await turn(step.opened, visit(name))(scope)
    const { getByText, findByRole } = await show(step.View, scope)
    expect(document.querySelector('h1')?.textContent).toBe('You\'re checked in')
    expect([getByText(outcome), getByText(next)]).toHaveLength(2)
    expect(await findByRole('img', { name: /^QR code of reservation / })).toBeTruthy()
    expect([...document.querySelectorAll<HTMLElement>('[data-action]')].map(({ dataset }) => dataset['action'])).toEqual(['End.calendar', 'BackToHome'])
  })
})
