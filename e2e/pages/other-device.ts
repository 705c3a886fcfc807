import type { Page } from '@playwright/test'
import { site } from '../support/addresses.ts'
import { codeOf, nextMail } from '../support/mailbox.ts'
import type { DriverEntry } from './driver.ts'

/** The token of a link that a press makes, from the answer of the call that makes it. */
async function tokenOf(page: Page, path: string, press: () => Promise<void>): Promise<string> {
  const begun = page.waitForResponse((response) => new URL(response.url()).pathname === path)
  await press()
  const { token } = await (await begun).json() as { token: string }
  return token
}

/** The renter, at Norte's offers, lets the other driver fill in the own data; answers the link's address (DEC-209). */
export async function invitesByLink({ page, renter }: DriverEntry): Promise<string> {
  const token = await tokenOf(page, '/api/invitation', () => renter.action('Invite.link').click())
  await page.locator('[data-invitation="waiting"]').waitFor()
  return site('norte', `/invitation/${token}`)
}

/** An invited driver proves an address by the code that is mailed to it, up to the form (DEC-210). */
export async function provesInvitation({ renter }: DriverEntry, email: string): Promise<void> {
  await renter.field('invitedEmail').fill(email)
  await renter.action('Invited.sendCode').click()
  await renter.field('invitedCode').fill(codeOf(await nextMail(email, new Set())))
  await renter.action('Invited.prove').click()
  await renter.field('name').waitFor()
}

/** Shows the code for a phone on a laptop, at Norte; answers the address that it holds (DEC-204). */
export async function showsCode({ page, renter }: DriverEntry): Promise<string> {
  return site('norte', `/hand-over/${await tokenOf(page, '/api/hand-over', () => renter.action('HandOver.use').click())}`)
}

/** The number that the phone shows is typed on the laptop: from then on its pictures are taken. */
export async function allowsPhone({ renter }: DriverEntry, phone: Page): Promise<void> {
  await renter.field('handOverNumber').fill(await phone.locator('[data-screen="hand-over"] [data-number]').getAttribute('data-number') ?? '')
  await renter.field('handOverNumber').press('Enter')
}

/** One picture by the phone, until the laptop has it. */
export async function sendsPicture(phone: Page, laptop: Page, side: string, file: string): Promise<void> {
  await phone.locator('[data-side], [data-camera]').first().waitFor()
  const open = phone.locator(`[data-side="${side}"] [data-action="Phone.take"]`)
  if (await open.count() > 0) await open.click()
  await phone.locator('input[type="file"][name="camera"]').setInputFiles(file)
  await laptop.locator(`[data-side="${side}"] img`).waitFor({ timeout: 60_000 })
}
