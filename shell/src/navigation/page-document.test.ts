import * as offers from '@checkin/flow/publish/offers'
import * as payment from '@checkin/flow/publish/payment'
import { $mode, problemOccurred } from '@checkin/flow/publish/shell'
import * as verification from '@checkin/flow/publish/verification'
import { aReservation } from '@checkin/api/testing'
import { routeOf, routes, type RouteName } from '@checkin/routes'
import { allSettled } from 'effector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { $alert, renterActed } from '../feedback/alert.model.ts'
import { acceptedCode, aPage, type APage } from '../test/a-page.ts'
import { $promptsOnClose, homeChosen } from './leave.model.ts'
import { $served, needsPageLoad, pageRestored, servedFor, type PageDocument } from './page-document.model.ts'
import { $visit } from './visit.model.ts'

beforeEach(() => { sessionStorage.clear() })

const plain: PageDocument = { kind: 'plain', module: 'mfe-offers' }
const paying: PageDocument = { kind: 'payment', module: 'mfe-payment' }
const agreeing: PageDocument = { kind: 'payment', module: 'mfe-precheckout' }

describe('which screens may share a document (SHELL-37)', () => {
  it('payment screens are those with the card provider\'s script, and the returns', () => {
    expect(routes.filter(({ document }) => document === 'payment').map(({ name }) => name)).toEqual(
      ['overview', 'overview-precheckout', 'paymentLog', 'paymentCancel', 'test-token', 'rental-agreement'])
  })

  it.each<[RouteName, PageDocument, boolean]>([
    ['overview', plain, true], ['overview', { kind: 'plain', module: 'mfe-payment' }, true], ['overview', paying, false], ['complete', paying, false], ['complete', plain, false],
    ['add-extras', paying, true], ['verify-reservation', paying, true], ['extras', plain, false],
    ['rental-agreement', plain, true], ['rental-agreement', paying, true], ['rental-agreement', agreeing, false], ['rental-agreement', { kind: 'plain', module: 'mfe-precheckout' }, true],
    ['complete-rental-agreement-no-payment', agreeing, false], ['precheckout-guid', paying, true], ['overview-precheckout', { kind: 'plain', module: 'mfe-precheckout' }, true],
  ])('%s in a document of %o: full page load %s', (name, document, own) => {
    expect(needsPageLoad(routeOf(name), document)).toBe(own)
  })

  it.each([['/overview', paying], ['/reservation/a-link-token/success', paying], ['/rental-agreement', agreeing], ['/extras', plain], ['/no/such/page', { kind: 'plain', module: null }]] as const)(
    '%s is served as %o', (path, document) => {
      expect(servedFor(path)).toEqual(document)
    })
})

async function on(path: string): Promise<APage> {
  const page = await aPage({ values: [[$served as never, servedFor(path)]] })
  await page.open(path)
  await page.publish(verification.linkAccepted, { ...acceptedCode(aReservation().loaded()), termsAccepted: true })
  await page.open(path, 5)
  page.did.length = 0
  return page
}
const nameOf = (page: APage): string | undefined => page.scope.getState($visit)?.name

