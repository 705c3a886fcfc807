import { expect, test, type Locator } from '@playwright/test'
import { Renter } from '../pages/renter.ts'
import { atVerifyDriver } from '../support/drivers.ts'
import { mailIds, nextMail } from '../support/mailbox.ts'
import { ownReservation } from '../support/own-reservation.ts'

const style = (element: Locator, name: string, part?: string): Promise<string> =>
  element.evaluate((node, [property, pseudo]) => getComputedStyle(node, pseudo).getPropertyValue(property), [name, part] as const)
const left = (element: Locator): Promise<number> => element.evaluate((node) => Math.round(node.getBoundingClientRect().left))

test('the code has digits of the page\'s own face, each in its box, without a band of selection between them, and its other way begins where the text begins (UX-21, UX-22)', async ({ page }) => {
  const renter = new Renter(page)
  const booking = await ownReservation('costaverde', 'CV1001')
  await renter.opens('costaverde')
  await renter.locates(booking)
  const before = await mailIds(booking.mail)
  await renter.asksForCode(booking.mail)
  await nextMail(booking.mail, before)
  const code = renter.field('code')
  await expect(code).toBeVisible()
  expect(await style(code, 'font-family')).toBe(await style(page.locator('body'), 'font-family'))
  expect(await style(code, 'font-variant-numeric')).toContain('tabular-nums')
  expect(await style(code, 'background-color', '::selection')).toMatch(/^(rgba\(0, 0, 0, 0\)|transparent)$/)
  await code.fill('123')
  await expect(page.locator('.ck-code-slots [data-filled]')).toHaveCount(3)
  await expect(page.locator('.ck-code-slots [data-next]')).toHaveCount(1)
  // The padding of a button would put its words to the right of the text above it.
  const words = await renter.action('ResendCode').evaluate((button) => {
    const range = document.createRange()
    range.selectNodeContents(button)
    return Math.round(range.getBoundingClientRect().left)
  })
  expect(words).toBe(await left(page.locator('.ck-hint', { hasText: /./ }).first()))
})

test('the dialog of a date has the height of what is in it, its buttons the height of any other (UX-24)', async ({ browser }) => {
  const { context, page, renter } = await atVerifyDriver(browser, 'costaverde', { viewport: { width: 1024, height: 900 } })
  const height = (element: Locator): Promise<number> => element.evaluate((node) => Math.round(node.getBoundingClientRect().height))
  const next = await height(renter.action('Next'))
  await page.locator('button[data-field="birthDate"]').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  expect(await height(renter.action('UseDate'))).toBeLessThanOrEqual(next)
  const { inner, outer } = await dialog.evaluate((node) => {
    const own = getComputedStyle(node)
    const boxes = [...node.children].map((child) => child.getBoundingClientRect()).filter((box) => box.height > 0)
    const around = Number.parseFloat(own.paddingTop) + Number.parseFloat(own.paddingBottom) + Number.parseFloat(own.borderTopWidth) + Number.parseFloat(own.borderBottomWidth)
    return { inner: Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top)) + around, outer: node.getBoundingClientRect().height }
  })
  expect(Math.abs(outer - inner)).toBeLessThanOrEqual(2)
  await context.close()
})
