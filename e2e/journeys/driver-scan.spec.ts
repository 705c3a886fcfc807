import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { picture } from '../pages/driver.ts'
import { aPerson, atVerifyDriver } from '../support/drivers.ts'

/** A drawn page of nobody's passport: number L898902C3, born on 1 May 1990, valid until 15 April 2032. */
const specimen = join(import.meta.dirname, '../pictures/specimen-passport.png')

test('a passport is read on the device and filled in after a yes; nothing of the picture leaves the page', async ({ browser }) => {
  const { context, entry, page, renter } = await atVerifyDriver(browser, 'costaverde')
  await entry.verifies(aPerson('Anna'))
  await entry.details()
  await entry.contact()
  const asked: { readonly url: URL; readonly sentBytes: number }[] = []
  page.on('request', (request) => { asked.push({ url: new URL(request.url()), sentBytes: request.url().length + (request.postDataBuffer()?.length ?? 0) }) })
  const scan = page.locator('[data-scan]')
  const reads = async (file: Parameters<ReturnType<typeof renter.field>['setInputFiles']>[0], outcome: string): Promise<void> => {
    await renter.field('scan').setInputFiles(file)
    await expect(scan).toHaveAttribute('data-scan', outcome, { timeout: 60_000 })
  }

  await reads(picture(640, 400), 'unreadable')
  await reads(specimen, 'found')
  await expect(scan).toContainText('L898902C3')
  await expect(renter.field('id')).toHaveValue('')
  // Drafts of what was typed go out as always; the smallest picture is several times as large as any of them.
  expect(asked.filter(({ url, sentBytes }) => url.origin !== new URL(page.url()).origin || sentBytes > 4000).map(({ url }) => url.href)).toEqual([])
  expect(asked.filter(({ url }) => url.pathname.startsWith('/assets/shell/')).map(({ url }) => url.pathname.split('.').at(-1)).sort()).toEqual(expect.arrayContaining(['bin', 'js', 'wasm']))

  await renter.action('Scan.use').click()
  await expect(renter.field('id')).toHaveValue('L898902C3')
  await expect(renter.field('expiryDate')).toHaveValue('2032-04-15')
  // What was filled in is the renter's to change.
  await entry.dates('expiryDate', '2033-05-06')
  await context.close()
})