describe('crossing the border', () => {
  it('opens the overview by a full load, and the browser does not ask whether to leave (S1.44, DEC-15)', async () => {
    const page = await on('/add-extras')
    expect(page.scope.getState($promptsOnClose)).toBe(true)
    await page.publish(offers.extrasDeclined, {})
    expect([nameOf(page), page.did, page.scope.getState($promptsOnClose)]).toEqual(['add-extras', ['document /overview'], false])
  })

  it('leaves it by a full load (S1.59), also to the start page', async () => {
    const page = await on('/overview')
    await page.publish(payment.overviewLeft, {})
    await allSettled(homeChosen, { scope: page.scope })
    expect(page.did).toEqual(['document /add-extras', 'document /'])
  })

  it('a payment page without a session becomes the start page by a full load', async () => {
    const page = await aPage()
    await page.open('/overview')
    expect(page.did).toEqual(['replace document /'])
  })

  it('completion needs none, the deposit does (S1.55, S1.65)', async () => {
    const page = await on('/overview')
    await page.publish(payment.checkinCompleted, {})
    expect(nameOf(page)).toBe('complete')
    await page.publish(payment.securityDepositChosen, { guid: 'a-link-token-of-some-length' })
    expect(page.did.at(-1)).toBe('document /precheckout/a-link-token-of-some-length')
  })

  it('the agreement opens by a full load, although a payment page leads to it (S3.39)', async () => {
    const page = await on('/overview')
    await allSettled($mode, { scope: page.scope, params: 'precheckout' })
    await page.publish(payment.reviewConfirmed, {})
    expect(page.did).toEqual(['document /rental-agreement'])
  })

  it('a page out of the browser\'s memory is loaded anew: the tab may know more by now', async () => {
    const page = await on('/add-extras')
    await allSettled(pageRestored, { scope: page.scope })
    expect(page.did).toEqual(['reload'])
  })

  describe('leaves on the page that comes what has been said and not answered (DEC-95, ERR-46)', () => {
    const left = () => JSON.parse(sessionStorage.getItem('checkin.notice') ?? 'null') as unknown
    const refused = { key: 'DriverDataMissing', state: 'warning' } as const
    const refusedOn = async (problem: Parameters<typeof problemOccurred>[0] = refused) => {
      const page = await on('/overview')
      await page.publish(problemOccurred, problem)
      return page
    }

    it('a refusal that leads there', async () => {
      const page = await refusedOn()
      await page.publish(payment.overviewLeft, {})
      expect([page.did, left()]).toEqual([['document /add-extras'], { ...refused, params: {} }])
    })

    it('with the words of the server, if it had its own', async () => {
      const page = await refusedOn({ key: 'ServerError', text: 'Closed' })
      await page.publish(payment.overviewLeft, {})
      expect(left()).toEqual({ key: 'ServerError', state: 'error', params: {}, text: 'Closed' })
    })

    it('nothing that the renter has acted on since', async () => {
      const page = await refusedOn()
      await allSettled(renterActed, { scope: page.scope })
      await page.publish(payment.overviewLeft, {})
      expect([page.did, left()]).toEqual([['document /add-extras'], null])
    })

    it.each(['success', 'info'] as const)('nothing that was no failure: %s', async (state) => {
      const page = await refusedOn({ key: 'UpsellingSuccess', state })
      await page.publish(payment.overviewLeft, {})
      expect(left()).toBeNull()
    })

    it('nothing where nothing was said', async () => {
      const page = await on('/overview')
      await page.publish(payment.overviewLeft, {})
      expect(left()).toBeNull()
    })

    it('nothing where the next screen is of the same document: it stands there still', async () => {
      const page = await refusedOn()
      await page.publish(payment.checkinCompleted, {})
      expect([nameOf(page), left(), page.scope.getState($alert)]).toMatchObject(['complete', null, { visible: true, ...refused }])
    })
  })

  it('finished work stays finished after every way back (PAY-40)', async () => {
    const page = await on('/overview')
    await page.publish(payment.checkinCompleted, {})
    await page.open('/extras', 1)
    expect(nameOf(page)).toBe('complete')
  })
})

describe('a document that the browser asked for ahead (DEC-371)', () => {
  afterEach(() => {
    document.cookie = 'release-ended=; Max-Age=0'
    vi.restoreAllMocks()
  })

  it.each([['navigational-prefetch', true, ['reload']], ['navigational-prefetch', false, []], ['', true, []]])(
    'that came by "%s", versions withdrawn since: %s, does %j', async (deliveryType, isEnded, did) => {
      if (isEnded) document.cookie = 'release-ended=1'
      vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ deliveryType }] as never)
      expect((await aPage({ path: '/overview' })).did).toEqual(did)
    })
})
