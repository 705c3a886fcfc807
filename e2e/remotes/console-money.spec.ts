import { expect, test, type Browser, type Page } from '@playwright/test'
import type { Operator } from '../pages/operator.ts'
import { site } from '../support/addresses.ts'
import { closesWhatIsLeft } from '../support/close-contexts.ts'
import { atTheConsole, expectUsable } from '../support/console.ts'
import { fleetReservation } from '../support/fleet.ts'
import { mailIds, nextMail } from '../support/mailbox.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { payingRenter } from '../support/ready-renter.ts'

closesWhatIsLeft()

// A colour on its way from one state to the next belongs to neither.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const signedIn = (browser: Browser, token: string): Promise<Operator> => atTheConsole(browser, token, '/money')

/** What was changed of a company is with the server when its answer is there; the message about it stays for a moment only. */
async function saves({ page }: Operator): Promise<void> {
  const answer = page.waitForResponse((response) => response.request().method() === 'PUT' && /\/tenants\/\w+$/.test(response.url()))
  await page.getByRole('button', { name: 'Save changes' }).click()
  expect((await answer).status()).toBe(200)
}

/** The limit above which a second person approves, as an operator sets it. */
async function setsLimit(operator: Operator, limit: string): Promise<void> {
  const { page } = operator
  await page.goto(new URL('/tenants/costaverde', page.url()).href)
  await page.getByLabel(/Money orders need a second person above/).fill(limit)
  await saves(operator)
}

/** What the page of a new renter says of the offers' layout. */
async function layoutOnPage(page: Page): Promise<string> {
  await page.goto(site('alpen'))
  return (await page.content()).includes('"offersLayout":"page"') ? 'page' : 'steps'
}

const booked = async (reference: string): Promise<string[]> => (await fleetReservation('costaverde', reference)).ledger.map(({ kind, amount }) => `${kind} ${amount}`)
const kinds = async (reference: string): Promise<string[]> => (await fleetReservation('costaverde', reference)).papers.map(({ kind }) => kind).sort()

test('a refund up to the company\'s limit goes at once, above it a second person approves; the renter has a credit note by mail (DEC-126)', async ({ browser }) => {
  const booking = await ownReservation('costaverde', 'CV1001')
  const other = await ownReservation('costaverde', 'CV1001')
  await payingRenter(booking)
  await payingRenter(other)
  const before = await mailIds(booking.mail)
  const operator = await signedIn(browser, 'demo-operator')
  await setsLimit(operator, '50')

  await operator.opensMoney('costaverde', booking.reference)
  await expect(operator.page.getByText('Above €50.00 a second person has to approve.')).toBeVisible()
  await expectUsable(operator, 'money that was paid')
  const small = await operator.ordersMoney('Refund a payment', { payment: /179\.55/, amount: '20' })
  await expect(small).toContainText('Refund, €20.00')
  await expect(small).toContainText('refunded')
  expect(await booked(booking.reference)).toEqual(['charge 179.55', 'refund 20'])
  await expect(operator.page.getByText('Total €279.55, paid €259.55, due €20.00.')).toBeVisible()
  await expectUsable(operator, 'money that was refunded')
  const mail = await nextMail(booking.mail, before)
  expect(mail.text).toContain('20.00')
  await expect.poll(() => kinds(booking.reference)).toContain('credit-note')

  await operator.opensMoney('costaverde', other.reference)
  const large = await operator.ordersMoney('Refund a payment', { payment: /179\.55/, amount: '60' })
  await expect(large).toContainText('waits for a second person')
  await expect(large.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  expect(await booked(other.reference)).toEqual(['charge 179.55'])
  await expectUsable(operator, 'an order that waits')
  const approver = await signedIn(browser, 'demo-approver')
  await expectUsable(approver, 'an order to approve')
  await approver.approves(await large.getAttribute('data-order') ?? '')
  await expect.poll(() => booked(other.reference)).toEqual(['charge 179.55', 'refund 60'])
  await expect(large).toContainText('refunded')
  await expect(large).toContainText('Decided by')
  await setsLimit(operator, '0')
})

test('a deposit is captured in part and another one released by two people; ledger, receipt and company agree (DEC-125, DEC-126)', async ({ browser }) => {
  const [taken, freed] = [await ownReservation('costaverde', 'CV1009', { paidValue: 0 }), await ownReservation('costaverde', 'CV1009', { paidValue: 0 })]
  const hold = (await fleetReservation('costaverde', taken.reference)).reservation.depositAmount ?? 0
  for (const booking of [taken, freed]) await payingRenter(booking, { hold })
  const before = await mailIds(taken.mail)
  const operator = await signedIn(browser, 'demo-operator')
  const approver = await signedIn(browser, 'demo-approver')
  const ordered = async (reference: string, order: string, amount?: string): Promise<string> => {
    await operator.opensMoney('costaverde', reference)
    const row = await operator.ordersMoney(order, amount === undefined ? {} : { amount })
    await expect(row).toContainText('waits for a second person')
    const id = await row.getAttribute('data-order') ?? ''
    await approver.approves(id)
    return id
  }

  await operator.opensMoney('costaverde', taken.reference)
  await expectUsable(operator, 'a deposit that is held')
  const capture = await ordered(taken.reference, 'Capture the deposit', '120')
  await expect(operator.page.locator(`[data-money] article[data-order="${capture}"]`)).toContainText('captured')
  expect(await booked(taken.reference)).toEqual([`hold ${hold}`, 'capture 120'])
  await expectUsable(operator, 'a deposit that was captured')
  expect((await nextMail(taken.mail, before)).subject).toContain('Your deposit was debited')
  await expect.poll(() => kinds(taken.reference)).toContain('receipt')

  const release = await ordered(freed.reference, 'Release the deposit')
  await expect(operator.page.locator(`[data-money] article[data-order="${release}"]`)).toContainText('released')
  expect(await booked(freed.reference)).toEqual([`hold ${hold}`, `void ${hold}`])
  await expectUsable(operator, 'a deposit that was released')
})

test('the company and the reservation stand in the address, which can be shared with somebody else', async ({ browser }) => {
  const operator = await signedIn(browser, 'demo-operator')
  await operator.chooses('Company', 'islandcars.localhost')
  await operator.page.getByLabel('Reference of the reservation').fill('IC2001')
  await operator.page.getByRole('button', { name: 'Find' }).click()
  await expect(operator.page.getByText(/^Total £/)).toBeVisible()
  const address = operator.page.url()
  expect(new URL(address).search).toBe('?company=islandcars&reference=IC2001')
  await operator.page.reload()
  await expect(operator.page.getByText(/^Total £/)).toBeVisible()
  const approver = await signedIn(browser, 'demo-approver')
  await approver.page.goto(address)
  await expect(approver.page.getByText(/^Total £/)).toBeVisible()
  await expect(approver.page.getByTitle('islandcars.localhost')).toBeVisible()
  await expect(approver.page.getByLabel('Reference of the reservation')).toHaveValue('IC2001')
})

test('an operator puts a company\'s offers on one page and back, and renters\' pages follow (OFFERS, DEC-107)', async ({ browser, page }) => {
  const operator = await signedIn(browser, 'demo-operator')
  for (const [choice, layout] of [['on one page', 'page'], ['step by step', 'steps']] as const) {
    await operator.page.goto(new URL('/tenants/alpen', operator.page.url()).href)
    await operator.chooses('Additional driver, upgrade and extras come', choice)
    await saves(operator)
    await operator.page.reload()
    await expect(operator.page.getByTitle(choice)).toBeVisible()
    await expect.poll(() => layoutOnPage(page)).toBe(layout)
  }
})
