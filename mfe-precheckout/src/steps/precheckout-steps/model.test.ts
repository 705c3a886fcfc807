import { anExtra, aDriver, aSummary } from '@checkin/api/testing'
import { additionalDriverCardChosen, extrasCardChosen, precheckoutStepsContinued, upgradeCardChosen } from '@checkin/flow'
import { happenings, inTurn, turn } from '@checkin/testing'
import { describe, expect, it } from 'vitest'
import type { stepCards } from '../../domain/step-cards.ts'
import { aPage, visit, type PageOptions } from '../../test/a-page.ts'
import { $cards, $isWaiting, cardPressed, continuePressed, opened } from './model.ts'

const withDriverOffer = aSummary({ extras: [...aSummary().extras, anExtra({ extraID: 'ADD', isAddDriver: true })] })

async function at(options: PageOptions = {}) {
  const page = aPage({ summary: withDriverOffer, ...options })
  const published = happenings(page.scope, { driver: additionalDriverCardChosen, upgrade: upgradeCardChosen, extras: extrasCardChosen, on: precheckoutStepsContinued })
  await inTurn(page.scope, turn(opened, visit('precheckout-steps')))
  return { ...page, published }
}
const named = (cards: ReturnType<typeof stepCards>) => cards.map(({ name, isDone }) => (isDone ? `${name} done` : name))

describe('the steps of pre-checkout', () => {
  it('are three cards, none done at the start (PRECHK-05)', async () => {
    const { scope } = await at()
    expect(named(scope.getState($cards))).toEqual(['AddDriver', 'UpgradeVehicle', 'Extras'])
  })

  it('says Done of the additional driver as it is loaded (PRECHK-05, SHELL-45)', async () => {
    const { scope } = await at({ loaded: { addDriver: aDriver({ id: 8, name: 'Rui', surname: 'Costa' }) } })
    expect(named(scope.getState($cards))).toEqual(['AddDriver done', 'UpgradeVehicle', 'Extras'])
  })

  it('says Done of an upgrade that the reservation shows (PRECHK-05, SHELL-47)', async () => {
    const { scope } = await at({ summary: aSummary({ extras: [...withDriverOffer.extras, anExtra({ extraID: 'UP', ratePeriodType: 'DaysUpselling', isAccepted: true })] }) })
    expect(named(scope.getState($cards))).toEqual(['AddDriver', 'UpgradeVehicle done', 'Extras'])
  })

  it('says Done of extras that were submitted here, which may be changed again (PRECHK-05, PRECHK-09, STATES S3.22)', async () => {
    const { scope, published } = await at({ progress: { extrasCompletedPrecheckout: true } })
    expect(named(scope.getState($cards))).toEqual(['AddDriver', 'UpgradeVehicle', 'Extras done'])
    await inTurn(scope, turn(cardPressed, 'Extras' as const))
    expect(published).toEqual(['extras'])
  })

  it.each([
    ['adview', ['UpgradeVehicle', 'Extras']], ['upview', ['AddDriver', 'Extras']], ['exview', ['AddDriver', 'UpgradeVehicle']],
  ])('has no card for a step that is off: %s (PRECHK-06)', async (module, cards) => {
    const { scope } = await at({ off: [module] })
    expect(named(scope.getState($cards))).toEqual(cards)
  })

  it('has no card for upgrades when there are none, nor for a driver whom nobody offers (PRECHK-06, SHELL-51)', async () => {
    const { scope } = await at({ summary: aSummary(), progress: { upsellingNoResults: true } })
    expect(named(scope.getState($cards))).toEqual(['Extras'])
  })

  it('lead to the offer of the driver, the upgrades and the extras (DEC-84, DEC-59, STATES S3.20 to S3.22)', async () => {
    const { scope, published } = await at()
    await inTurn(scope, turn(cardPressed, 'AddDriver' as const), turn(cardPressed, 'UpgradeVehicle' as const), turn(cardPressed, 'Extras' as const))
    expect(published).toEqual(['driver', 'upgrade', 'extras'])
  })

  it('a done driver or upgrade leads nowhere (STATES model: never offered again)', async () => {
    const { scope, published } = await at({ loaded: { addDriver: aDriver({ id: 8, name: 'Rui', surname: 'Costa' }) }, progress: { upgradeTaken: true } })
    await inTurn(scope, turn(cardPressed, 'AddDriver' as const), turn(cardPressed, 'UpgradeVehicle' as const))
    expect(published).toEqual([])
  })

  it('Continue goes on (STATES S3.23)', async () => {
    const { scope, published } = await at()
    await inTurn(scope, turn(continuePressed))
    expect(published).toEqual(['on'])
  })

  it('says that the rental\'s lines are on their way', async () => {
    const { scope } = await at({ summary: null, loading: true })
    expect(scope.getState($isWaiting)).toBe(true)
  })
})
