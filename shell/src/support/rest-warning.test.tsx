import type { ApiFailure, SessionTime } from '@checkin/api'
import { aReservation, noNetwork, refusedWith } from '@checkin/api/testing'
import { $session } from '@checkin/flow/publish/shell'
import * as verification from '@checkin/flow/publish/verification'
import { addWords, initI18n, languages } from '@checkin/i18n'
import { act, fireEvent, render } from '@testing-library/react'
import { Provider } from 'effector-react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { activityNoticed, idleLimit } from '../session/idle.model.ts'
import { acceptedCode, aPage, type APage } from '../test/a-page.ts'
import { loadSupport } from './late-support.tsx'
import { prolongAfter, warnBefore } from './rest-warning.model.ts'
import { supportNamespace, supportWords } from './words.ts'

const usualRental = aReservation().loaded()
/** The rental of this test: tabs of tests that ended share the channel, and what they still tell is about another. */
let loaded = usualRental
let tests = 0
const usual: SessionTime = { restSeconds: 1800, leftSeconds: 14_400 }
type Answer = SessionTime | ApiFailure

/** Tabs of one browser. All tabs of this file share one page, so what one says comes back to it too, which changes nothing. */
const channels = new Set<FakeChannel>()
class FakeChannel extends EventTarget {
  constructor() {
    super()
    channels.add(this)
  }

  postMessage(data: unknown): void {
    for (const each of channels) each.dispatchEvent(new MessageEvent('message', { data }))
  }
}

beforeEach(async () => {
  tests += 1
  loaded = { ...usualRental, reservation: { ...usualRental.reservation, guid: `guid-of-test-${tests}` } }
  sessionStorage.clear()
  vi.stubGlobal('CHECKIN_SHELL', { version: '9.9.9' })
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) { this.open = true }
  HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) { this.open = false }
  await initI18n({ language: 'en' })
  await addWords(supportNamespace, supportWords)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A tab that shows the reservation, with the late part of the frame on it, and how often it asked to prolong. */
async function aTab(prolongSession: () => Answer = () => usual): Promise<{ page: APage; warning: () => Element | null; asked: () => number; rests: (milliseconds: number) => Promise<void>; stays: () => Promise<void> }> {
  let calls = 0
  const prolong = (): Answer => {
    calls += 1
    return prolongSession()
  }
  const page = await aPage({ fakes: { prolongSession: prolong } })
  await page.open('/')
  await page.publish(verification.reservationLocated, { reference: 'CV1001', surname: 'Silva', checkoutdate: '', needsTerms: false })
  await page.publish(verification.codeSent, { mail: 'maria.silva@example.com' })
  await page.publish(verification.codeAccepted, acceptedCode(loaded))
  const Support = await loadSupport()
  const { container } = render(<Provider value={page.scope}><Support /></Provider>)
  await act(async () => { await vi.advanceTimersByTimeAsync(0) })
  return {
    page,
    warning: () => container.querySelector('[data-rest]'),
    asked: () => calls,
    rests: (milliseconds) => act(async () => { await vi.advanceTimersByTimeAsync(milliseconds) }),
    stays: async () => {
      await act(async () => {
        fireEvent.click(container.querySelector('[data-action="Rest.stay"]') as Element)
        await vi.advanceTimersByTimeAsync(10)
      })
    },
  }
}

const isOpen = ({ scope }: APage): boolean => scope.getState($session) !== null

