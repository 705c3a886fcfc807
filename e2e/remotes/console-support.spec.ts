import { expect, test } from '@playwright/test'
import { Renter } from '../pages/renter.ts'
import { closesWhatIsLeft } from '../support/close-contexts.ts'
import { atTheConsole, expectUsable } from '../support/console.ts'
import { codeOf, mailIds, nextMail } from '../support/mailbox.ts'
import { ownReservation } from '../support/own-reservation.ts'

closesWhatIsLeft()

// A colour on its way from one state to the next belongs to neither.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('who helps a renter finds the reservation by the e-mail address, sends the code again and the link, and sees who it is for a reason (DEC-328, ECO-3)', async ({ browser }) => {
  const booking = await ownReservation('costaverde', 'CV1001')
  const support = await atTheConsole(browser, 'demo-support', '/')
  const { page } = support
  await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible()
  await expectUsable(support, 'support, nothing asked yet')

  await support.chooses('Company', 'costaverde.localhost')
  await support.chooses('Search by', 'E-mail address')
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('nobody@journeys.example')
  await page.getByRole('button', { name: 'Find' }).first().click()
  await expect(page.getByText('This company has no such reservation')).toBeVisible()
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(booking.mail.toUpperCase())
  await page.getByRole('button', { name: 'Find' }).first().click()
  await expect(page.getByRole('heading', { name: `Reservation ${booking.reference}` })).toBeVisible()
  expect(page.url()).toContain(`reference=${booking.reference}`)
  expect(page.url().toLowerCase()).not.toContain(booking.mail)
  await expect(page.getByRole('region', { name: 'Send again' })).toContainText(`${booking.mail.charAt(0)}•••@journeys.example`)
  await expect(page.getByRole('button', { name: 'Send the code' })).toBeDisabled()

  const renter = new Renter(await (await browser.newContext({ locale: 'pt' })).newPage())
  await renter.opens('costaverde')
  await renter.locates(booking)
  let before = await mailIds(booking.mail)
  await renter.asksForCode(booking.mail)
  const first = codeOf(await nextMail(booking.mail, before))
  await page.getByRole('button', { name: 'Look again' }).click()
  before = await mailIds(booking.mail)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByText(/^The code is on its way to/)).toBeVisible()
  const again = codeOf(await nextMail(booking.mail, before))
  expect(again).not.toBe(first)
  await renter.entersCode(again)
  await expect(renter.screen('reservation')).toBeVisible()

  await page.getByRole('button', { name: 'Look again' }).click()
  await expect(page.getByRole('button', { name: 'Send the code' })).toBeDisabled()
  before = await mailIds(booking.mail)
  await page.getByRole('button', { name: 'Send the link' }).click()
  const path = /https?:\/\/[^\s/]+(\/\S+)/.exec((await nextMail(booking.mail, before)).text)?.[1] ?? ''
  const other = new Renter(await (await browser.newContext()).newPage())
  await other.opens('costaverde', path)
  await expect(other.screen('reservation')).toContainText(booking.reference)

  await page.getByLabel(/Why you need the renter/).fill('the address is wrong')
  await page.getByRole('button', { name: 'Show the data' }).click()
  await expect(page.getByRole('region', { name: 'Renter' })).toContainText(booking.mail)
  await expect(page.getByRole('region', { name: 'Renter' })).toContainText('demo-support at the console: details: the address is wrong')
  await expect(page.locator('body')).not.toContainText(/\d{4} ?\*{2,}|\*{4} ?\d{4}/)
  await expectUsable(support, 'a reservation that support looks at')
})

test('several reservations of one surname are told apart, an operator sees no names, and a viewer sees no reservation at all (DEC-328)', async ({ browser }) => {
  const one = await ownReservation('costaverde', 'CV1001')
  await ownReservation('costaverde', 'CV1001')
  const operator = await atTheConsole(browser, 'demo-operator', '/support?company=costaverde')
  const { page } = operator
  await operator.chooses('Search by', 'Surname')
  await page.getByRole('textbox', { name: 'Surname' }).fill(one.surname.toLowerCase())
  await page.getByRole('button', { name: 'Find' }).first().click()
  await expect(page.locator('[data-found="answered"] li').nth(1)).toContainText(one.surname)
  await expectUsable(operator, 'reservations that support found')
  await page.locator('[data-found] li').first().getByRole('button').click()
  await expect(page.getByRole('region', { name: 'Renter' })).toContainText('shown to who has the role support')
  await expect(page.getByRole('button', { name: 'Show the data' })).toHaveCount(0)

  const viewer = await atTheConsole(browser, 'demo-viewer', `/support?company=costaverde&reference=${one.reference}`)
  await expect(viewer.page.getByText(/who has the role support or operator/)).toBeVisible()
  await expect(viewer.page.locator('[data-state]')).toHaveCount(0)
  await expectUsable(viewer, 'support for who may not help')
})
