import { aDriver, anUpgrade } from '@checkin/api/testing'
import { languages, type Language } from '@checkin/i18n'
import { $progress } from '@checkin/flow/publish/shell'
import { act, fireEvent, screen } from '@testing-library/react'
import { allSettled } from 'effector'
import { describe, expect, it } from 'vitest'
import { aPage, visit, type PageOptions } from '../test/a-page.ts'
import { show } from '../test/render.tsx'
import { opened } from './model.ts'
import { OffersView } from './view.tsx'

const bigger = anUpgrade({ groupId: 'C', groupName: 'Compact' })

async function view(language: Language = 'en', { api, ...options }: PageOptions = {}) {
  const { scope } = aPage({ layout: 'page', api: { listUpsellGroups: [bigger], getUpsellGroup: bigger, ...api }, ...options })
  await allSettled(opened, { scope, params: visit('extras') })
  return { ...await show(OffersView, scope, language), scope }
}
const action = (key: string): HTMLButtonElement | null => document.querySelector<HTMLButtonElement>(`[data-action="${key}"]`)
const press = async (key: string): Promise<void> => { await act(async () => { fireEvent.click(action(key)!) }) }
const headings = () => screen.getAllByRole('heading').map(({ tagName, textContent }) => `${tagName} ${textContent}`)

describe('the page with all offers', () => {
  it.each(languages)('has one heading of the page, the driver, the groups and the extras below it, and no key instead of words: %s (DEC-107, SHELL-81)', async (language) => {
    const { container } = await view(language)
    expect(headings().filter((heading) => heading.startsWith('H1'))).toHaveLength(1)
    expect(container.textContent).not.toMatch(/\b(Page|Account|Price|Lock|Slider|Extras|Driver|Upgrade|Vehicle)\.\w/)
    expect([action('Yes'), action('Upgrade'), document.querySelector('[data-extra="GPS"]')].every((element) => element !== null)).toBe(true)
    expect(document.querySelectorAll('[data-amount="total"]')).toHaveLength(1)
  })

  it('has the driver before the groups, and the groups before the extras, insurance first (OFFERS-12)', async () => {
    await view()
    expect(headings().filter((heading) => heading.startsWith('H2')).slice(0, 3)).toEqual(['H2 Add an additional driver', 'H2 A bigger car for your trip?', 'H2 Insurances'])
  })

  it('keeps the room of the groups until the server has named them, above extras that stay where they are (DEC-257)', async () => {
    const gate = Promise.withResolvers<readonly (typeof bigger)[]>()
    const { scope } = aPage({ layout: 'page', api: { listUpsellGroups: () => gate.promise } as never })
    const isOpen = allSettled(opened, { scope, params: visit('extras') })
    await show(OffersView, scope, 'en')
    const room = (): Element | null => document.querySelector('.ck-offers-room')
    expect([room() !== null, document.querySelector('[data-extra="GPS"]') !== null]).toEqual([true, true])
    await act(async () => {
      gate.resolve([bigger])
      await isOpen
    })
    expect([room(), action('Upgrade') !== null]).toEqual([null, true])
  })

  it('compares in the place of the list and moves the focus with it (OFFERS-23)', async () => {
    await view()
    await press('Upgrade')
    expect([document.querySelectorAll('[data-vehicle]').length, document.querySelector('[data-group]'), document.activeElement?.textContent]).toEqual([2, null, 'Compare before you decide'])
    await press('NoIkeepSame')
    expect([document.querySelector('[data-vehicle]'), document.activeElement?.textContent]).toEqual([null, 'A bigger car for your trip?'])
  })

  it('says who drives too, and offers no second yes (OFFERS-08)', async () => {
    const { container } = await view('en', { addDriver: aDriver({ id: 8, name: 'Rui', surname: 'Costa' }) })
    expect([action('Yes'), container.textContent.includes('Rui Costa')]).toEqual([null, true])
  })

  it.each([[true, 'Your vehicle has been upgraded'], [false, 'This reservation already has an upgrade']])('says of a higher group whether it was taken just now: %s (OFFERS-25, S1.83)', async (isOwn, said) => {
    const { container, scope } = await view()
    if (isOwn) { await press('Upgrade'); await press('YesIwantUpgrade') }
    await act(async () => { await allSettled($progress, { scope, params: { ...scope.getState($progress), upgradeTaken: true } }) })
    expect([container.textContent.includes(said), action('Upgrade')]).toEqual([true, null])
  })

  it('without extras has one way on', async () => {
    await view('en', { off: ['exview'] })
    expect([action('Submit') !== null, action('ContinueWithoutExtras')]).toEqual([true, null])
  })

  it('without prices says so and has one way on (DEC-84)', async () => {
    const { container } = await view('en', { summary: null })
    expect([container.textContent.includes('We cannot show the prices right now'), action('Submit'), action('ContinueWithoutExtras') !== null]).toEqual([true, null, true])
  })

  it('step by step is the extras alone', async () => {
    await view('en', { layout: 'steps' })
    expect([action('Yes'), action('Upgrade'), document.querySelector('[data-extra="GPS"]') !== null]).toEqual([null, null, true])
  })
})
