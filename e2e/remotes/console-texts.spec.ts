import { expect, test, type Page } from '@playwright/test'
import { Operator } from '../pages/operator.ts'
import { Renter } from '../pages/renter.ts'
import { port, site } from '../support/addresses.ts'
import { closesWhatIsLeft } from '../support/close-contexts.ts'
import { consoleComplaints } from '../support/complaints.ts'
import { draftState, keepsDraft } from '../support/console-drafts.ts'
import { atTheConsole, expectUsable } from '../support/console.ts'
import { mailIds, nextMail } from '../support/mailbox.ts'
import { ownReservation } from '../support/own-reservation.ts'

closesWhatIsLeft()

// A colour on its way from one state to the next belongs to neither.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const title = 'mfe-verification:Find.title'
const [ownPt, ownEn, ownSubject] = ['Vamos ao seu carro', 'Off to your car', '{{code}} opens your check-in at {{firm}}']

/** Finds a text by its id in a language and words it. */
async function words({ page }: Operator, language: string, id: string, text: string): Promise<void> {
  await page.goto(new URL(`/tenants/islandcars/texts?language=${language}&search=${id.replace(/.*:/, '')}`, page.url()).href)
  await types(page, id, text)
}

async function types(page: Page, id: string, text: string): Promise<void> {
  const row = page.locator(`[data-text="${id}"]`)
  await row.getByRole('button', { name: `Word it ourselves: ${id}` }).click()
  await row.getByLabel('Our wording').fill(text)
  await row.getByRole('button', { name: 'Use this wording' }).click()
  await expect(row).toContainText(text)
}

/** Chooses another language without leaving the page, so that what was worded stays. */
async function turnsTo(operator: Operator, language: string, search: string): Promise<void> {
  await operator.chooses('Language', language)
  await operator.page.getByLabel('Search ids and words').fill(search)
}

/** What the site sends before any script runs; not every machine resolves names below `localhost`. */
const htmlIn = async (language: string, page: Page): Promise<string> =>
  (await page.request.get(`http://127.0.0.1:${port}/`, { headers: { 'host': new URL(site('islandcars')).host, 'accept-language': language } })).text()

async function approves(approver: Operator, operator: Operator): Promise<void> {
  await expect(draftState(operator)).toHaveText('Waits for a second person')
  await approver.page.goto(operator.page.url())
  await approver.page.getByRole('button', { name: 'Approve' }).click()
  await expect(draftState(operator)).toHaveText('Applied')
}

async function switchesApproval({ page }: Operator): Promise<void> {
  await page.goto(new URL('/tenants/islandcars', page.url()).href)
  await page.getByRole('switch', { name: 'Changes of these settings need a second person' }).click()
}

