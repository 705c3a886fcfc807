import { getExperiment, listChanges } from '@checkin/registry'
import { expect, test } from '@playwright/test'
import { Operator } from '../pages/operator.ts'
import { expectAccessible } from '../support/axe.ts'
import { closesWhatIsLeft } from '../support/close-contexts.ts'
import { rollout, viewer } from '../support/rollout.ts'
import { viewports } from '../support/viewports.ts'

closesWhatIsLeft()

const host = 'alpen.localhost'
const version = '1.0.51'

// A colour on its way from one state to the next belongs to neither.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('an operator says beforehand what two versions are compared by, starts the experiment, sees both with their uncertainty on a desktop and a phone, and stops it (DEC-357)', async ({ browser }) => {
  await rollout('publish', 'mfe-offers', '--version', version)
  const operator = new Operator(await (await browser.newContext()).newPage())
  const { page } = operator
  /** On both widths, without anything that scrolls sideways. */
  const isAccessible = async (what: string): Promise<void> => {
    for (const [width, viewport] of [['phone', { ...viewports.mobile, width: 390 }], ['desktop', viewports.desktop]] as const) {
      await page.setViewportSize(viewport)
      await expectAccessible(page, `${what}, ${width}`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), `${what}, ${width}`).toBeLessThanOrEqual(0)
    }
  }
  await operator.signsIn('demo-operator')
  await operator.goesTo('Experiments')
  await page.getByRole('button', { name: 'Plan an experiment' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name', { exact: true }).fill('larger pictures')
  await operator.chooses('Host', host)
  await operator.chooses('Module', 'offers')
  await operator.chooses('Version B (A is what the host has)', version)
  await operator.chooses('Compared by', 'Added per reservation')
  await form.getByLabel('Currency', { exact: true }).fill('EUR')
  await form.getByLabel('Smallest difference worth knowing, in the currency').fill('2.5')
  await isAccessible('the form of an experiment')
  await form.getByRole('button', { name: 'Plan it' }).click()

  const result = page.getByRole('region', { name: 'Result' })
  await expect(page.getByRole('heading', { level: 1, name: 'larger pictures' })).toBeVisible()
  await expect(result).toContainText('It has not started')
  await expect(page.getByRole('region', { name: 'Declared beforehand' })).toContainText('5 of 100 experiments at most')
  await result.getByRole('button', { name: 'Start' }).click()
  await expect(result).toContainText(/running|waits for a second person/)
  // What the journeys change within the hour may need a second person.
  for (const { id } of (await viewer.call(listChanges, { query: { state: 'waiting' } })).changes.filter(({ kind }) => kind === 'experiment')) await rollout('approve', String(id))
  await expect(result).toContainText('No version is known to be better yet')
  await isAccessible('an experiment that begins')

  // Sessions are counted 45 minutes after they began: what is shown of them is the registry's answer with figures.
  const arm = (sessions: number, value: number) => ({ sessions, value, interval: { low: value - 150, high: value + 150 } })
  const known = await viewer.call(getExperiment, { params: { id: page.url().split('/').at(-1) ?? '' } })
  await page.route(/\/v1\/experiments\/\d+$/, async (route) => {
    const course = [1, 2, 3].map((hour) => ({ at: new Date(Date.UTC(2026, 10, 1, hour)).toISOString(), a: arm(hour * 100, 1200), b: arm(hour * 100, 1200 + hour * 100) }))
    await route.fulfill({ json: { ...known, course, figures: { a: arm(300, 1200), b: arm(300, 1500), odds: { a: 1, b: 7, needed: 20 } } } })
  })
  await expect(result.locator('[data-arm="b"]')).toContainText('15.00 of 300')
  await expect(page.getByRole('region', { name: 'Course of both arms' }).getByRole('row')).toHaveCount(4)
  await isAccessible('an experiment with figures')
  await page.unroute(/\/v1\/experiments\/\d+$/)

  await operator.goesTo('Releases')
  await expect(operator.cell(host, 'mfe-offers')).toContainText(`${version} at 50 %`)
  await operator.goesTo('Experiments')
  await isAccessible('the list of experiments')
  await page.getByRole('link', { name: 'larger pictures' }).click()
  await result.getByRole('button', { name: 'Stop' }).click()
  await expect(result).toContainText('It was stopped by demo-operator before a result was known. All new sessions have A.')
  await expect(result.getByRole('button')).toHaveCount(0)
  await operator.goesTo('Releases')
  await expect(operator.cell(host, 'mfe-offers')).not.toContainText(version)
})

test('an operator plans two settings of a version as arms, changes the plan, starts it, sees before and after and finds it from the host, and stops it (DEC-361)', async ({ browser }) => {
  const operator = new Operator(await (await browser.newContext()).newPage())
  const { page } = operator
  await operator.signsIn('demo-operator')
  await operator.goesTo('Experiments')
  await page.getByRole('button', { name: 'Plan an experiment' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name', { exact: true }).fill('older renters')
  await operator.chooses('Host', host)
  await operator.chooses('Module', 'driver')
  await operator.chooses('What B is', 'Other settings')
  // It begins with what everybody of the host has.
  const age = form.getByLabel('Years of age that an empty birth date calendar opens on')
  await expect(age).toHaveValue(/^\d\d$/)
  await expectAccessible(page, 'the form of an experiment of settings')
  await form.getByRole('button', { name: 'Plan it' }).click()
  await expect(form.getByRole('alert')).toContainText('has these settings of mfe-driver already')
  await age.fill('50')
  await form.getByRole('button', { name: 'Plan it' }).click()

  const [result, declared] = [page.getByRole('region', { name: 'Result' }), page.getByRole('region', { name: 'Declared beforehand' })]
  await expect(declared).toContainText('→ 50')
  await result.getByRole('button', { name: 'Change' }).click()
  await expect(age).toHaveValue('50')
  await age.fill('60')
  await form.getByRole('button', { name: 'Save it' }).click()
  await expect(declared).toContainText('→ 60')
  await result.getByRole('button', { name: 'Start' }).click()
  await expect(result).toContainText(/running|waits for a second person/)
  // What the journeys change within the hour may need a second person.
  for (const { id } of (await viewer.call(listChanges, { query: { state: 'waiting' } })).changes.filter(({ kind }) => kind === 'experiment')) await rollout('approve', String(id))
  await expect(result).toContainText('Neither is known to be better yet')
  await expectAccessible(page, 'an experiment of settings')
  await expect(result.getByRole('button', { name: 'Change' })).toHaveCount(0)

  await page.goto(new URL(`/releases/${host}`, page.url()).href)
  await expect(page.getByRole('region', { name: 'Now' })).toContainText('with other settings at 50 %')
  await page.getByRole('region', { name: 'Running experiments' }).getByRole('link', { name: 'older renters' }).click()
  await result.getByRole('button', { name: 'Stop' }).click()
  await expect(result).toContainText('It was stopped by demo-operator')
  await page.goto(new URL(`/releases/${host}`, page.url()).href)
  await expect(page.getByRole('region', { name: 'Now' })).not.toContainText('with other settings')
  await expect(page.getByRole('region', { name: 'Running experiments' })).toHaveCount(0)
})
