import { anExtra, anUpgrade, noNetwork, refusedWith, type Fakes } from '@checkin/api/testing'
import {
  $offerDraft, problemOccurred, sessionRefused, upgradeAccepted, upgradeChosen, upgradeDeclined, upgradeRefused, upgradesFailed, upgradesNotFound, upgradesSkipped,
} from '@checkin/flow'
import { reservationReloaded } from '@checkin/flow/publish/shell'
import { collected, happenings, inTurn, turn } from '@checkin/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aPage, asked, offeredSummary, reported, visit, type PageOptions } from '../../test/a-page.ts'
import { $chosen, $comparison, $differences, $groups, $isStuck, continuePressed, continueWithoutPressed, noPressed, opened, upgradePressed, yesPressed } from './model.ts'

const events = {
  accepted: upgradeAccepted, chosen: upgradeChosen, declined: upgradeDeclined, refused: upgradeRefused, failed: upgradesFailed, notFound: upgradesNotFound, skipped: upgradesSkipped, ended: sessionRefused,
}

async function at(options: PageOptions = {}) {
  const page = aPage(options)
  const published = happenings(page.scope, events)
  const alerts = collected(page.scope, problemOccurred)
  await turn(opened, visit('upselling'))(page.scope)
  return { ...page, published, alerts }
}

const group = (groupId: string, dailyDifference: number) => anUpgrade({ groupId, groupName: groupId, dailyDifference })

describe('the list of upgrades', () => {
  it('is sorted by the daily difference and has higher groups only (OFFERS-22, OFFERS-31)', async () => {
    const { scope } = await at({ api: { listUpsellGroups: [group('I', 9), group('G', 4), group('B', 5), group('A', -3), group('H', 6)] } })
    expect(scope.getState($groups).map(({ dailyDifference }) => dailyDifference)).toEqual([4, 6, 9])
  })

  it('says nothing of an empty list and moves on (OFFERS-27, S1.35)', async () => {
    const { api, published, alerts } = await at({ api: { listUpsellGroups: [] } })
    expect([published, reported(api), alerts]).toEqual([['notFound'], [{ viewTag: 'upview', action: 'skip' }], []])
  })

  it.each([['the server fails', refusedWith(500)], ['nobody answers', noNetwork()]])('names the upgrades and moves on when %s (OFFERS-28, ERR-17, S1.36)', async (_, failure) => {
    const { published, alerts, api } = await at({ api: { listUpsellGroups: failure } })
    expect([published, reported(api)]).toEqual([['failed'], []])
    expect(alerts).toMatchObject([{ key: 'SomethingHappened', params: { value: 'Upselling' } }])
  })

  it('ends with the session (ERR-46)', async () => {
    expect((await at({ api: { listUpsellGroups: refusedWith(401) } })).published).toEqual(['ended'])
  })

  it('is not asked for when the upgrade was taken before: an info and on (OFFERS-29, OFFERS-30, DEC-45, DEC-73)', async () => {
    const { api, published, alerts } = await at({ summary: offeredSummary({ extras: [anExtra({ ratePeriodType: 'days-upselling' })] }) })
    expect([published, alerts, asked(api), reported(api)]).toEqual([['skipped'], [{ key: 'AlreadyUpgraded', state: 'info' }], [], []])
  })

  it('is not asked for where the module is off (SHELL-53)', async () => {
    const { api, published, alerts } = await at({ off: ['upview'] })
    expect([published, alerts, asked(api)]).toEqual([['skipped'], [], []])
  })
})

describe('the comparison', () => {
  it('shows both vehicles with day and rental totals (OFFERS-23, S1.37)', async () => {
    const { scope, published } = await at()
    await inTurn(scope, turn(upgradePressed, 'C'))
    expect(published).toEqual(['chosen'])
    expect(scope.getState($comparison)).toMatchObject({ current: { name: 'Economy', perDay: 36.9, rental: 279.55 }, next: { name: 'Compact', perDay: 44.9, rental: 319.55 } })
  })

  it('keeps the list after a no, which is reported (OFFERS-26, DEC-59, S1.40)', async () => {
    const { scope, published, api } = await at()
    await inTurn(scope, turn(upgradePressed, 'C'), turn(noPressed))
    expect([published, reported(api), scope.getState($chosen), scope.getState($groups).length]).toEqual([['chosen', 'declined'], [{ viewTag: 'upview', action: 'reject' }], null, 1])
  })

  it('fetches, stores, reports and tells, in this order (OFFERS-25, S1.38)', async () => {
    const { scope, published, api, alerts } = await at()
    await inTurn(scope, turn(upgradePressed, 'C'), turn(yesPressed), turn(yesPressed))
    expect(api.calls.map(({ name }) => name)).toEqual(['listUpsellGroups', 'getUpsellGroup', 'updateReservation', 'postAnalytics'])
    expect(api.calls[2]?.input).toMatchObject({ body: { hasClickedUpgrade: true, hasCompletedReservation: false, reservation: { reservation: 'R1001', driver: null, vehicle: { groupId: 'C' } } } })
    expect([published, reported(api), alerts]).toEqual([['chosen', 'accepted'], [{ viewTag: 'upview', action: 'complete' }], [{ key: 'UpsellingSuccess', state: 'success' }]])
    expect(scope.getState($offerDraft).hasClickedUpgrade).toBe(true)
  })

  it.each([
    ['the group can\'t be fetched', { getUpsellGroup: noNetwork() }], ['the upgrade can\'t be stored', { updateReservation: refusedWith(400, 'CannotUpdate', { title: 'No car left' }) }],
  ])('brings the list back with the reason when %s (S1.39)', async (_, fakes) => {
    const { scope, published, api, alerts } = await at({ api: fakes })
    await inTurn(scope, turn(upgradePressed, 'C'), turn(yesPressed))
    expect([published, reported(api), alerts.length, scope.getState($chosen)]).toEqual([['chosen', 'refused'], [], 1, null])
  })

  it('repeats only the loading when the upgraded reservation could not be loaded', async () => {
    const { scope, published, api } = await at()
    await inTurn(scope, turn(upgradePressed, 'C'), turn(yesPressed), turn(reservationReloaded, { ok: false }))
    expect(scope.getState($isStuck)).toBe(true)
    await inTurn(scope, turn(noPressed), turn(continueWithoutPressed), turn(continuePressed))
    expect([published, asked(api)]).toEqual([['chosen', 'accepted', 'accepted'], ['listUpsellGroups', 'getUpsellGroup', 'updateReservation']])
  })
})

