import { aConfig, aReservation, noNetwork, type Fakes } from '@checkin/api/testing'
import { $lists } from '@checkin/flow'
import { $config, $modalAction, $mode } from '@checkin/flow/publish/shell'
import * as verification from '@checkin/flow/publish/verification'
import * as offers from '@checkin/flow/publish/offers'
import * as driver from '@checkin/flow/publish/driver'
import { allSettled } from 'effector'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { $modal, modalClosed, modalConfirmed } from '../feedback/modal.model.ts'
import { acceptedCode, aPage, type APage } from '../test/a-page.ts'
import { homeChosen } from './leave.model.ts'
import { $outlet, $visit, stepShown } from './visit.model.ts'

beforeEach(() => { sessionStorage.clear() })

const loaded = aReservation().loaded()
const found = { reference: 'CV1001', surname: 'Silva', checkoutdate: '', needsTerms: false }
const nameOf = (page: APage): string | undefined => page.scope.getState($visit)?.name

/** A renter who stands on the reservation screen. */
async function verified(setting?: Parameters<typeof aPage>[0]): Promise<APage> {
  const page = await aPage(setting)
  await page.open('/')
  await page.publish(verification.reservationLocated, found)
  await page.publish(verification.codeSent, { mail: 'maria.silva@example.com' })
  await page.publish(verification.codeAccepted, acceptedCode(loaded))
  return page
}

describe('the main flow from screen to screen', () => {
  it('walks find, code, reservation, and the address follows (VERIF-26, SHELL-09)', async () => {
    const page = await aPage()
    await page.open('/')
    expect(nameOf(page)).toBe('verify-reservation')
    await page.publish(verification.reservationLocated, found)
    expect(nameOf(page)).toBe('verify-reservation')
    await page.publish(verification.codeSent, { mail: 'maria.silva@example.com' })
    expect(nameOf(page)).toBe('verify-code')
    await page.publish(verification.codeAccepted, acceptedCode(loaded))
    expect(nameOf(page)).toBe('reservation')
    expect(page.did).toEqual(['go /verify-code', 'go /reservation'])
  })

  it('keeps a wrong path away from the server and from a live session (SHELL-33)', async () => {
    const page = await verified()
    await page.open('/favicon.ico', 9)
    expect(nameOf(page)).toBe('verify-reservation')
    expect(page.did.at(-1)).toBe('replace /')
    await page.open('/reservation', 10)
    expect(nameOf(page)).toBe('reservation')
  })

  it.each(['/reservation', '/verify-driver', '/verify/km', '/complete', '/verify-code'])('opened without a session, %s leads to "/" (SHELL-34, SHELL-39)', async (path) => {
    const page = await aPage()
    await page.open(path)
    expect(nameOf(page)).toBe('verify-reservation')
    expect(page.did).toEqual(['replace /'])
  })

  it('replaces the entry of a link, so that Back does not open it again', async () => {
    const page = await aPage()
    await page.open('/a-link-token-of-some-length')
    await page.publish(verification.linkAccepted, { ...acceptedCode(loaded), termsAccepted: false })
    expect(nameOf(page)).toBe('reservation')
    expect(page.did).toEqual(['replace /reservation'])
  })

  it('says that check-in continues at the counter where the next screen is not built, and keeps the address', async () => {
    const page = await verified({ available: ['verify-reservation', 'verify-code', 'verify-guid', 'reservation'] })
    await page.publish(verification.reservationConfirmed, {})
    expect(page.scope.getState($outlet)).toMatchObject({ kind: 'counter', missing: 'verify-driver' })
    expect(page.did.at(-1)).toBe('go /reservation')
    await page.open('/verify-driver', 8)
    expect(nameOf(page)).toBe('verify-reservation')
  })

  it('ignores what a screen tells that the renter has left', async () => {
    const page = await verified()
    await page.publish(verification.codeSent, { mail: 'maria.silva@example.com' })
    expect(nameOf(page)).toBe('reservation')
  })
})

describe('a tenant with the offers on one page (DEC-107)', () => {
  const config = { ...aConfig(), offersLayout: 'page' as const }
  const setting = { fakes: { getConfig: config }, values: [[$config as never, config]] } as const

  it.each(['/additional-driver', '/upselling', '/add-extras', '/extras'])('%s leads to that page, and the address says so', async (path) => {
    const page = await verified(setting)
    await page.open(path, 9)
    expect(nameOf(page)).toBe('extras')
    expect(page.did.at(-1)).toBe(path === '/extras' ? 'go /reservation' : 'replace /extras')
  })

  it('in pre-checkout the offers are steps of their own, as everywhere', async () => {
    const page = await verified(setting)
    await allSettled($mode, { scope: page.scope, params: 'precheckout' })
    await page.open('/upselling', 9)
    expect(nameOf(page)).toBe('upselling')
  })

  it('without a session its addresses lead to "/" (SHELL-34)', async () => {
    const page = await aPage(setting)
    await page.open('/upselling')
    expect(nameOf(page)).toBe('verify-reservation')
  })

  it('a question about the page goes when the renter goes back (DEC-106)', async () => {
    const page = await verified(setting)
    await page.open('/extras', 9)
    await page.publish(offers.questionRaised, { type: 'confirm', keys: ['KeepOrDropExtras'], labels: { confirm: 'Keep', cancel: 'Drop' } })
    expect(page.scope.getState($modal).visible).toBe(true)
    await page.open('/reservation', 8)
    expect([page.scope.getState($modal).visible, page.scope.getState($modalAction)]).toEqual([false, null])
  })
})

