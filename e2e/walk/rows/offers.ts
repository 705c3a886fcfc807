import { expect } from '@playwright/test'
import type { Deed } from '../edge.ts'
import type { Run } from '../run.ts'
import { addOn, isOnePage, upOn, type World } from '../world.ts'

const list = 'GET /reservation/upselling/groups/*'
const update = 'PUT /reservation'
const prices = 'POST /reservation/extras/values'
const hasNone = ({ kind }: World): boolean => kind === 'noUpgrades' || kind === 'checkedInNoUpgrades'

const presses = (key: string) => (run: Run): Promise<void> => run.presses(key)
async function staysAtQuestion(run: Run): Promise<void> {
  await run.leavesForward()
  await run.answersQuit('Cancel')
}
/** An extra that can be added and taken away again, so that the bill stays as it was. */
async function addsAndRemoves(run: Run): Promise<void> {
  const card = run.page.locator('[data-extra]', { has: run.page.locator('[data-action="Add"]') }).first()
  const id = await card.getAttribute('data-extra')
  const same = run.page.locator(`[data-extra="${id}"]`)
  await card.locator('[data-action="Add"]').click()
  await expect(same.locator('[data-action="Remove"]')).toBeEnabled()
  await same.locator('[data-action="Remove"]').click()
  await expect(same.locator('[data-action="Add"]')).toBeEnabled()
}
/** The tab remembers that there are no upgrades, once the list has come. */
const isKnownEmpty = async (run: Run): Promise<void> => { await expect.poll(async () => (await run.storedTab()).progress?.['upsellingNoResults']).toBe(true) }
const anAlert = (run: Run): Promise<void> => run.seesAnyAlert()
const opensExtras = async (run: Run): Promise<void> => { await run.page.locator('[data-extra] [data-action="Add"]').first().click() }

/** Something is changed in this visit, and the renter goes on without extras: a question stands there (DEC-106). */
async function asksKeepOrDrop(run: Run): Promise<void> {
  const card = run.page.locator('[data-extra]', { has: run.page.locator('[data-action="Add"]') }).first()
  const id = await card.getAttribute('data-extra')
  await card.locator('[data-action="Add"]').click()
  await expect(run.page.locator(`[data-extra="${id}"] [data-action="Remove"]`)).toBeEnabled()
  await run.presses('ContinueWithoutExtras')
}
const question = (run: Run) => run.page.locator('[role="dialog"][data-modal-keys~="KeepOrDropExtras"]')
const answers = (answer: 'Keep' | 'Drop') => (run: Run): Promise<void> => question(run).locator(`[data-action="${answer}"]`).click()
/** Nothing is left to decide, and what was kept is part of the choice. */
const isDecided = (answer: 'Keep' | 'Drop') => async (run: Run): Promise<void> => {
  await expect.poll(async () => (await run.storedTab()).offerDraft?.undecided).toBeUndefined()
  if (answer === 'Keep') expect((await run.storedTab()).offerDraft?.extras).not.toHaveLength(0)
}

