import { aDriver, anUpgrade, noNetwork, refusedWith } from '@checkin/api/testing'
import {
  $offerDraft, additionalDriverAccepted, additionalDriverSkipped, extrasSkipped, extrasSubmitted, problemOccurred, questionRaised, upgradeAccepted, upgradesFailed, upgradesNotFound, upgradesSkipped,
} from '@checkin/flow'
import { $progress, questionAnswered, reservationReloaded } from '@checkin/flow/publish/shell'
import { collected, happenings, inTurn, turn } from '@checkin/testing'
import { allSettled } from 'effector'
import { describe, expect, it } from 'vitest'
import * as driver from '../steps/additional-driver/model.ts'
import * as extras from '../steps/extras/model.ts'
import * as upselling from '../steps/upselling/model.ts'
import { aPage, asked, reported, visit, type PageOptions } from '../test/a-page.ts'
import { $driver, $hasExtras, $upgrade, closed, opened } from './model.ts'

const events = {
  accepted: additionalDriverAccepted, driverSkipped: additionalDriverSkipped, upgraded: upgradeAccepted, upgradesSkipped, none: upgradesNotFound, failed: upgradesFailed,
  submitted: extrasSubmitted, skipped: extrasSkipped,
}
const bigger = anUpgrade({ groupId: 'C', groupName: 'Compact' })

async function at({ api, ...options }: PageOptions = {}) {
  const page = aPage({ layout: 'page', api: { listUpsellGroups: [bigger], getUpsellGroup: bigger, ...api }, ...options })
  const published = happenings(page.scope, events)
  const alerts = collected(page.scope, problemOccurred)
  const questions = collected(page.scope, questionRaised)
  await turn(opened, visit('extras'))(page.scope)
  return { ...page, published, alerts, questions }
}
const answers = (page: Pick<Awaited<ReturnType<typeof at>>, 'api'>) => reported(page.api).map(({ viewTag, action }) => `${viewTag} ${action}`)

describe('the page with all offers (DEC-107)', () => {
  it('has another driver, higher groups and extras, asks for the list of groups once, and leads on by nothing', async () => {
    const { scope, api, published } = await at()
    expect([scope.getState($driver)?.kind, scope.getState($upgrade)?.kind, scope.getState(extras.$sections).length > 0]).toEqual(['offered', 'offered', true])
    expect([asked(api), published]).toEqual([['listUpsellGroups'], []])
  })

  it('shows what is there already, without an alert and without moving on (OFFERS-08, OFFERS-29)', async () => {
    const page = await at({ addDriver: aDriver({ id: 8, name: 'Rui', surname: 'Costa' }) })
    expect(page.scope.getState($driver)).toEqual({ kind: 'there', name: 'Rui Costa' })
    await allSettled($progress, { scope: page.scope, params: { ...page.scope.getState($progress), upgradeTaken: true } })
    expect(page.scope.getState($upgrade)).toMatchObject({ kind: 'taken', isOwn: false })
    expect([page.published, page.alerts, reported(page.api)]).toEqual([[], [], []])
  })

  it.each([[['adview'], null, 'offered', true], [['upview'], 'offered', null, true], [['exview'], 'offered', 'offered', false]] as const)(
    'leaves out what the company does not offer: %o (SHELL-51 to SHELL-53)', async (off, shownDriver, shownUpgrade, hasExtras) => {
      const { scope, published } = await at({ off })
      expect([scope.getState($driver)?.kind ?? null, scope.getState($upgrade)?.kind ?? null, scope.getState($hasExtras)]).toEqual([shownDriver, shownUpgrade, hasExtras])
      expect([scope.getState(extras.$stage), scope.getState(extras.$sections).length > 0, published]).toEqual(['offered', hasExtras, []])
    })

  it('with nothing to offer goes on by itself', async () => {
    expect((await at({ off: ['adview', 'upview', 'exview'] })).published).toEqual(['skipped'])
  })

  it('without higher groups, or without their list, keeps the others (OFFERS-27, OFFERS-28)', async () => {
    const none = await at({ api: { listUpsellGroups: [] } })
    expect([none.published, none.scope.getState($upgrade), none.scope.getState(extras.$stage)]).toEqual([['none'], null, 'offered'])
    const failed = await at({ api: { listUpsellGroups: noNetwork() } })
    expect([failed.published, failed.alerts.length, failed.scope.getState(extras.$stage)]).toEqual([['failed'], 1, 'offered'])
  })

  it('in pre-checkout is the extras alone', async () => {
    const { scope, api } = await at({ mode: 'precheckout' })
    expect([scope.getState($driver), scope.getState($upgrade), asked(api)]).toEqual([null, null, []])
  })
})

