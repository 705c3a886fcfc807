import { noNetwork, refusedWith } from '@checkin/api/testing'
import { languages, useWords } from '@checkin/i18n'
import type { FormModel } from '@checkin/forms'
import { allSettled, type Scope } from 'effector'
import { afterEach, describe, expect, it } from 'vitest'
import { driverForms } from '../../forms/driver-forms.ts'
import { $facts } from '../../forms/facts.ts'
import { invitedTripKnown } from '../../invitation/invited-trip.ts'
import { formParts } from '../../invitation/parts.ts'
import { $invitation, invitePressed, left, shown, withdrawPressed } from '../../invitation/renter.model.ts'
import { InvitationPanel } from '../../invitation/renter.view.tsx'
import { invitedTrip, type InvitationFakes } from '../../test/invitation-double.ts'
import { show } from '../../test/render.tsx'
import { aPage, pickUp, scanFirst, specimens } from '../../test/shell-double.ts'
import { InvitedForm } from './form.view.tsx'
import { $fee, formShown, parts, submitted } from './form.model.ts'
import { $view, closed, codeAsked, codeTyped, opened } from './model.ts'
import { InvitationView } from './view.tsx'

const token = 'i'.repeat(43)
afterEach(() => { sessionStorage.clear() })

async function invited(invitation: InvitationFakes = {}) {
  const page = aPage({ invitation, driver: null })
  await allSettled(opened, { scope: page.scope, params: { name: 'invitation', params: { guid: token }, query: {} } })
  return { ...page, view: () => page.scope.getState($view), asked: (name: string) => page.phoneCalls.filter((call) => call.name === name).map(({ input }) => input as { body: Record<string, unknown> }) }
}

describe('the screen of an invited driver (DEC-209, DEC-210)', () => {
  it('asks for the own address, then the code, and is open when the code is right', async () => {
    const { scope, view, asked } = await invited()
    expect(view()).toBe('email')
    await allSettled(codeAsked, { scope, params: 'rui@example.com' })
    expect([view(), asked('sendInvitationCode')[0]?.body['email']]).toEqual(['code', 'rui@example.com'])
    const typed = allSettled(codeTyped, { scope, params: '123456' })
    await allSettled(closed, { scope })
    await typed
    expect(view()).toBe('open')
    expect(asked('proveInvitation')[0]?.body).toMatchObject({ token, code: '123456', key: asked('openInvitation')[0]?.body['key'] })
  })

  it('a link that is good no longer, and a server that does not answer, are told apart', async () => {
    expect((await invited({ openInvitation: refusedWith(404, 'LinkUnknown') })).view()).toBe('gone')
    expect((await invited({ openInvitation: noNetwork() })).view()).toBe('unreachable')
  })

  it('who was withdrawn while typing is told so at the code', async () => {
    const { scope, view } = await invited({ proveInvitation: refusedWith(404, 'LinkUnknown') })
    await allSettled(codeAsked, { scope, params: 'rui@example.com' })
    await allSettled(codeTyped, { scope, params: '123456' })
    expect(view()).toBe('gone')
  })

  it.each(languages)('has words for each state and shows nothing of the renter before a code: %s', async (language) => {
    for (const [state, answer] of [['email', { state: 'email', trip: null }], ['code', { state: 'code', trip: null }], ['gone', refusedWith(404, 'LinkUnknown')], ['unreachable', noNetwork()]] as const) {
      const { scope } = await invited({ openInvitation: answer })
      const { container } = await show(InvitationView, scope, language)
      expect([state, container.textContent]).toEqual([state, expect.not.stringMatching(/Invited?\.|Phone\.|Field\.|Maria/)])
      document.body.replaceChildren()
    }
  })
})

