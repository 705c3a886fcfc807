import { aReservation } from '@checkin/api/testing'
import { $reservation } from '@checkin/flow/publish/shell'
import { turn } from '@checkin/testing'
import { allSettled, type StoreWritable } from 'effector'
import { describe, expect, it } from 'vitest'
import { remote } from '../../remote.ts'
import { aPage, visit } from '../../test/a-page.ts'
import { action, show } from '../../test/render.tsx'

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

  it('shows ticket and papers also where the company heard of the signature before the tab came back (DEC-185, S3.49)', async () => {
    const { reservation } = aReservation()
    const { scope } = aPage({ api: { listPapers: { reservation, papers: [{ id: 'p1', kind: 'signed-agreement', createdAt: '2026-11-23T10:00:00.000Z' }] } } })
    await allSettled($reservation as StoreWritable<unknown>, { scope, params: null })
    const step = remote.steps.find(({ name }) => name === 'complete-rental-agreement')!
    await turn(step.opened, visit('complete-rental-agreement'))(scope)
    const { findByRole } = await show(step.View, scope)
    expect(await findByRole('img', { name: `QR code of reservation ${reservation.reference}` })).toBeTruthy()
    expect(action('End.paper.signed-agreement')?.textContent).toBe('Signed rental agreement (PDF)')
  })
})
