import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import type { Operator } from '../pages/operator.ts'
import { closesWhatIsLeft } from '../support/close-contexts.ts'
import { draftState, keepsDraft } from '../support/console-drafts.ts'
import { atTheConsole, expectUsable } from '../support/console.ts'

closesWhatIsLeft()

// A colour on its way from one state to the next belongs to neither.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const [terms, firstDay] = ['/tenants/islandcars/terms', '2099-01-01']
const version = ({ page }: Operator, day: string) => page.getByRole('region', { name: 'Document rental' }).locator(`[data-version="${day}"]`)

async function opens({ page }: Operator, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href)
}

/** Whether changes of the company wait for a second person, as its settings say from now on. */
async function switchesApproval(operator: Operator, approver: Operator, isOn: boolean): Promise<void> {
  await opens(operator, '/tenants/islandcars')
  await operator.page.getByRole('switch', { name: 'Changes of these settings need a second person' }).click()
  await keepsDraft(operator, 'Keep as a draft', isOn ? 'two persons for terms' : 'one person is enough again')
  await operator.page.getByRole('button', { name: 'Submit' }).click()
  if (!isOn) await approves(operator, approver, 'Applied')
  await expect(draftState(operator)).toHaveText('Applied')
}

async function approves(operator: Operator, approver: Operator, then: string): Promise<void> {
  await expect(draftState(operator)).toHaveText('Waits for a second person')
  await approver.page.goto(operator.page.url())
  await approver.page.getByRole('button', { name: 'Approve' }).click()
  await expect(draftState(operator)).toHaveText(then)
}

test('the next version of terms is written, compared, read as a PDF, approved by a second person, and taken back before its day (DEC-348)', async ({ browser }) => {
  const operator = await atTheConsole(browser, 'demo-operator', terms)
  const approver = await atTheConsole(browser, 'demo-approver', '/tenants')
  const { page } = operator
  await switchesApproval(operator, approver, true)
  await opens(operator, terms)
  await expect(page.getByText('What renters are asked to agree to waits for a second person')).toBeVisible()
  await expectUsable(operator, 'the terms of a company')

  await page.getByRole('link', { name: 'Write the next version of rental' }).click()
  await page.getByLabel('First day, at the tenant\'s place').fill(firstDay)
  await page.getByLabel('Heading of section 1').fill('Who drives')
  await page.getByRole('button', { name: 'Add a section' }).click()
  await page.getByRole('button', { name: 'Keep as a draft' }).click()
  await expect(page.getByRole('alert')).toContainText('English, section 8: the heading is missing')
  await expect(page.getByRole('alert')).toContainText('what the draft is for is missing')
  await page.reload()
  await expect(page.getByText('What you typed before is here again')).toBeVisible()
  await expect(page.getByLabel('Heading of section 1')).toHaveValue('Who drives')
  await page.getByLabel('Heading of section 8').fill('Ferries')
  await page.getByLabel('Text of section 8').fill('Ask before you take a ferry.\n\nWe say yes by mail.')
  await page.getByRole('button', { name: 'Move up section 8' }).click()
  await operator.chooses('Language', /^Portuguese/)
  await page.getByLabel('Title').fill('Condições novas')
  await operator.chooses('Language', /^French/)
  await page.getByRole('button', { name: 'Take French out' }).click()
  await expectUsable(operator, 'a draft of terms that is written')
  await page.getByLabel('What the draft is for').fill('crossing the sea')
  await page.getByRole('button', { name: 'Keep as a draft' }).click()

  await expect(page.getByRole('heading', { name: 'crossing the sea' })).toBeVisible()
  const rows = page.getByRole('region', { name: 'Differences' }).locator('tbody tr')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(0)).toHaveText(/Heading\s*Drivers\s*Who drives/)
  await expect(rows.nth(1)).toHaveText(/Heading\s*none\s*Ferries/)
  await expect(page.getByText('It has no text in French')).toBeVisible()
  await expectUsable(operator, 'a draft of terms beside the version in force')
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the PDF that renters get' }).click()])
  expect(file.suggestedFilename()).toBe(`rental-en-${firstDay}.pdf`)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')

  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await approves(operator, approver, 'Published')
  const draft = page.url()
  await opens(operator, terms)
  await expect(version(operator, firstDay)).toContainText('its day will come')
  await version(operator, firstDay).getByRole('link').click()
  await expect(page.getByRole('article')).toContainText('Ask before you take a ferry.')
  await expect(page.getByRole('region', { name: 'Beside the version in force' })).toContainText('Ferries')
  await expectUsable(operator, 'a version of terms')

  await page.goto(draft)
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(draftState(operator)).toHaveText('Taken back before its day')
  await opens(operator, terms)
  await expect(version(operator, firstDay)).toHaveCount(0)
  await expect(version(operator, '2026-09-01')).toContainText('in force')
  await switchesApproval(operator, approver, false)
})

test('who may only look reads terms and their PDF, and the server takes no draft and no decision of theirs (DEC-348)', async ({ browser }) => {
  const viewer = await atTheConsole(browser, 'demo-viewer', terms)
  const { page } = viewer
  await expect(page.getByText('Only an operator writes terms')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Write/ })).toHaveCount(0)
  await version(viewer, '2026-09-01').getByRole('link').click()
  await expect(page.getByRole('article')).toContainText('Rental conditions')
  await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the PDF that renters get' }).click()])
  await expectUsable(viewer, 'a version of terms, to look at')
  const statuses = await page.evaluate(async () => {
    const path = `/api/internal/v1/tenants/islandcars/terms-drafts/${crypto.randomUUID()}`
    const headers = { 'content-type': 'application/json', 'x-checkin-console': '1' }
    const put = await fetch(path, { method: 'PUT', headers, body: JSON.stringify({}) })
    const decided = await fetch(`${path}/decision`, { method: 'POST', headers, body: JSON.stringify({ action: 'reject' }) })
    return [put.status, decided.status]
  })
  expect(statuses).toEqual([403, 403])
})