describe('a choice on the page', () => {
  it('of another driver is a yes, and what was changed of the extras stays for the way back (S1.82)', async () => {
    const page = await at()
    await inTurn(page.scope, turn(extras.pressed, { extraID: 'GPS', press: 'add' }), turn(driver.yesPressed), turn(closed))
    expect([page.published, answers(page)]).toEqual([['accepted'], ['adview accept']])
    await inTurn(page.scope, turn(opened, visit('extras')))
    expect([page.scope.getState(extras.$changes).map(({ extraID }) => extraID), page.scope.getState($offerDraft).extras]).toEqual([['GPS'], []])
    await inTurn(page.scope, turn(extras.continueWithoutPressed))
    expect(page.questions).toHaveLength(1)
  })

  it('of a higher group is fetched, stored and reported, and the extras are priced again with it (S1.83)', async () => {
    const page = await at()
    await inTurn(page.scope, turn(extras.pressed, { extraID: 'GPS', press: 'add' }), turn(upselling.upgradePressed, 'C'), turn(upselling.yesPressed))
    expect([page.published, answers(page)]).toEqual([['upgraded'], ['upview complete']])
    await turn(reservationReloaded, { ok: true })(page.scope)
    await allSettled($progress, { scope: page.scope, params: { ...page.scope.getState($progress), upgradeTaken: true } })
    expect(page.scope.getState($upgrade)).toMatchObject({ kind: 'taken', isOwn: true })
    expect(asked(page.api)).toEqual(['listUpsellGroups', 'calculateExtras', 'getUpsellGroup', 'updateReservation', 'calculateExtras'])
    expect(page.scope.getState(extras.$changes)).toHaveLength(1)
  })

  it('of a group that cannot be stored leaves the list and the extras as they were', async () => {
    const page = await at({ api: { updateReservation: refusedWith(409, 'OutOfStock') } })
    await inTurn(page.scope, turn(upselling.upgradePressed, 'C'), turn(upselling.yesPressed))
    expect([page.scope.getState($upgrade)?.kind, page.scope.getState(extras.$stage)]).toEqual(['offered', 'offered'])
  })
})

describe('leaving the page', () => {
  it('with Submit keeps the extras and counts as passed what was not answered (S1.84)', async () => {
    const page = await at()
    await inTurn(page.scope, turn(extras.pressed, { extraID: 'GPS', press: 'add' }), turn(extras.submitPressed))
    expect([page.published, answers(page), page.scope.getState($offerDraft).extras.length]).toEqual([['submitted'], ['adview skip', 'upview skip', 'exview accept'], 1])
  })

  it('with nothing chosen says so of each offer, and of none that was answered', async () => {
    const page = await at()
    await inTurn(page.scope, turn(upselling.upgradePressed, 'C'), turn(upselling.noPressed), turn(extras.submitPressed))
    expect(answers(page)).toEqual(['upview reject', 'adview skip', 'exview skip'])
  })

  it('without extras is a no to the extras, after the question where something was changed (S1.78, S1.80)', async () => {
    const page = await at()
    await inTurn(page.scope, turn(extras.pressed, { extraID: 'GPS', press: 'add' }), turn(extras.continueWithoutPressed))
    expect([page.questions.length, page.published]).toEqual([1, []])
    await inTurn(page.scope, turn(questionAnswered, { action: 'close' }))
    expect([page.published, answers(page), page.scope.getState($offerDraft).extras]).toEqual([['skipped'], ['adview skip', 'upview skip', 'exview reject'], []])
  })
})