test('texts and a mail are worded in two languages, seen before anybody reads them, approved, read by renters, and taken back (DEC-324, DEC-325, DEC-326)', async ({ browser, page }) => {
  const operator = await atTheConsole(browser, 'demo-operator', '/tenants/islandcars')
  const approver = await atTheConsole(browser, 'demo-approver', '/tenants')
  await switchesApproval(operator)
  await keepsDraft(operator, 'Keep as a draft', 'two persons for texts')
  await operator.page.getByRole('button', { name: 'Submit' }).click()
  await expect(draftState(operator)).toHaveText('Applied')
  const before = await htmlIn('pt', page)

  await words(operator, 'pt', title, ownPt)
  await turnsTo(operator, 'English', 'Find.title')
  await types(operator.page, title, ownEn)
  await operator.page.getByLabel('Search ids and words').fill('code.subject')
  const subject = operator.page.locator('[data-text="mail:code.subject"]')
  await subject.getByRole('button', { name: 'Word it ourselves: mail:code.subject' }).click()
  await subject.getByLabel('Our wording').fill('Your code')
  await expect(subject).toContainText('is missing')
  await expect(subject.getByRole('button', { name: 'Use this wording' })).toBeDisabled()
  await subject.getByLabel('Our wording').fill(ownSubject)
  await expectUsable(operator, 'a text that is worded, with its mail', 'iframe')
  await subject.getByRole('button', { name: 'Use this wording' }).click()
  await subject.getByRole('button', { name: 'Word it ourselves: mail:code.subject' }).click()
  await expect(operator.page.locator('[data-mail="subject"]')).toHaveText(/^482913 opens your check-in at /)
  await expect(operator.page.frameLocator('iframe').getByText('482913')).toBeVisible()
  await keepsDraft(operator, 'Keep as a draft', 'in our own words')
  await expect(operator.page.locator('tr[data-setting$="Find.title"]')).toHaveCount(2)

  await operator.page.getByRole('button', { name: 'Make a preview of this draft' }).click()
  const link = await operator.page.getByRole('link', { name: 'open the preview' }).getAttribute('href') ?? ''
  await expectUsable(operator, 'a draft of texts')
  // It opens in browsers of who made it alone (DEC-316).
  const own = new Operator(await (await browser.newContext({ locale: 'pt-PT' })).newPage())
  await own.signsIn('demo-operator')
  const looker = own.page
  await looker.goto(link)
  await expect(looker.locator('[data-preview]')).toContainText('a draft of settings')
  await expect(looker.getByRole('heading', { level: 1 })).toHaveText(ownPt)
  expect(await htmlIn('pt', page), 'nobody is served by a draft').toEqual(before)

  await operator.page.getByRole('button', { name: 'Submit' }).click()
  await approves(approver, operator)
  await expect.poll(() => htmlIn('pt', page)).toMatch(new RegExp(`<h1[^>]*>${ownPt}</h1>`))
  expect(await htmlIn('en', page)).toMatch(new RegExp(`<h1[^>]*>${ownEn}</h1>`))

  const booking = await ownReservation('islandcars', 'IC2001')
  const renterPage = await (await browser.newContext({ locale: 'pt-PT' })).newPage()
  const wrong = consoleComplaints(renterPage, ['error'])
  const renter = new Renter(renterPage)
  await renter.opens('islandcars')
  const heading = renterPage.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(ownPt)
  await renterPage.locator('select:visible').first().selectOption('en')
  await expect(heading).toHaveText(ownEn)
  const mails = await mailIds(booking.mail)
  await renter.locates(booking)
  await renter.asksForCode(booking.mail)
  expect((await nextMail(booking.mail, mails)).subject).toMatch(/^\d{6} opens your check-in at /)
  expect(wrong, 'the page renders what its HTML shows').toEqual([])

  await operator.page.goto(new URL('/tenants/islandcars/history', operator.page.url()).href)
  await operator.page.getByRole('region', { name: 'Revisions' }).getByRole('link').first().click()
  await operator.page.getByRole('button', { name: 'Take the last change back' }).click()
  await expect.poll(() => htmlIn('pt', page)).not.toContain(ownPt)
  await switchesApproval(operator)
  await keepsDraft(operator, 'Keep as a draft', 'one person is enough again')
  await operator.page.getByRole('button', { name: 'Submit' }).click()
  await approves(approver, operator)
})

test('who may only look reads the texts and mails, and the server takes no wording of theirs (DEC-324)', async ({ browser }) => {
  const viewer = await atTheConsole(browser, 'demo-viewer', '/tenants/islandcars/texts?search=code.subject')
  const { page } = viewer
  await expect(page.getByText('Only an operator words texts')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Word it|Keep as a draft/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Show the mail: mail:code.subject' }).click()
  await expect(page.locator('[data-mail="subject"]')).toContainText('482913')
  await expectUsable(viewer, 'the texts of a company, to look at', 'iframe')
  const status = await page.evaluate(async () => (await fetch(`/api/internal/v1/tenants/islandcars/settings/drafts/${crypto.randomUUID()}`, {
    method: 'PUT', headers: { 'content-type': 'application/json', 'x-checkin-console': '1', 'if-match': '"1"' }, body: JSON.stringify({ note: 'not allowed', settings: {} }),
  })).status)
  expect(status).toBe(403)
})