/** S1.31 to S1.49, S1.78 to S1.84. */
export const offers: readonly Deed[] = [
  { rows: 'S1.31', on: 'overview', when: (world) => world.additional && !isOnePage(world), does: (run) => run.opens('/additional-driver'), shows: (run) => run.seesAlert('AlreadyHasAdditionalDriver') },
  { rows: 'S1.32 S2.1', does: presses('Yes'), then: () => ({ flow: 'additionalDriver' }) },
  { rows: 'S1.33', does: presses('No'), then: () => ({ flow: 'update' }) },
  { rows: 'S1.34', does: staysAtQuestion },
  {
    rows: 'S1.35', on: 'overview', when: (world) => hasNone(world), does: (run) => run.opens('/upselling'),
    shows: isKnownEmpty,
  },
  {
    rows: 'S1.36', on: 'additional-driver', when: upOn, does: presses('No'), fault: { call: list, status: 500 }, then: () => ({ flow: 'update' }),
    shows: (run) => run.seesAlert('SomethingHappenedCode'),
  },
  { rows: 'S1.37', does: presses('Upgrade') },
  { rows: 'S1.38', does: presses('YesIwantUpgrade'), then: () => ({ upgraded: true }), shows: (run) => run.seesAlert('UpsellingSuccess') },
  { rows: 'S1.39', does: presses('YesIwantUpgrade'), fault: { call: update, status: 500 }, shows: anAlert },
  { rows: 'S1.40', does: presses('NoIkeepSame') },
  { rows: 'S1.41', does: presses('ContinueWithoutUpgrade') },
  { rows: 'S1.42', does: staysAtQuestion },
  { rows: 'S1.43', does: presses('Yes') },
  { rows: 'S1.44', does: presses('NoFinish'), then: () => ({ extrasAnswered: true }) },
  { rows: 'S1.45', does: staysAtQuestion },
  { rows: 'S1.46', does: addsAndRemoves },
  { rows: 'S1.47', does: opensExtras, fault: { call: prices, status: 400, body: { data: null, status: 400, title: 'Not for this rental', code: 'CannotUpdate', requestId: 'fault' } }, shows: anAlert },
  { rows: 'S1.48', when: (world) => !isOnePage(world), does: presses('Submit'), then: () => ({ extrasAnswered: true }) },
  { rows: 'S1.49', does: presses('ContinueWithoutExtras'), then: () => ({ extrasAnswered: true }) },
  { rows: 'S1.78', when: ({ kind }) => kind === 'ready', does: asksKeepOrDrop, shows: async (run) => { await expect(question(run)).toBeVisible() } },
  { rows: 'S1.79', on: 'keep or drop', does: answers('Keep'), then: () => ({ extrasAnswered: true }), shows: isDecided('Keep') },
  { rows: 'S1.80', on: 'keep or drop', does: answers('Drop'), then: () => ({ extrasAnswered: true }), shows: isDecided('Drop') },
  { rows: 'S1.82', when: (world) => isOnePage(world) && addOn(world), does: presses('Yes'), then: () => ({ flow: 'additionalDriver' }) },
  {
    rows: 'S1.83', when: (world) => isOnePage(world) && upOn(world),
    does: async (run) => {
      await run.presses('Upgrade')
      await run.presses('YesIwantUpgrade')
    },
    then: () => ({ upgraded: true }), shows: (run) => run.seesAlert('UpsellingSuccess'),
  },
  { rows: 'S1.84', when: isOnePage, does: presses('Submit'), then: () => ({ extrasAnswered: true }) },
]

const step = (name: 'AddDriver' | 'UpgradeVehicle' | 'Extras') => (run: Run): Promise<void> => run.precheckout.opensStep(name)

/** S3.20 to S3.38, S3.55. */
export const offersBeforeAgreement: readonly Deed[] = [
  { rows: 'S3.20', when: addOn, does: step('AddDriver') },
  { rows: 'S3.21', when: upOn, does: step('UpgradeVehicle') },
  { rows: 'S3.22', does: step('Extras') },
  { rows: 'S3.23', does: presses('Continue'), then: () => ({ stepsContinued: true }) },
  { rows: 'S3.24', does: presses('Yes'), then: () => ({ flow: 'additionalDriver' }) },
  { rows: 'S3.25', does: presses('No'), then: () => ({ flow: 'update' }) },
  { rows: 'S3.26', on: 'precheckout-steps', when: ({ additional }) => additional, does: (run) => run.opens('/additional-driver'), shows: (run) => run.seesAlert('AlreadyHasAdditionalDriver') },
  { rows: 'S3.27', does: staysAtQuestion },
  { rows: 'S3.29', does: presses('Upgrade') },
  { rows: 'S3.30', does: presses('NoIkeepSame') },
  { rows: 'S3.31', does: presses('YesIwantUpgrade'), fault: { call: update, status: 500 }, shows: anAlert },
  { rows: 'S3.32', does: presses('YesIwantUpgrade'), then: () => ({ upgraded: true }), shows: (run) => run.seesAlert('UpsellingSuccess') },
  { rows: 'S3.33', does: presses('ContinueWithoutUpgrade') },
  {
    rows: 'S3.34', on: 'precheckout-steps', when: hasNone, does: (run) => run.opens('/upselling'),
    shows: isKnownEmpty,
  },
  { rows: 'S3.35', does: staysAtQuestion },
  { rows: 'S3.36', on: 'precheckout-steps', when: upOn, does: step('UpgradeVehicle'), fault: { call: list, status: 500 }, shows: (run) => run.seesAlert('SomethingHappenedCode') },
  { rows: 'S3.37', does: presses('Submit'), then: () => ({ extrasSubmitted: true }) },
  { rows: 'S3.38', does: presses('ContinueWithoutExtras') },
  ...(['Drop', 'Keep'] as const).map((answer): Deed => ({
    rows: 'S3.55', when: ({ kind, extrasSubmitted }) => kind === 'checkedIn' && !extrasSubmitted,
    does: async (run) => {
      await asksKeepOrDrop(run)
      await answers(answer)(run)
    },
    then: () => (answer === 'Keep' ? { extrasSubmitted: true } : {}), shows: isDecided(answer),
  })),
]
