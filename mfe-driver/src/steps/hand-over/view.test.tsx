import { noNetwork, refusedWith } from '@checkin/api/testing'
import { languages, useWords } from '@checkin/i18n'
import { act, fireEvent } from '@testing-library/react'
import { allSettled } from 'effector'
import { describe, expect, it } from 'vitest'
import { HandOverEntry } from '../../hand-over/entry.view.tsx'
import { invitedTripKnown } from '../../invitation/invited-trip.ts'
import { invitedTrip } from '../../test/invitation-double.ts'
import { HandOverPanel } from '../../hand-over/panel.view.tsx'
import { started } from '../../hand-over/hand-over.model.ts'
import { show } from '../../test/render.tsx'
import { aPage, type PhoneFakes } from '../../test/shell-double.ts'
import { opened } from './model.ts'
import { HandOverView } from './view.tsx'

const shown = async (phone: PhoneFakes, language: (typeof languages)[number] = 'en') => {
  const page = aPage({ phone })
  await allSettled(opened, { scope: page.scope, params: { name: 'hand-over', params: { guid: 't'.repeat(43) }, query: {} } })
  return { ...page, screen: await show(HandOverView, page.scope, language) }
}
const open: PhoneFakes = { joinHandOver: { state: 'open', number: null, sides: ['document.front', 'second.back'] } }

describe('what a phone shows (DEC-205)', () => {
  const states: Readonly<Record<string, PhoneFakes>> = { number: {}, open, gone: { joinHandOver: refusedWith(404, 'LinkUnknown') }, unreachable: { joinHandOver: noNetwork() } }
  it.each(Object.entries(states).flatMap(([state, phone]) => languages.map((language) => [state, language, phone] as const)))('%s in %s: words, and nothing of the renter (SHELL-80)', async (_state, language, phone) => {
    const { screen } = await shown(phone, language)
    expect(screen.container.textContent).not.toMatch(/Phone\.|HandOver\.|Field\.|Photos\.|Silva|Maria/)
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  })

  it('the number is large and alone, each picture is a row of its own, and only who is not reached can try again', async () => {
    expect((await shown({})).screen.container.querySelector('[data-number]')?.textContent).toBe('47')
    document.body.replaceChildren()
    const rows = (await shown(open)).screen.container.querySelectorAll('[data-side]')
    expect([...rows].map((row) => row.getAttribute('data-side'))).toEqual(['document.front', 'second.back'])
    document.body.replaceChildren()
    expect((await shown({ joinHandOver: refusedWith(404, 'LinkUnknown') })).screen.container.querySelectorAll('button')).toHaveLength(0)
    document.body.replaceChildren()
    expect((await shown({ joinHandOver: noNetwork() })).screen.container.querySelector('[data-action="Phone.retry"]')).not.toBeNull()
  })
})

function Entry() {
  return <HandOverEntry place="document" owner="main" sides={['document.front']} words={useWords('mfe-driver')} />
}
function Panel() {
  return <HandOverPanel words={useWords('mfe-driver')} />
}

describe('what the laptop shows (DEC-204)', () => {
  it('offers a phone only where the tenant has it', async () => {
    const off = await show(Entry, aPage().scope)
    expect(off.container.textContent).toBe('')
    const on = await show(Entry, aPage({ config: { pictureHandOver: true } }).scope)
    expect(on.container.querySelector('[data-action="HandOver.use"]')?.textContent).toBe('Use your phone')
  })

  it('offers a phone to an invited driver once proved, and to nobody else on that page (DEC-240)', async () => {
    const Invited = () => <HandOverEntry place="document" owner="invited" sides={['document.front']} words={useWords('mfe-driver')} />
    const page = aPage({ config: { pictureHandOver: true } })
    expect((await show(Invited, page.scope)).container.textContent).toBe('')
    await allSettled(invitedTripKnown, { scope: page.scope, params: invitedTrip })
    document.body.replaceChildren()
    expect((await show(Invited, page.scope)).container.querySelector('[data-action="HandOver.use"]')).not.toBeNull()
    document.body.replaceChildren()
    expect((await show(Entry, page.scope)).container.textContent).toBe('')
  })

  it.each(languages)('asks for the number by two digits and sends no fewer: %s', async (language) => {
    const page = aPage({ config: { pictureHandOver: true }, phone: { readHandOver: { state: 'number', pictures: [] }, answerHandOver: { state: 'number' } } })
    await allSettled(started, { scope: page.scope, params: { place: 'document', owner: "main", sides: ['document.front'] } })
    const { container } = await show(Panel, page.scope, language)
    const box = container.querySelector<HTMLInputElement>('input[name="handOverNumber"]')!
    const press = () => act(async () => { fireEvent.click(container.querySelector('[data-action="HandOver.allow"]')!) })
    await act(async () => { fireEvent.change(box, { target: { value: '4x' } }) })
    await press()
    expect([box.value, page.phoneCalls.filter(({ name }) => name === 'answerHandOver')]).toEqual(['4', []])
    await act(async () => { fireEvent.change(box, { target: { value: '48' } }) })
    await press()
    expect(container.querySelector('[data-error-for="handOverNumber"]')?.getAttribute('data-error-key')).toBe('HandOver.wrong')
    expect(container.textContent).not.toMatch(/Phone\.|HandOver\./)
  })
})