/** Everything that is asked for, as somebody types it. */
async function fillAll(scope: Scope, { birthDate = '1985-07-08' } = {}) {
  const fill = (form: { readonly filled: unknown }, values: object) => allSettled(form.filled as typeof parts.verify.filled, { scope, params: values })
  await fill(parts.verify, { name: 'Rui', surname: 'Costa', birthDate, email: 'rui@example.com', driversLicense: 'FA-999' })
  await fill(parts.details, { address: 'Rua 1', countryId: '620', zipCode: '8000-138', city: 'Faro', taxNumber: '123456789', birthPlace: 'Faro' })
  await fill(parts.contact, { mobilePrefix: '351', mobile: '912345678' })
  await fill(parts.document, { idType: 'ID', id: 'AB12', issueDate: '2020-01-01', expiryDate: '2035-01-01', issuePlace: 'Faro' })
  await fill(parts.licence, { issueDate: '2010-01-01', expiryDate: '2035-01-01', issuePlace: 'Faro', issueCountry: '620' })
}

describe('the form of an invited driver (DEC-209)', () => {
  const open = async (more: InvitationFakes = {}) => {
    const page = await invited({ ...more })
    await allSettled(codeAsked, { scope: page.scope, params: 'rui@example.com' })
    const typed = allSettled(codeTyped, { scope: page.scope, params: '123456' })
    await allSettled(closed, { scope: page.scope })
    await typed
    return page
  }

  it('is asked by the rules of an additional driver, of the trip that is known, with the own address filled in', async () => {
    const { scope } = await open()
    await allSettled(formShown, { scope })
    expect(scope.getState($facts).trip).toMatchObject({ pickUp, reservation: '' })
    expect(scope.getState(parts.verify.$values).email).toBe('rui@example.com')
  })

  it('sends nothing while something is missing, and says what', async () => {
    const { scope, asked } = await open()
    await allSettled(submitted, { scope })
    expect(asked('saveInvited')).toEqual([])
    expect(scope.getState(parts.verify.$errors)).toMatchObject({ name: 'Required', driversLicense: 'Required' })
  })

  it('sends what was typed once, and the page is done', async () => {
    const { scope, asked, view } = await open()
    await fillAll(scope)
    await allSettled(submitted, { scope })
    expect(formParts.map((part) => scope.getState((parts[part] as FormModel).$errors))).toEqual([{}, {}, {}, {}, {}])
    expect(asked('saveInvited').map(({ body }) => body['driver'])).toMatchObject([{ id: 0, name: 'Rui', surname: 'Costa', birthDate: '1985-07-08', email: 'rui@example.com', driverLicense: { id: 'FA-999' } }])
    expect(view()).toBe('done')
  })

  it('asks for the place of a zip code and for the tax number as the renter\'s own screen does, by the link (DEC-237)', async () => {
    const { scope, asked, view } = await open({ checkInvitedTaxNumber: refusedWith(400, 'TaxNumberInvalid') })
    await fillAll(scope)
    await allSettled(submitted, { scope })
    expect(asked('findInvitedPostalCode').map(({ body }) => body)).toEqual([{ token, key: expect.any(String), zipCode: '8000-138', countryId: 620 }])
    expect(scope.getState(parts.verify.$errors)).toEqual({})
    expect([scope.getState(parts.details.$errors), asked('saveInvited'), view()]).toEqual([{ taxNumber: 'invalid' }, [], 'open'])
  })

  it('a zip code that does not exist is refused before anything is sent (DEC-237)', async () => {
    const { scope, asked } = await open({ findInvitedPostalCode: [] })
    await fillAll(scope)
    await allSettled(submitted, { scope })
    expect([scope.getState(parts.details.$errors), asked('saveInvited')]).toEqual([{ zipCode: 'invalid' }, []])
  })

  it('a question that finds the link gone ends the page', async () => {
    const { scope, view } = await open({ findInvitedPostalCode: refusedWith(404, 'LinkUnknown') })
    await fillAll(scope)
    await allSettled(submitted, { scope })
    expect(view()).toBe('gone')
  })

  const fee = { type: 'young', amount: 36 } as const
  it('tells the fee of the age once the birth date is there, and then sends (DEC-237)', async () => {
    const { scope, asked, view } = await open({ validateInvitedAge: { fee } })
    await fillAll(scope)
    expect(scope.getState($fee)).toEqual(fee)
    const { container } = await show(InvitedForm, scope, 'en')
    expect(container.querySelector('[data-age-fee="young"]')?.textContent).toMatch(/36\.00.*Maria pays/)
    await allSettled(submitted, { scope })
    expect([asked('saveInvited').length, view()]).toEqual([1, 'done'])
  })

  it('a fee that nobody could tell before is told instead of sending, and the next press sends (DEC-237)', async () => {
    let answers = 0
    const { scope, asked } = await open({ validateInvitedAge: () => { answers += 1; return answers === 1 ? noNetwork() : { fee } } })
    await fillAll(scope)
    expect(scope.getState($fee)).toBe(null)
    await allSettled(submitted, { scope })
    expect([asked('saveInvited'), scope.getState($fee)]).toEqual([[], fee])
    await allSettled(submitted, { scope })
    expect(asked('saveInvited')).toHaveLength(1)
  })

  it('where the tenant begins with pictures the documents of the invited driver are read on the device too, and kept for sending (DEC-237, DEC-176)', async () => {
    const page = aPage({ driver: null, config: { ...scanFirst, isUploadAvailable: true }, read: (kind) => ({ kind: 'read', reading: specimens[kind] }) })
    const { scope } = page
    await allSettled(opened, { scope, params: { name: 'invitation', params: { guid: token }, query: {} } })
    await allSettled(codeAsked, { scope, params: 'rui@example.com' })
    const typed = allSettled(codeTyped, { scope, params: '123456' })
    await allSettled(closed, { scope })
    await typed
    await allSettled(invitedTripKnown, { scope, params: invitedTrip })
    const file = new File(['x'], 'passport.png', { type: 'image/png' })
    await allSettled(parts.photos.taken, { scope, params: { side: 'document.front', file } })
    await allSettled(parts.photos.taken, { scope, params: { side: 'licence.front', file } })
    expect(scope.getState(parts.verify.$values)).toMatchObject({ birthDate: '1990-05-01', driversLicense: 'P-987654' })
    expect(scope.getState(parts.document.$values)).toMatchObject({ id: 'L898902C3', expiryDate: '2032-04-15', imageFront: 'UklGRg==' })
    expect(scope.getState(driverForms.additional.document.$values).id).toBe('')
    const { container } = await show(InvitedForm, scope, 'en')
    expect(container.querySelector('h1')).not.toBeNull()
  })

  it.each(languages)('has words: %s', async (language) => {
    const { scope } = await open()
    await allSettled(opened, { scope: (await invited({ openInvitation: { state: 'code', trip: null } })).scope, params: { name: 'invitation', params: { guid: token }, query: {} } })
    const { container } = await show(InvitedForm, scope, language)
    expect(container.textContent).not.toMatch(/Invited\.|Field\.[a-z]/)
  })
})

