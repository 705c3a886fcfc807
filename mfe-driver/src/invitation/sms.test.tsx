import { noNetwork, refusedWith } from '@checkin/api/testing'
import { languages, useWords } from '@checkin/i18n'
import { act, fireEvent } from '@testing-library/react'
import { allSettled } from 'effector'
import { describe, expect, it } from 'vitest'
import { $sms, $view, codeAsked, closed, opened } from '../steps/invitation/model.ts'
import { InvitationView } from '../steps/invitation/view.tsx'
import { invitedBySms, type InvitationFakes } from '../test/invitation-double.ts'
import { show } from '../test/render.tsx'
import { allRules, aPage, rulesOf } from '../test/shell-double.ts'
import { $invitation, left, shown, smsContact, smsPressed } from './renter.model.ts'
import { InvitationPanel } from './renter.view.tsx'

const Panel = () => <InvitationPanel words={useWords('mfe-driver')} />
const offered = { state: 'none', firstName: null, expiresAt: null, sms: { number: null, state: 'none' } } as const
const typed = { mobilePrefix: '351', mobile: '912345678' }

/** The renter where the additional driver may be invited. */
async function renter(invitation: InvitationFakes = {}, rules: Parameters<typeof allRules>[0] = {}) {
  const page = aPage({ flow: 'additionalDriver', config: { driverInvitation: true }, rules: rulesOf(allRules(), undefined, allRules(rules)), invitation: { readInvitation: offered, ...invitation } })
  const begun = allSettled(shown, { scope: page.scope })
  await allSettled(left, { scope: page.scope })
  await begun
  const press = async (change: Partial<typeof typed> = {}) => {
    await allSettled(smsContact.form.filled, { scope: page.scope, params: { ...typed, ...change } })
    const sent = allSettled(smsPressed, { scope: page.scope, params: true })
    await allSettled(left, { scope: page.scope })
    await sent
  }
  return { ...page, press, asked: () => page.phoneCalls.filter(({ name }) => name === 'beginInvitationSms').map(({ input }) => input) }
}

describe('the renter invites by text message (DEC-285)', () => {
  it('to the number with its calling code, once the box is ticked; then the number shows by two digits alone, and what was typed is gone', async () => {
    const { scope, asked } = await renter()
    const { container } = await show(Panel, scope, 'en')
    const input = (name: string) => container.querySelector<HTMLInputElement>(`input[name="${name}"]`)
    const press = () => act(async () => { fireEvent.click(container.querySelector('[data-action="Invite.sms"]')!) })
    await act(async () => { fireEvent.change(input('mobilePrefix')!, { target: { value: '351' } }); fireEvent.blur(input('mobilePrefix')!) })
    await act(async () => { fireEvent.change(input('mobile')!, { target: { value: '912345678' } }) })
    await press()
    expect([asked(), container.textContent]).toEqual([[], expect.stringContaining('Please tick that the other driver agrees')])
    await act(async () => { fireEvent.click(input('inviteAgreed')!) })
    await press()
    expect(asked()).toEqual([{ body: { number: '+351912345678', agreed: true } }])
    expect(container.innerHTML).not.toContain('912345678')
    expect(scope.getState(smsContact.form.$values).mobile).toBe('')
    expect(container.querySelector('[data-invitation="waiting"] [role="status"]')?.textContent).toContain('••••••• 01')
  })

  it.each([['too short', { mobile: '12345' }, 'mobile'], ['too long', { mobile: '1234567890123' }, 'mobile'], ['empty', { mobile: '' }, 'mobile'], ['without a calling code', { mobilePrefix: '' }, 'mobilePrefix'], ['of a calling code that leads nowhere', { mobilePrefix: '999' }, 'mobilePrefix']] as const)('sends nothing to a number that is %s, and says so, also where the company asks drivers for none', async (_case, change, field) => {
    const hidden = { visible: false, mandatory: false }
    const { press, asked, scope } = await renter({}, { mobile: hidden, mobilePrefix: hidden, email: { visible: true, mandatory: true } })
    await press(change)
    expect([asked(), Object.keys(scope.getState(smsContact.form.$errors))]).toEqual([[], [field]])
    await press()
    expect(asked()).toEqual([{ body: { number: '+351912345678', agreed: true } }])
  })

  it('asks where it stands when the answer was lost, as the message was not', async () => {
    const { press, scope, phoneCalls } = await renter({ beginInvitationSms: noNetwork(), readInvitation: invitedBySms('sent') })
    const before = phoneCalls.length
    await press()
    expect(phoneCalls.slice(before).map(({ name }) => name)).toEqual(['beginInvitationSms', 'readInvitation'])
    expect(scope.getState($invitation)?.sms?.state).toBe('sent')
  })

  it.each(languages)('has words for each state, and the ways to go on where the message did not arrive, or may not leave: %s', async (language) => {
    for (const state of ['waiting', 'sent', 'delivered', 'failed', 'none'] as const) {
      const { scope } = await renter({ readInvitation: invitedBySms(state) })
      const { container } = await show(Panel, scope, language)
      expect([state, container.querySelector('[data-invitation-sms]')?.textContent]).toEqual([state, state === 'none' ? expect.not.stringContaining('01') : expect.stringMatching(/•• 01/)])
      expect([state, container.querySelector('[data-action="Invite.sms"]') !== null]).toEqual([state, state === 'failed'])
      expect(container.textContent).not.toMatch(/Invite\.|Field\./)
      document.body.replaceChildren()
    }
    for (const [code, status] of [['TooManyRequests', 429], ['InvalidRequest', 400], ['ModuleOff', 409]] as const) {
      const { scope, press } = await renter({ beginInvitationSms: refusedWith(status, code) })
      const { container } = await show(Panel, scope, language)
      const before = container.textContent
      await act(() => press())
      expect([code, container.textContent, container.textContent === before]).toEqual([code, expect.not.stringMatching(/Invite\.|Field\./), false])
      document.body.replaceChildren()
    }
  })

  it('is not offered where the server names no text messages', async () => {
    const { scope } = await renter({ readInvitation: { state: 'none', firstName: null, expiresAt: null } })
    const { container } = await show(Panel, scope, 'en')
    expect([container.querySelector('[data-action="Invite.mail"]') !== null, container.querySelector('[data-action="Invite.sms"]')]).toEqual([true, null])
  })
})

describe('who was invited by text message (DEC-285)', () => {
  it.each(languages)('reads of the text message where the code goes, and what to do when it does not arrive: %s', async (language) => {
    let state: 'none' | 'failed' = 'none'
    const { scope } = aPage({ driver: null, invitation: { openInvitation: () => ({ state: 'code', trip: null, sms: state }) } })
    await allSettled(opened, { scope, params: { name: 'invitation', params: { guid: 'i'.repeat(43) }, query: {} } })
    const { container } = await show(InvitationView, scope, language)
    const asking = container.textContent
    expect(asking).not.toMatch(/Invited\./)
    state = 'failed'
    await act(async () => { await allSettled(codeAsked, { scope, params: '' }) })
    expect([scope.getState($view), scope.getState($sms)]).toEqual(['code', 'failed'])
    expect(container.querySelector('[role="alert"], [role="status"]')?.textContent ?? '').not.toMatch(/^$|Invited\./)
    expect(container.textContent).not.toMatch(/Invited\./)
    await allSettled(closed, { scope })
    document.body.replaceChildren()
  })
})
