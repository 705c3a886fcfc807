import { noNetwork, refusedWith } from '@checkin/api/testing'
import { addWords, initI18n, languages, type Language } from '@checkin/i18n'
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Ticket, TicketUndo } from '../../api.ts'
import { remote } from '../../remote.ts'
import { aPage, aTicket, undoKey, type UndoAnswers } from '../../test/ticket-double.ts'
import { opened } from './model.ts'
import { TicketView } from './view.tsx'

afterEach(cleanup)

const seat = { extraID: 'SEAT', name: 'Child seat', units: 2, amount: 24.6, isPaid: false }
const gps = { extraID: 'GPS', name: 'Navigation', units: 1, amount: 12.3, isPaid: false }
const withUndo = (change: Partial<TicketUndo> = {}): Ticket => aTicket({ undo: { until: '2026-11-30T10:30', closed: null, additions: [seat, gps], ...change } })

async function shown(ticket: Ticket, answers: UndoAnswers = {}, language: Language = 'en') {
  await initI18n({ language })
  await addWords('mfe-ticket', remote.words)
  const { scope, sent } = aPage(ticket, {}, answers)
  await allSettled(opened, { scope, params: { name: 'ticket', params: { guid: 't'.repeat(43) }, query: {} } })
  const { container } = await act(async () => render(<Provider value={scope}><TicketView /></Provider>))
  const find = (selector: string) => container.querySelector<HTMLElement>(selector)
  const press = (action: string) => act(async () => { find(`[data-action="${action}"]`)?.click() })
  return {
    page: container, find, sent, press,
    tick: (extraID: string) => act(async () => { find(`[name="undo.${extraID}"]`)?.click() }),
    confirm: (code: string) => act(async () => {
      const field = find('[name="undoCode"]')
      if (!field) throw new Error('a code is asked for')
      fireEvent.change(field, { target: { value: code } })
      const form = field.closest('form')
      if (form) fireEvent.submit(form)
    }),
  }
}

describe('taking back by the ticket (DEC-287)', () => {
  it('sends what is ticked with the code from the mail, and shows the ticket that came of it (API-93, API-94, DEC-287)', async () => {
    const { tick, press, confirm, sent, page, find } = await shown(withUndo(), { undo: aTicket({ version: 4, total: 254.95, undo: { until: '2026-11-30T10:30', closed: null, additions: [gps] } }) })
    expect(page.textContent).toContain('10:30')
    await tick('SEAT')
    await press('Pass.undo.take')
    await confirm('123 456')
    expect(sent).toEqual([{ extraIDs: ['SEAT'], version: 3, key: undoKey, code: '123456' }])
    expect([find('[data-part="additions"]')?.textContent, page.textContent.includes('Taken back')]).toEqual(['Navigation · €12.30 ', true])
  })

  it('asks for no code while nothing is ticked, and sends nothing for half a code (DEC-287)', async () => {
    const { press, tick, confirm, sent, find } = await shown(withUndo())
    await press('Pass.undo.take')
    expect(find('[name="undoCode"]')).toBeNull()
    await tick('GPS')
    await press('Pass.undo.take')
    await confirm('123')
    expect(sent).toEqual([])
  })

  it.each([
    ['a wrong code stays at the code', refusedWith(404, 'CodeNotFound'), 'This code is not right', true],
    ['a change in the meantime leads back to the list', refusedWith(409, 'VersionConflict'), 'changed in the meantime', false],
    ['a refusal names the company', refusedWith(409, 'CannotUpdate'), 'Ask the rental company', false],
    ['a lost answer says to look first', noNetwork(), 'look at the list', false],
  ] as const)('%s (API-94, DEC-287)', async (_which, undo, says, asksAgain) => {
    const { tick, press, confirm, page, find } = await shown(withUndo(), { undo })
    await tick('GPS')
    await press('Pass.undo.take')
    await confirm('123456')
    expect([page.textContent.includes(says), find('[name="undoCode"]') !== null]).toEqual([true, asksAgain])
  })

  it('too many codes are said (API-93)', async () => {
    const { tick, press, page } = await shown(withUndo(), { code: refusedWith(429, 'TooManyRequests') })
    await tick('GPS')
    await press('Pass.undo.take')
    expect(page.textContent).toContain('Too many codes')
  })

  it('what was paid for has no box, and says whose it is (DEC-288)', async () => {
    const { page, find } = await shown(withUndo({ additions: [{ ...seat, isPaid: true }, gps] }))
    expect([find('[name="undo.SEAT"]'), page.textContent.includes('refund it')]).toEqual([null, true])
  })

  it('what was paid for and goes back by itself has a box, and says how much goes back (DEC-282)', async () => {
    const { page, find } = await shown(withUndo({ additions: [{ ...seat, back: 20.1 }, gps] }))
    expect([find('[name="undo.SEAT"]') !== null, page.textContent.match(/€[\d.]+ goes back/g)]).toEqual([true, ['€20.10 goes back']])
  })

  it.each([['ordered', 'on its way'], ['refunded', 'paid back'], ['refused', 'ask the rental company']] as const)('a refund that is %s is said beside the total (DEC-282)', async (state, says) => {
    const { find } = await shown({ ...withUndo(), refunds: [{ at: '2026-11-20T10:00:00.000Z', amount: 12.3, state }] })
    expect(find(`[data-refund="${state}"]`)?.textContent).toMatch(new RegExp(`${says}.*€12\\.30`))
  })

  it.each(['late', 'agreement', 'payment', 'address'] as const)('%s: no boxes and no button, but why and the telephone of the company (DEC-287)', async (closed) => {
    const { find } = await shown(withUndo({ closed }))
    expect([find('[data-action="Pass.undo.take"]'), find('[type="checkbox"]'), find('[data-closed]')?.getAttribute('data-closed'), find('a[href^="tel:"]') !== null]).toEqual([null, null, closed, true])
  })

  it.each(languages)('has words in %s (SHELL-80)', async (language) => {
    const { page, tick, press } = await shown({ ...withUndo({ additions: [{ ...seat, back: 20.1 }, gps] }), refunds: [{ at: '2026-11-20T10:00:00.000Z', amount: 12.3, state: 'refused' }] }, {}, language)
    await tick('GPS')
    expect(page.textContent).not.toMatch(/Pass\.|\{\{/)
    await press('Pass.undo.take')
    expect(page.textContent).not.toMatch(/Pass\.|\{\{/)
  })

  it('a tenant that offers it not has nothing of it (DEC-287)', async () => {
    expect((await shown(aTicket())).page.textContent).not.toContain('Added in check-in')
  })
})