function Panel() {
  return <InvitationPanel words={useWords('mfe-driver')} />
}

describe('what the renter sees (DEC-209, DEC-211)', () => {
  const renter = async (invitation: InvitationFakes) => {
    const page = aPage({ flow: 'additionalDriver', config: { driverInvitation: true }, invitation })
    return page
  }

  it('invites by mail, is waiting, and withdraws', async () => {
    const { scope, phoneCalls } = await renter({ beginInvitation: { token: null, expiresAt: '2026-11-26T10:10:00.000Z' } })
    await allSettled(shown, { scope })
    await allSettled(invitePressed, { scope, params: 'rui@example.com' })
    expect([scope.getState($invitation)?.state, phoneCalls.at(-1)?.input]).toEqual(['waiting', { body: { email: 'rui@example.com' } }])
    await allSettled(withdrawPressed, { scope })
    await allSettled(left, { scope })
    expect(scope.getState($invitation)?.state).toBe('none')
  })

  it.each(languages)('says who is done by the first name, and what the age adds to the price (DEC-237): %s', async (language) => {
    const { scope } = await renter({ readInvitation: { state: 'done', firstName: 'Rui', expiresAt: null, fee: { type: 'young', amount: 36 } } })
    await allSettled(shown, { scope })
    const { container } = await show(Panel, scope, language)
    expect(container.querySelector('[data-invitation="done"]')?.textContent).toMatch(/Rui.*(36|٣٦)/s)
    expect(container.textContent).not.toMatch(/Invite\./)
  })
})
