import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { atVerifyDriver } from '../support/drivers.ts'
import { viewports } from '../support/viewports.ts'

/** A drawn page of nobody's passport: number L898902C3, born on 1 May 1990. */
const passport = join(import.meta.dirname, '../pictures/specimen-passport.png')

/** What a browser answers that is asked for its camera (W3C Media Capture and Streams), by what the renter did or has. */
const answers = { refused: 'NotAllowedError', absent: 'NotFoundError', 'taken by another program': 'NotReadableError' } as const

/** From now on the browser of this page answers so; by a script of the page, because no browser's own question can be answered by all their drivers. */
const answersWith = (page: Page, name: string): Promise<void> => page.evaluate((error) => {
  Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { configurable: true, value: () => Promise.reject(new DOMException('The camera cannot be used', error)) })
}, name)

for (const [what, error] of Object.entries(answers)) {
  test(`a camera that is ${what} is said, and a picture may be chosen or everything typed all the same (DEC-175, DEC-176)`, async ({ browser }) => {
    const { context, page, renter } = await atVerifyDriver(browser, 'norte', { language: 'pt', viewport: viewports.mobile })
    await answersWith(page, error)
    await renter.action('Photos.begin').click()
    const camera = page.locator('[data-camera]')
    await expect(camera).toHaveAttribute('data-state', 'unavailable')
    await expect(camera.getByRole('status')).toHaveText(/câmara.*imagem/)
    await expect(renter.action('Camera.take')).toHaveCount(0)
    await expect(camera.locator('video')).toHaveCount(0)
    await camera.locator('input[type="file"]').setInputFiles(passport)
    // The next side is asked for; there is no camera for it either.
    await expect(camera).toHaveAttribute('data-state', 'unavailable')
    await renter.action('Camera.close').click()
    await expect(camera).toHaveCount(0)
    await expect(page.locator('[data-side="document.front"]')).toHaveAttribute('data-state', 'read', { timeout: 60_000 })
    await expect(renter.field('birthDate')).toHaveValue('1990-05-01')
    await renter.action('Photos.type').click()
    await expect(page.locator(':focus')).toHaveAttribute('name', /.+/)
    await renter.field('email').fill('maria@drivers.example')
    await expect(renter.field('email')).toHaveValue('maria@drivers.example')
    await context.close()
  })
}

test('a browser without cameras offers none, and a picture may be chosen or everything typed all the same (DEC-175, DEC-176)', async ({ browser }) => {
  const { context, page, renter } = await atVerifyDriver(browser, 'norte', { language: 'fr', viewport: viewports.mobile })
  await page.evaluate(() => { Reflect.deleteProperty(Navigator.prototype, 'mediaDevices') })
  // Shown anew, as the next renter of such a browser sees it.
  await renter.action('Back').click()
  await renter.action('Continue').click()
  await expect(page.locator('[data-photos]')).toBeVisible()
  await expect(page.locator('[data-action="Photos.begin"], [data-action="Photos.camera"]')).toHaveCount(0)
  await renter.field('photo.document.front').setInputFiles(passport)
  await expect(page.locator('[data-side="document.front"]')).toHaveAttribute('data-state', 'read', { timeout: 60_000 })
  await expect(renter.field('birthDate')).toHaveValue('1990-05-01')
  await expect(renter.action('Photos.type')).toBeVisible()
  await context.close()
})
