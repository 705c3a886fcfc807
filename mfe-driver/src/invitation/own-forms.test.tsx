import { act, fireEvent, waitFor } from '@testing-library/react'
import { allSettled } from 'effector'
import { describe, expect, it } from 'vitest'
import { verifications } from '../steps/verify-driver/model.ts'
import { VerifyFormView } from '../steps/verify-driver/verify-form.view.tsx'
import { show } from '../test/render.tsx'
import { allRules, aPage, rulesOf } from '../test/shell-double.ts'
import { left } from './renter.model.ts'

const offered = { state: 'none', firstName: null, expiresAt: null, sms: { number: null, state: 'none' } } as const

/** The additional driver's first screen, where that driver may be invited; `enter` is what a browser does for Enter in a field: it submits the field's form. */
async function firstScreen() {
  const { scope, phoneCalls } = aPage({ flow: 'additionalDriver', config: { driverInvitation: true }, rules: rulesOf(allRules(), undefined, allRules()), invitation: { readInvitation: offered } })
  const { container } = await show(VerifyFormView, scope, 'en')
  await waitFor(() => { expect(container.querySelector('input[name="inviteEmail"]')).not.toBeNull() })
  const field = (name: string) => container.querySelector<HTMLInputElement>(`input[name="${name}"]`)!
  return {
    scope, field,
    fill: (name: string, value: string) => act(async () => { fireEvent.change(field(name), { target: { value } }) }),
    wrongFields: () => Object.keys(scope.getState(verifications.additional.form.$errors)),
    enter: (name: string) => act(async () => { field(name).form?.requestSubmit() }),
    asked: () => phoneCalls.filter(({ name }) => name.startsWith('beginInvitation')).map(({ input }) => input),
    end: async () => { await allSettled(left, { scope }) },
  }
}

describe('Enter in a field of the invitation (DEC-209, DEC-285)', () => {
  it('invites by mail, and does not send the driver whose form is below', async () => {
    const { fill, enter, asked, wrongFields, end } = await firstScreen()
    await fill('inviteEmail', 'rui.costa@example.com')
    await enter('inviteEmail')
    expect([asked(), wrongFields()]).toEqual([[{ body: { email: 'rui.costa@example.com' } }], []])
    await end()
  })

  it('asks for the consent that a text message needs, and does not send the driver whose form is below', async () => {
    const { field, enter, asked, wrongFields, end } = await firstScreen()
    await enter('mobile')
    expect([asked(), wrongFields(), field('inviteAgreed').getAttribute('aria-invalid')]).toEqual([[], [], 'true'])
    await end()
  })

  it('leaves Enter in the driver\'s own fields to the driver', async () => {
    const { enter, asked, wrongFields, end } = await firstScreen()
    await enter('surname')
    expect([asked(), wrongFields()]).toEqual([[], expect.arrayContaining(['name', 'surname'])])
    await end()
  })
})
