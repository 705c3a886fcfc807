import { expect, test } from '@playwright/test'
import { Renter } from '../pages/renter.ts'
import { makeLink } from '../support/fleet.ts'
import { codeOf, mailIds, nextMail } from '../support/mailbox.ts'
import { ownReservation } from '../support/own-reservation.ts'

test('empty fields are named where they are, and nothing is sent (VERIF-02)', async ({ page }) => {
  const renter = new Renter(page)
  const calls: string[] = []
  page.on('request', (request) => { if (request.url().includes('/api/reservation')) calls.push(request.url()) })
  await renter.opens('costaverde')
  await renter.action('Locate').click()
  await expect(renter.errorOf('reference')).toHaveAttribute('data-error-key', 'FieldsError.reference.Required')
  await expect(renter.errorOf('surname')).toHaveAttribute('data-error-key', 'FieldsError.surname.Required')
  await renter.field('reference').fill('X')
  await expect(renter.errorOf('reference')).toHaveCount(0)
  expect(calls).toEqual([])
})

test('a reservation that is not found keeps what was typed (VERIF-06)', async ({ page }) => {
  const renter = new Renter(page)
  await renter.opens('costaverde')
  await renter.locates({ reference: 'CV0000', surname: 'Nobody' })
  await expect(renter.says('ReservationNotFound')).toBeVisible()
  await expect(renter.field('reference')).toHaveValue('CV0000')
  await expect(renter.field('surname')).toHaveValue('Nobody')
})

test('a reservation with a rental agreement is refused with its own message (VERIF-07, ERR-15)', async ({ page }) => {
  const renter = new Renter(page)
  await renter.opens('costaverde')
  await renter.locates({ reference: 'CV1002', surname: 'Silva' })
  await expect(renter.says('IsntPossibleChangeThisReservation')).toBeVisible()
})

test('another address than the one on file gets no mail and the same answer as a wrong surname (VERIF-15, DEC-09)', async ({ page }) => {
  const renter = new Renter(page)
  const booking = await ownReservation('costaverde', 'CV1001')
  await renter.opens('costaverde')
  await renter.locates(booking)
  await renter.asksForCode(`other-${booking.mail}`)
  await expect(renter.says('ReservationNotFound')).toBeVisible()
  expect((await mailIds(`other-${booking.mail}`)).size).toBe(0)
  await renter.action('Back').click()
  await expect(renter.field('reference')).toHaveValue(booking.reference)
})

test('a wrong code can be mended, a used one cannot be used again (VERIF-16, VERIF-19)', async ({ page }) => {
  const renter = new Renter(page)
  const booking = await ownReservation('costaverde', 'CV1001')
  await renter.opens('costaverde')
  await renter.locates(booking)
  const before = await mailIds(booking.mail)
  await renter.asksForCode(booking.mail)
  const code = codeOf(await nextMail(booking.mail, before))
  const wrong = code === '123456' ? '654321' : '123456'
  await renter.entersCode(wrong)
  await expect(renter.says('CodeNotFound')).toBeVisible()
  await renter.field('code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await renter.field('code').press('Enter')
  await expect(renter.screen('reservation')).toBeVisible()
})

test('the code can be asked for again only after a minute (VERIF-18)', async ({ page }) => {
  const renter = new Renter(page)
  const booking = await ownReservation('costaverde', 'CV1001')
  await page.clock.install()
  await renter.opens('costaverde')
  await renter.locates(booking)
  await renter.asksForCode(booking.mail)
  await expect(renter.screen('verify-code')).toBeVisible()
  await expect(renter.action('ResendCode')).toBeDisabled()
  await page.clock.fastForward(58_000)
  await expect(renter.action('ResendCode')).toBeDisabled()
  await page.clock.fastForward(4_000)
  await expect(renter.action('ResendCode')).toBeEnabled()
})

test('Back from the code keeps the address, and Back again keeps the reference (VERIF-11, VERIF-20, DEC-93)', async ({ page }) => {
  const renter = new Renter(page)
  const booking = await ownReservation('costaverde', 'CV1001')
  await renter.opens('costaverde')
  await renter.locates(booking)
  await renter.asksForCode(booking.mail)
  await expect(renter.screen('verify-code')).toBeVisible()
  await renter.action('Back').click()
  await expect(renter.field('mail')).toHaveValue(booking.mail)
  await renter.action('Back').click()
  await expect(renter.field('reference')).toHaveValue(booking.reference)
  await expect(renter.field('surname')).toHaveValue(booking.surname)
})

test('a mailed link opens the reservation once the terms are agreed to (SHELL-08, VERIF-22, VERIF-23)', async ({ page }) => {
  const renter = new Renter(page)
  const booking = await ownReservation('costaverde', 'CV1001')
  const { url } = await makeLink('costaverde', booking.reference, 'verify')
  await page.goto(url)
  await expect(renter.screen('reservation')).toBeVisible()
  await expect(page).toHaveURL(/\/reservation$/)
  await renter.action('Continue').click()
  await expect(renter.field('terms')).toBeFocused()
  await renter.field('terms').check()
  await expect(renter.action('Continue')).toBeEnabled()
})

test('an unknown link says so on the first screen after the session is cleared (ERR-33, DEC-55)', async ({ page }) => {
  const renter = new Renter(page)
  await renter.opens('costaverde', `/${'x'.repeat(43)}`)
  await expect(renter.screen('verify-reservation')).toBeVisible()
  await expect(renter.says('Notice.linkNotValid')).toBeVisible()
})

test('a link of one tenant is unknown to another', async ({ page }) => {
  const renter = new Renter(page)
  const booking = await ownReservation('costaverde', 'CV1001')
  const { url } = await makeLink('costaverde', booking.reference, 'verify')
  await page.goto(url.replace('costaverde', 'islandcars'))
  await expect(renter.screen('verify-reservation')).toBeVisible()
  await expect(renter.screen('reservation')).toHaveCount(0)
})

test('terms come as a PDF in the language of the page (VERIF-12)', async ({ page }) => {
  const renter = new Renter(page)
  const booking = await ownReservation('costaverde', 'CV1001')
  await renter.opens('costaverde')
  await renter.locates(booking)
  await expect(renter.field('terms')).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('[data-term]').first().click()])
  expect(download.suggestedFilename()).toMatch(/\.pdf$/)
})

test('without a network the typed values stay and a second try works (ERR-45)', async ({ page, context }) => {
  const renter = new Renter(page)
  const booking = await ownReservation('costaverde', 'CV1001')
  await renter.opens('costaverde')
  await expect(renter.field('reference')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await renter.locates(booking)
  await expect(renter.says('SomethingHappened')).toBeVisible()
  await expect(renter.field('reference')).toHaveValue(booking.reference)
  await context.setOffline(false)
  await renter.action('Locate').click()
  await expect(renter.field('mail')).toBeVisible()
})