describe('the six lists (SHELL-35, DEC-94)', () => {
  const counting = (): { readonly asked: string[]; readonly fakes: Fakes } => {
    const asked: string[] = []
    const note = <T>(name: string, answer: T) => () => { asked.push(name); return answer }
    return {
      asked,
      fakes: {
        getConfig: note('config', { firmName: 'Costa Verde', isUploadAvailable: true, isUploadMandatory: false, currency: 'EUR', modules: [] }) as never,
        listCountries: note('countries', []), listDocumentTypes: note('documenttypes', []),
        getFieldRules: note('fields', { main: { second: {} }, additional: {} }), listNationalities: note('nationality', []), listTerms: note('terms', []),
      },
    }
  }

  it('are not asked for before the first screen is usable', async () => {
    const { asked, fakes } = counting()
    const page = await aPage({ fakes })
    await page.open('/')
    expect(asked).toEqual([])
    await allSettled(stepShown, { scope: page.scope })
    expect(asked.sort()).toEqual(['config', 'countries', 'documenttypes', 'fields', 'nationality', 'terms'])
  })

  it('are asked for exactly once each, however many navigations follow', async () => {
    const { asked, fakes } = counting()
    const page = await verified({ fakes })
    await allSettled(stepShown, { scope: page.scope })
    await page.publish(verification.reservationConfirmed, {})
    await page.publish(driver.driverVerificationLeft, {})
    expect(asked).toHaveLength(6)
    expect(new Set(asked).size).toBe(6)
  })

  it('are awaited before the first navigation away', async () => {
    let arrive = (): void => undefined
    const page = await aPage({ fakes: { listCountries: () => new Promise((done) => { arrive = () => { done([]) } }) } })
    await page.open('/')
    void page.publish(verification.reservationLocated, found)
    const sent = page.publish(verification.codeSent, { mail: 'maria.silva@example.com' })
    await vi.waitUntil(() => page.scope.getState($outlet).kind === 'waiting')
    expect(nameOf(page)).toBe('verify-reservation')
    arrive()
    await sent
    expect(nameOf(page)).toBe('verify-code')
  })

  it('that failed stop nobody and are asked for again at the next navigation', async () => {
    let tries = 0
    const page = await verified({ fakes: { listCountries: () => (++tries < 3 ? noNetwork() : []) } })
    expect(nameOf(page)).toBe('reservation')
    expect(tries).toBe(2)
    await page.publish(verification.reservationConfirmed, {})
    expect(page.scope.getState($lists).countries).toEqual([])
    await page.publish(driver.driverVerificationLeft, {})
    expect(tries).toBe(3)
  })
})

describe('leaving a screen by the browser or a link (SHELL-41)', () => {
  const onUpselling = async (): Promise<APage> => {
    const page = await verified()
    await page.open('/upselling', 5)
    expect(nameOf(page)).toBe('upselling')
    return page
  }

  it('forward from upselling asks, takes the move back and stays until answered (SHELL-41, ERR-32)', async () => {
    const page = await onUpselling()
    await page.open('/overview', 6)
    expect(page.scope.getState($modal)).toMatchObject({ visible: true, type: 'confirm', keys: ['AreYouSureQuit', 'YourProgressWillBeLost'] })
    expect(page.did.at(-1)).toBe('walk -1')
    expect(nameOf(page)).toBe('upselling')
    await page.open('/upselling', 5)
    await allSettled(modalClosed, { scope: page.scope })
    expect(nameOf(page)).toBe('upselling')
    expect(page.scope.getState($modalAction)).toBe('close')
    expect(page.did).not.toContain('reload')
  })

  it('confirmed, clears the session (ERR-32)', async () => {
    const page = await onUpselling()
    await allSettled(homeChosen, { scope: page.scope })
    await allSettled(modalConfirmed, { scope: page.scope })
    expect(page.did.slice(-3)).toEqual(['replace /', 'end', 'reload'])
  })

  it('backward from upselling asks nothing (DEC-57)', async () => {
    const page = await onUpselling()
    await page.open('/reservation', 4)
    expect(page.scope.getState($modal).visible).toBe(false)
    expect(nameOf(page)).toBe('reservation')
  })

  it('by its own buttons asks nothing', async () => {
    const page = await onUpselling()
    await page.publish(offers.upgradesSkipped, {})
    expect(page.scope.getState($modal).visible).toBe(false)
    expect(nameOf(page)).not.toBe('upselling')
  })

  it('from add-extras asks in both directions (DEC-16, OFFERS-10)', async () => {
    const page = await verified()
    await page.open('/add-extras', 5)
    await page.open('/reservation', 4)
    expect(page.scope.getState($modal).visible).toBe(true)
    expect(page.did.at(-1)).toBe('walk 1')
    expect(nameOf(page)).toBe('add-extras')
  })

  it('an answer to somebody else\'s question clears nothing', async () => {
    const page = await verified()
    await page.publish(verification.questionRaised, { type: 'confirm', keys: ['SomethingHappened'] })
    await allSettled(modalConfirmed, { scope: page.scope })
    expect(page.did).not.toContain('reload')
  })
})
