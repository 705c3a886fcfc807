import { aReservation, aSummary, anExtra } from '@checkin/api/testing'
import { $flow } from '@checkin/flow'
import * as offers from '@checkin/flow/publish/offers'
import * as verification from '@checkin/flow/publish/verification'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { $visit } from '../navigation/visit.model.ts'
import { acceptedCode, aPage, type APage } from '../test/a-page.ts'

const loaded = aReservation().loaded()

/** A renter who is asked whether somebody else drives too. */
async function atAdditionalDriver(): Promise<APage> {
  const page = await aPage({ fakes: { getFullReservation: { ...loaded, summary: { ...aSummary(), extras: [anExtra({ extraID: 'ADD', isAddDriver: true })] } } } })
  await page.open('/a-link-token-of-some-length')
  await page.publish(verification.linkAccepted, { ...acceptedCode(loaded), termsAccepted: true })
  await page.open('/additional-driver', 7)
  return page
}
const shown = ({ scope }: APage) => [scope.getState($visit)?.name, scope.getState($flow)]

beforeEach(() => { sessionStorage.clear() })
afterEach(() => { vi.unstubAllGlobals() })

describe('a press that leads to another screen', () => {
  it('is answered with the screen as it is, before the next one is rendered (DEC-305)', async () => {
    const page = await atAdditionalDriver()
    const frames: FrameRequestCallback[] = []
    vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
    document.dispatchEvent(new MouseEvent('click'))
    const pressed = page.publish(offers.additionalDriverAccepted, {})
    expect(shown(page)).toEqual(['additional-driver', 'update'])
    frames.forEach((paint) => { paint(0) })
    expect(shown(page)).toEqual(['additional-driver', 'update'])
    await pressed
    expect(shown(page)).toEqual(['verify-driver', 'additionalDriver'])
  })

  it('leads on also in a page that nobody sees, which paints nothing (DEC-305)', async () => {
    const page = await atAdditionalDriver()
    vi.stubGlobal('requestAnimationFrame', () => 0)
    document.dispatchEvent(new MouseEvent('click'))
    await page.publish(offers.additionalDriverAccepted, {})
    expect(shown(page)).toEqual(['verify-driver', 'additionalDriver'])
  })

  it('without a press leads on at once: nothing of the page changes before the rest (DEC-257, DEC-305)', async () => {
    const page = await atAdditionalDriver()
    vi.stubGlobal('requestAnimationFrame', () => { throw new Error('waited for a frame') })
    const answered = page.publish(offers.additionalDriverAccepted, {})
    expect(shown(page)).toEqual(['verify-driver', 'additionalDriver'])
    await answered
  })
})