describe('a session that nobody touches (WCAG 2.2.1, DEC-190)', () => {
  it('is warned of two minutes before its end, in a dialog that says when, and ends where nobody answers', async () => {
    const tab = await aTab()
    await tab.rests(idleLimit - warnBefore - 2000)
    expect(tab.warning()).toBeNull()
    await tab.rests(3000)
    expect(tab.warning()?.getAttribute('role')).toBe('alertdialog')
    expect(tab.warning()?.textContent).toMatch(/closes at \d\d:\d\d/)
    await tab.rests(warnBefore)
    expect(isOpen(tab.page)).toBe(false)
    expect(sessionStorage.getItem('checkin.notice')).toContain('Notice.sessionEnded')
  })

  it('goes on for as long again by one press, when the server has said so', async () => {
    const tab = await aTab()
    await tab.rests(idleLimit - warnBefore + 1000)
    const before = tab.asked()
    await tab.stays()
    expect([tab.asked() - before, tab.warning()]).toEqual([1, null])
    await tab.rests(idleLimit - warnBefore - 2000)
    expect([isOpen(tab.page), tab.warning()]).toEqual([true, null])
    await tab.rests(3000)
    expect(tab.warning()).not.toBeNull()
  })

  it('is over where the server says so, whatever is pressed', async () => {
    let isOver = false
    const tab = await aTab(() => (isOver ? refusedWith(401, 'Unauthorized') : usual))
    await tab.rests(idleLimit - warnBefore + 1000)
    isOver = true
    await tab.stays()
    expect(isOpen(tab.page)).toBe(false)
  })

  it('keeps the warning where nobody answers the press, and says that it did not work', async () => {
    const tab = await aTab(noNetwork)
    await tab.rests(idleLimit - warnBefore + 1000)
    await tab.stays()
    expect(tab.warning()?.querySelector('[role=status]')?.textContent).toContain('did not work')
    expect(isOpen(tab.page)).toBe(true)
    await tab.rests(warnBefore)
    expect(isOpen(tab.page)).toBe(false)
  })

  it('is warned of in time where the server counts less than half an hour', async () => {
    const tab = await aTab(() => ({ restSeconds: 300, leftSeconds: 14_400 }))
    await tab.rests(prolongAfter + 300_000 - warnBefore - 2000)
    expect(tab.warning()).toBeNull()
    await tab.rests(3000)
    expect(tab.warning()).not.toBeNull()
  })

  it('lives on the server too while the renter only reads or types: it hears of it once a minute, not at each key', async () => {
    const tab = await aTab()
    await tab.rests(prolongAfter + 1000)
    const before = tab.asked()
    for (let key = 0; key < 10; key += 1) await tab.page.publish(activityNoticed, Date.now())
    expect(tab.asked()).toBe(before)
    await tab.rests(prolongAfter + 1000)
    expect(tab.asked()).toBe(before + 1)
    await tab.rests(prolongAfter * 3)
    expect(tab.asked()).toBe(before + 1)
  })

  it('tells who stays too long that the end cannot be put off, once', async () => {
    const tab = await aTab(() => ({ restSeconds: 1800, leftSeconds: 600 }))
    await tab.rests(prolongAfter + 600_000 - warnBefore + 1000)
    expect(tab.warning()?.getAttribute('data-rest')).toBe('end')
    await act(async () => { fireEvent.click(tab.warning()?.querySelector('[data-action="Rest.seen"]') as Element) })
    await tab.rests(1000)
    expect([tab.warning(), isOpen(tab.page)]).toEqual([null, true])
    await tab.rests(warnBefore)
    expect(isOpen(tab.page)).toBe(false)
  })
})

describe('two tabs of one session (DEC-190)', () => {
  it('are warned together, and one press takes the warning away in both; each lives on', async () => {
    const [one, other] = [await aTab(), await aTab()]
    await one.rests(idleLimit - warnBefore + 1000)
    expect([one.warning(), other.warning()]).not.toContain(null)
    await one.stays()
    expect([one.warning(), other.warning()]).toEqual([null, null])
    await one.rests(warnBefore * 2)
    expect([isOpen(one.page), isOpen(other.page)]).toEqual([true, true])
  })

  it('at rest do not keep each other alive: what one is told is not told on', async () => {
    const [one, other] = [await aTab(), await aTab()]
    await one.rests(prolongAfter * 2)
    const before = [one.asked(), other.asked()]
    await one.page.publish(activityNoticed, Date.now())
    await one.rests(prolongAfter * 10)
    expect([one.asked() - (before[0] ?? 0), other.asked() - (before[1] ?? 0)]).toEqual([1, 0])
    await one.rests(idleLimit)
    expect([isOpen(one.page), isOpen(other.page)]).toEqual([false, false])
  })

  it('of two reservations know nothing of each other', async () => {
    const one = await aTab()
    await one.rests(idleLimit - warnBefore + 1000)
    for (const each of channels) each.dispatchEvent(new MessageEvent('message', { data: { guid: 'another', touchedAt: Date.now(), calledAt: Date.now() } }))
    await one.rests(10)
    expect(one.warning()).not.toBeNull()
  })
})

it.each(languages)('the warning speaks %s', async (language) => {
  await initI18n({ language })
  await addWords(supportNamespace, supportWords)
  const tab = await aTab()
  await tab.rests(idleLimit - warnBefore + 1000)
  expect(tab.warning()?.textContent).toMatch(/\d\d:\d\d/)
  expect(tab.warning()?.textContent).not.toMatch(/Rest\.\w/)
})