it('goes on without an upgrade, which is reported (OFFERS-24, S1.41)', async () => {
  const { scope, published, api } = await at()
  await inTurn(scope, turn(continueWithoutPressed))
  expect([published, reported(api)]).toEqual([['skipped'], [{ viewTag: 'upview', action: 'reject' }]])
})

describe('any walk over modules, results and presses', () => {
  it('leaves the screen by itself or by a press, reports at most one answer per press, and stores at most one upgrade', async () => {
    await fc.assert(fc.asyncProperty(
      fc.subarray(['adview', 'upview', 'exview']), fc.constantFrom('main' as const, 'precheckout' as const), fc.constantFrom('some', 'none', 'error'), fc.constantFrom('ok', 'error'),
      fc.array(fc.constantFrom('upgrade', 'yes', 'no', 'without'), { maxLength: 8 }),
      async (off, mode, result, stored, presses) => {
        const page = await at({
          off, mode,
          api: {
            listUpsellGroups: result === 'error' ? refusedWith(500) : result === 'none' ? [] : [group('C', 4), group('D', 6)],
            ...(stored === 'error' && { updateReservation: refusedWith(409, 'VersionConflict') }),
          },
        })
        const shown = !off.includes('upview') && result === 'some'
        expect(page.published).toEqual(shown ? [] : [off.includes('upview') ? 'skipped' : result === 'none' ? 'notFound' : 'failed'])
        const turns = { upgrade: turn(upgradePressed, 'D'), yes: turn(yesPressed), no: turn(noPressed), without: turn(continueWithoutPressed) }
        for (const press of presses) await turns[press](page.scope)
        const stores = asked(page.api).filter((name) => name === 'updateReservation').length
        expect(page.published.filter((name) => name === 'accepted')).toHaveLength(stored === 'ok' ? stores : 0)
        if (stored === 'ok') expect(stores).toBeLessThanOrEqual(1)
        expect(reported(page.api).filter(({ action }) => action === 'complete')).toHaveLength(stored === 'ok' ? stores : 0)
      },
    ), { numRuns: 60 })
  })
})

describe('somebody else changed the reservation while the groups were compared (DEC-127)', () => {
  const stored = (summary = offeredSummary()) => ({ reservation: {} as never, driver: null, addDriver: null, rowVersion: 5, summary })
  const api = (now = offeredSummary()): Fakes => ({
    getFullReservation: stored(now), updateReservation: ({ body: { rowVersion } }) => (rowVersion === 5 ? stored(now) : refusedWith(409, 'VersionConflict')),
  })
  const versions = ({ api: { calls } }: Awaited<ReturnType<typeof at>>) => calls.filter(({ name }) => name === 'updateReservation').map(({ input }) => (input as { body: { rowVersion?: number } }).body.rowVersion)

  it('the upgrade is stored on the newest version where nothing is new to the renter', async () => {
    const page = await at({ api: api() })
    await inTurn(page.scope, turn(upgradePressed, 'C'), turn(yesPressed))
    expect([versions(page), page.published]).toEqual([[1, 5], ['chosen', 'accepted']])
  })

  it('else nothing is stored: what is new is shown, the comparison stays open, and the next yes stores it', async () => {
    const page = await at({ api: api(offeredSummary({ extras: [...offeredSummary().extras, anExtra({ extraID: 'WIFI', description: 'WiFi', isAccepted: true, totalValue: 12 })] })) })
    await inTurn(page.scope, turn(upgradePressed, 'C'), turn(yesPressed))
    expect([versions(page), page.published]).toEqual([[1], ['chosen']])
    expect(page.scope.getState($differences)).toMatchObject([{ id: 'WIFI', before: { quantity: 0 }, now: { quantity: 1, total: 12 } }])
    expect([page.scope.getState($chosen)?.groupId, asked(page.api).filter((name) => name === 'listUpsellGroups')]).toEqual(['C', ['listUpsellGroups', 'listUpsellGroups']])
    await inTurn(page.scope, turn(yesPressed))
    expect([versions(page), page.published]).toEqual([[1, 5], ['chosen', 'accepted']])
  })
})
