import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { closesWhatIsLeft } from '../support/close-contexts.ts'
import { draftState, keepsDraft } from '../support/console-drafts.ts'
import { atTheConsole, expectUsable } from '../support/console.ts'

closesWhatIsLeft()

// A colour on its way from one state to the next belongs to neither.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a change of settings is prepared, seen beside the present ones, approved by a second person and taken back by one (DEC-320, DEC-321)', async ({ browser }) => {
  const operator = await atTheConsole(browser, 'demo-operator', '/tenants/islandcars')
  const { page } = operator
  await page.getByRole('switch', { name: 'Changes of these settings need a second person' }).click()
  await keepsDraft(operator, 'Keep as a draft', 'two persons from now on')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(draftState(operator)).toHaveText('Applied')

  await page.goto(new URL('/tenants/islandcars', page.url()).href)
  await expect(page.getByLabel('Counter\'s phone')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0)
  const former = await page.getByLabel('Counter\'s phone').inputValue()
  await page.getByLabel('Counter\'s phone').fill('+351 200 000 000')
  await keepsDraft(operator, 'Keep as a draft', 'the new counter')
  const row = page.locator('tr[data-setting="phone"]')
  await expect(row).toContainText(former)
  await expect(row).toContainText('+351 200 000 000')
  await expectUsable(operator, 'a draft of settings')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(draftState(operator)).toHaveText('Waits for a second person')
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expectUsable(operator, 'a draft that waits')

  const approver = await atTheConsole(browser, 'demo-approver', new URL(page.url()).pathname)
  await approver.page.getByRole('button', { name: 'Approve' }).click()
  await expect(draftState(approver)).toHaveText('Applied')
  await expect(draftState(operator)).toHaveText('Applied')

  await page.goto(new URL('/tenants/islandcars/history', page.url()).href)
  const revisions = page.getByRole('region', { name: 'Revisions' })
  await expect(revisions.getByRole('listitem').first()).toContainText('phone')
  await expectUsable(operator, 'revisions and drafts of a tenant')
  await revisions.getByRole('link').first().click()
  await expect(page.locator('tr[data-setting="phone"]')).toContainText(former)
  await expectUsable(operator, 'a former revision')
  await page.getByRole('button', { name: 'Take the last change back' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings over time' })).toBeVisible()
  await page.goto(new URL('/tenants/islandcars', page.url()).href)
  await expect(page.getByLabel('Counter\'s phone')).toHaveValue(former)

  await page.getByRole('switch', { name: 'Changes of these settings need a second person' }).click()
  await keepsDraft(operator, 'Keep as a draft', 'one person is enough again')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(draftState(operator)).toHaveText('Waits for a second person')
  await approver.page.goto(page.url())
  await approver.page.getByRole('button', { name: 'Approve' }).click()
  await expect(draftState(operator)).toHaveText('Applied')
})

test('settings leave as a file and come in as a draft of another tenant, which is given up (DEC-322)', async ({ browser }) => {
  const operator = await atTheConsole(browser, 'demo-operator', '/tenants/costaverde/history')
  const { page } = operator
  const leaving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export the present settings' }).click()
  const file = readFileSync(await (await leaving).path())
  await page.goto(new URL('/tenants/alpen/history', page.url()).href)
  const takes = async (buffer: Buffer): Promise<void> => page.locator('input[type="file"]').setInputFiles({ name: 'settings.json', mimeType: 'application/json', buffer })
  await takes(Buffer.from('no settings'))
  await expect(page.getByText('This file is not JSON')).toBeVisible()
  await takes(file)
  await expect(page.getByText(/The file changes .*firmName/)).toBeVisible()
  await keepsDraft(operator, 'Keep the file as a draft', 'as Costa Verde')
  await expect(page.locator('tr[data-setting="firmName"]')).toContainText('Costa Verde')
  await expect(page.locator('tr[data-setting="isSandbox"]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Give it up' }).click()
  await expect(draftState(operator)).toHaveText('Given up')
})
