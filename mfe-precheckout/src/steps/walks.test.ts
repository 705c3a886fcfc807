import { aDriver, anExtra, aReservation, aSummary, refusedWith } from '@checkin/api/testing'
import { loadScriptFx } from '@checkin/card-payment'
import {
  additionalDriverCardChosen, agreementDeferred, agreementSigned, damagesConfirmed, extrasCardChosen, fuelConfirmed, fuelLeft, mileageConfirmed, mileageLeft, noProgress,
  precheckoutConfirmed, precheckoutDenied, precheckoutExited, precheckoutFinished, precheckoutOpened, precheckoutRefused, precheckoutReopened, precheckoutStepsContinued,
  problemOccurred, questionRaised, signatureOpened, signatureUnconfirmed, upgradeCardChosen, type Progress,
} from '@checkin/flow'
import { $progress, $reservation } from '@checkin/flow/publish/shell'
import type { RouteName, ScreenName } from '@checkin/remote'
import { happenings, inTurn, turn, type Turn } from '@checkin/testing'
import { stateRows } from '@checkin/testing/states'
import { allSettled } from 'effector'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { remote } from '../remote.ts'
import { aPage, visit } from '../test/a-page.ts'
import { atCounter, signed } from './complete-agreement/model.ts'
import * as steps from './precheckout-steps/model.ts'
import * as review from './precheckout/model.ts'
import * as agreement from './rental-agreement/model.ts'
import { againPressed } from './complete-signed/model.ts'
import * as damages from './verify-damages/model.ts'
import { fuel, mileage } from './verify-reading/model.ts'

const heard = {
  precheckoutOpened, precheckoutDenied, precheckoutRefused, precheckoutConfirmed, precheckoutReopened, precheckoutExited, additionalDriverCardChosen, upgradeCardChosen,
  extrasCardChosen, precheckoutStepsContinued, signatureOpened, questionRaised, agreementDeferred, agreementSigned, signatureUnconfirmed, precheckoutFinished,
  damagesConfirmed, problemOccurred, mileageConfirmed, mileageLeft, fuelConfirmed, fuelLeft,
}
type Heard = keyof typeof heard

/** A place of the tables, as this module's steps and its neighbours' call it. */
type Place = ScreenName | 'upselling panel' | 'end'

/** The renter's situation, kept by hand beside the models. */
interface World {
  readonly place: Place
  readonly progress: Progress
  readonly hasDriver: boolean
  readonly pictures: number
}
const start = (place: Place): World => ({ place, progress: noProgress, hasDriver: false, pictures: 0 })

const loaded = aReservation().loaded()
const linked = { ...loaded, sessionKey: 'link-key' }
const none = refusedWith(401, 'Unauthorized')
const agreed = refusedWith(409, 'HasRentalAgreement')
const fine = { load: loaded, again: loaded, resume: linked, token: 'ix::token', update: loaded, submit: { signatureURL: 'http://sign.localhost/s/1' }, complete: { signed: true } }
/** How the calls of one press are answered. */
type Fate = { readonly [Call in keyof typeof fine]: unknown }

interface Deed {
  readonly row: string
  readonly on: RouteName
  /** The guard, counted by hand; a press behind a closed one must say nothing. */
  readonly when?: (world: World, off: readonly string[]) => boolean
  readonly fate?: Partial<Fate>
  readonly turns: readonly Turn[]
  readonly says: Heard
  readonly then?: (world: World) => Partial<World>
}

const progressed = (change: Partial<Progress>) => ({ progress }: World): Partial<World> => ({ progress: { ...progress, ...change } })
const driverOpen = ({ hasDriver }: World, off: readonly string[]) => !off.includes('adview') && !hasDriver
const upgradeOpen = ({ progress }: World, off: readonly string[]) => !off.includes('upview') && !progress.upgradeTaken && !progress.upsellingNoResults
const extrasOn = (_: World, off: readonly string[]) => !off.includes('exview')
const stepsOpen = (world: World, off: readonly string[]) => !world.progress.stepsContinued
  && (driverOpen(world, off) || upgradeOpen(world, off) || (extrasOn(world, off) && !world.progress.extrasCompletedPrecheckout))

const opening = (name: 'precheckout-guid' | 'complete-signed'): readonly Turn[] =>
  [turn(remote.steps.find((step) => step.name === name)!.opened, visit(name, { guid: 'g'.repeat(43), id: 'signature-1' }))]
const shots = (count: number): File[] => Array.from({ length: count }, () => new File(['x'], 'car.jpg'))
const twoMore = [turn(damages.pictures.chosen, shots(2)), turn(damages.noPressed)]
const proceed = (card: string) => [turn(agreement.cards.chosen, card), turn(agreement.proceedPressed)]
const badCard = () => { throw Object.assign(new Error('refused'), { problems: [{ attribute: 'month', key: 'errors.blank' }] }) }
const enters = { on: 'precheckout-guid', turns: opening('precheckout-guid') } as const
const agrees = { on: 'rental-agreement' } as const

/** How each row of this module is walked. A row may be walked in more than one way. */
const deeds: readonly Deed[] = [
  { row: 'S3.1', ...enters, says: 'precheckoutOpened' },
  { row: 'S3.2', ...enters, fate: { load: none }, says: 'precheckoutOpened' },
  { row: 'S3.3', ...enters, fate: { load: none, again: none }, says: 'precheckoutDenied' },
  { row: 'S3.4', ...enters, fate: { load: none, resume: none }, says: 'precheckoutRefused' },
  { row: 'S3.5', ...enters, fate: { load: agreed }, says: 'precheckoutRefused' },
  { row: 'S3.5', ...enters, fate: { load: none, resume: agreed }, says: 'precheckoutRefused' },
  { row: 'S3.6', on: 'precheckout', when: stepsOpen, turns: [turn(review.proceedPressed)], says: 'precheckoutConfirmed' },
  { row: 'S3.7', on: 'precheckout', when: (world, off) => !stepsOpen(world, off), turns: [turn(review.proceedPressed)], says: 'precheckoutConfirmed' },
  { row: 'S3.8', on: 'precheckout', turns: [turn(review.modifyPressed)], says: 'precheckoutReopened' },
  { row: 'S3.9', on: 'precheckout', turns: [turn(review.exitPressed)], says: 'precheckoutExited' },
  { row: 'S3.20', on: 'precheckout-steps', when: driverOpen, turns: [turn(steps.cardPressed, 'AddDriver')], says: 'additionalDriverCardChosen' },
  { row: 'S3.21', on: 'precheckout-steps', when: upgradeOpen, turns: [turn(steps.cardPressed, 'UpgradeVehicle')], says: 'upgradeCardChosen' },
  { row: 'S3.22', on: 'precheckout-steps', when: extrasOn, turns: [turn(steps.cardPressed, 'Extras')], says: 'extrasCardChosen' },
  { row: 'S3.23', on: 'precheckout-steps', turns: [turn(steps.continuePressed)], says: 'precheckoutStepsContinued', then: progressed({ stepsContinued: true }) },
  { row: 'S3.42', ...agrees, turns: proceed('saved-0'), says: 'signatureOpened' },
  { row: 'S3.42', ...agrees, turns: proceed('new'), says: 'signatureOpened' },
  { row: 'S3.43', ...agrees, fate: { token: badCard }, turns: proceed('new'), says: 'questionRaised' },
  { row: 'S3.44', ...agrees, fate: { update: refusedWith(500) }, turns: proceed('new'), says: 'questionRaised' },
  { row: 'S3.45', ...agrees, fate: { submit: { signatureURL: null, errors: [{ context: 'payment' }] } }, turns: proceed('saved-0'), says: 'questionRaised' },
  { row: 'S3.46', ...agrees, fate: { submit: refusedWith(500) }, turns: proceed('new'), says: 'questionRaised' },
  { row: 'S3.47', ...agrees, turns: [turn(agreement.counterPressed)], says: 'agreementDeferred' },
  { row: 'S3.48', ...agrees, fate: { update: refusedWith(500) }, turns: [turn(agreement.counterPressed)], says: 'questionRaised' },
  { row: 'S3.49', on: 'complete-signed', turns: opening('complete-signed'), says: 'agreementSigned' },
  { row: 'S3.56', on: 'complete-signed', fate: { complete: refusedWith(409, 'SignatureRefused', { data: { signatureURL: null } }) }, turns: opening('complete-signed'), says: 'signatureUnconfirmed' },
  { row: 'S3.57', on: 'complete-signed', fate: { complete: refusedWith(409, 'SignatureRefused', { data: { signatureURL: 'http://sign.localhost/s/2' } }) }, turns: [turn(againPressed)], says: 'signatureOpened' },
  { row: 'S3.51', on: 'complete-rental-agreement', turns: [turn(signed.homePressed)], says: 'precheckoutFinished' },
  { row: 'S3.51', on: 'complete-rental-agreement-no-payment', turns: [turn(atCounter.homePressed)], says: 'precheckoutFinished' },
  { row: 'S4.1', on: 'verify-damages', turns: [turn(damages.yesPressed)], says: 'damagesConfirmed' },
  { row: 'S4.1', on: 'verify-damages', when: ({ pictures }) => pictures + 2 >= 5, turns: twoMore, says: 'damagesConfirmed', then: ({ pictures }) => ({ pictures: pictures + 2 }) },
  { row: 'S4.2', on: 'verify-damages', when: ({ pictures }) => pictures + 2 < 5, turns: twoMore, says: 'problemOccurred', then: ({ pictures }) => ({ pictures: pictures + 2 }) },
  { row: 'S4.3', on: 'verify-km', turns: [turn(mileage.yesPressed)], says: 'mileageConfirmed' },
  { row: 'S4.3', on: 'verify-km', turns: [turn(mileage.noPressed), turn(mileage.pictures.chosen, shots(1)), turn(mileage.confirmPressed)], says: 'mileageConfirmed' },
  { row: 'S4.4', on: 'verify-km', turns: [turn(mileage.backPressed)], says: 'mileageLeft' },
  { row: 'S4.5', on: 'verify-fuel', turns: [turn(fuel.yesPressed)], says: 'fuelConfirmed' },
  { row: 'S4.5', on: 'verify-fuel', turns: [turn(fuel.noPressed), turn(fuel.pictures.chosen, shots(1)), turn(fuel.confirmPressed)], says: 'fuelConfirmed' },
  { row: 'S4.6', on: 'verify-fuel', turns: [turn(fuel.backPressed)], says: 'fuelLeft' },
]
/** S3.50 says two things: the modal, and that nothing is signed. */
const unsigned = { row: 'S3.50', on: 'complete-signed', fate: { complete: refusedWith(409, 'SignatureFailed') }, turns: opening('complete-signed') } as const

/** Rows of the screens of other modules: what the shell remembers after them. Their own walks are their modules'. */
const neighbours: Readonly<Record<string, (world: World) => Partial<World>>> = {
  ...Object.fromEntries(['S3.10', 'S3.11', 'S3.12', 'S3.13', 'S3.14', 'S3.15', 'S3.16', 'S3.17', 'S3.24', 'S3.25', 'S3.28', 'S3.29', 'S3.30', 'S3.31', 'S3.33', 'S3.36', 'S3.38', 'S3.39', 'S3.40', 'S3.41'].map((row) => [row, () => ({})])),
  'S3.32': progressed({ upgradeTaken: true }), 'S3.34': progressed({ upsellingNoResults: true }), 'S3.37': progressed({ extrasCompletedPrecheckout: true }),
  'S2.17': () => ({ hasDriver: true }),
}
/** What stays on its screen, the additional driver who is there already, and what the shell answers to a missed rule: nothing to walk for this module. */
const unwalked = ['S3.18', 'S3.19', 'S3.26', 'S3.27', 'S3.35', 'S3.41b', 'S3.52', 'S3.53', 'S3.54', 'S3.55']

const rowOf = (id: string) => {
  const row = stateRows.find((each) => each.id === id)
  if (!row) throw new Error(`no row ${id}`)
  return row
}
const placeNames: Readonly<Record<string, Place>> = {
  entry: 'precheckout-guid', 'external signature': 'complete-signed', clear: 'end', reservation: 'end',
  'complete ra': 'complete-rental-agreement', 'complete ra-no-payment': 'complete-rental-agreement-no-payment',
}
/** A state or target of the tables without what is written behind it. */
function placeOf(text: string): Place {
  const bare = text.replace(/^complete \(([\w-]+)\).*/, 'complete $1').replace(/ \(.*/, '').replace(/,.*/, '')
  return placeNames[bare] ?? (bare)
}
const targetOf = (id: string, here: Place): Place => (rowOf(id).target.startsWith('stay') ? here : placeOf(rowOf(id).target))

/** A page whose calls are answered as the deed at hand wants it. */
function setOut(off: readonly string[]) {
  let fate: Fate = fine
  const answer = (call: keyof Fate) => () => fate[call] as never
  let loads = 0
  const page = aPage({
    off, summary: aSummary({ extras: [...aSummary().extras, anExtra({ extraID: 'ADD', isAddDriver: true })] }),
    api: {
      getPrecheckoutReservation: () => fate[loads++ === 0 ? 'load' : 'again'] as never, resume: answer('resume'), updateReservation: answer('update'),
      submitPrecheckout: answer('submit'), completePrecheckout: answer('complete'),
      listSavedCards: [{ creditCardNumber: '4111 **** **** 1111', cardFlag: 'VISA', token: 'saved-card-1', referenceToken: 'ref-1' }],
    },
    effects: [[loadScriptFx as never, () => 'loaded'], [agreement.cardForm.tokenizeFx as never, () => {
      const { token } = fate
      return typeof token === 'function' ? (token as () => never)() : { token, card: null }
    }]],
  })
  const published = happenings(page.scope, heard)
  const isLoad = (place: Place) => place === 'precheckout-guid' || place === 'complete-signed'
  const stepOf = (place: Place) => remote.steps.find(({ name }) => name === place)
  return {
    ...page,
    arrive: async ({ place, progress, hasDriver }: World) => {
      const { scope } = page
      await allSettled($progress, { scope, params: progress })
      const now = scope.getState($reservation)
      await allSettled($reservation, { scope, params: now && { ...now, addDriver: hasDriver ? aDriver({ id: 8, name: 'Rui', surname: 'Costa' }) : null } })
      const step = stepOf(place)
      if (step && !isLoad(place)) await inTurn(scope, turn(step.opened, visit(step.name)))
    },
    leave: async (place: Place) => { const step = stepOf(place); if (step?.closed) await inTurn(page.scope, turn(step.closed)) },
    /** What is said by a press. */
    press: async ({ turns, fate: own = {} }: Pick<Deed, 'turns' | 'fate'>): Promise<readonly string[]> => {
      fate = { ...fine, ...own }
      loads = 0
      const before = published.length
      await inTurn(page.scope, ...turns)
      return published.slice(before)
    },
  }
}

beforeAll(() => {
  vi.stubGlobal('URL', class extends URL {
    static override createObjectURL(): string { return 'blob:1' }
    static override revokeObjectURL(): void { /* Nothing is kept in a test. */ }
  })
})
afterAll(() => { vi.unstubAllGlobals() })

describe('the tables S3 and S4', () => {
  it('have no row that is not walked here or a neighbour\'s', () => {
    const walked = new Set([...deeds.map(({ row }) => row), unsigned.row, ...Object.keys(neighbours), ...unwalked])
    expect(stateRows.filter(({ id }) => /^S[34]\./.test(id)).map(({ id }) => id).filter((id) => !walked.has(id))).toEqual([])
  })

  it.each(deeds)('$row on $on says $says, and nothing else', async (deed) => {
    expect(placeOf(rowOf(deed.row).state)).toBe(deed.row === 'S3.51' ? 'complete' : placeOf(deed.on))
    const situations: readonly World[] = [start(deed.on), { ...start(deed.on), progress: { ...noProgress, stepsContinued: true } }, { ...start(deed.on), pictures: 4 }]
    const world = situations.find((each) => deed.when?.(each, []) ?? true)!
    const page = setOut([])
    await page.arrive(world)
    if (world.pictures > 0) await page.press({ turns: [turn(damages.pictures.chosen, shots(world.pictures))] })
    expect(await page.press(deed)).toEqual([deed.says])
  })

  it('S3.50 on complete-signed tells the counter and claims nothing', async () => {
    const page = setOut([])
    await page.arrive(start('complete-signed'))
    expect((await page.press(unsigned)).toSorted()).toEqual(['questionRaised', 'signatureUnconfirmed'])
  })
})

describe('any walk through pre-checkout and the inspection', () => {
  it('says at each press what the row of the tables wants, says nothing behind a closed guard, and shows each card as it stands (PRECHK-03, PRECHK-24, STATES S3, S4)', async () => {
    await fc.assert(fc.asyncProperty(
      fc.subarray(['adview', 'upview', 'exview']), fc.constantFrom<Place>('precheckout', 'precheckout-steps', 'verify-damages'), fc.array(fc.nat(1000), { minLength: 20, maxLength: 60 }),
      async (off, first, choices) => {
        const page = setOut(off)
        let world = start(first)
        await page.arrive(world)
        const goTo = async (row: string, change: Partial<World> = {}) => {
          const place = targetOf(row, world.place)
          const isLeft = place !== world.place
          if (isLeft) await page.leave(world.place)
          world = { ...world, ...(row === 'S4.5' && { pictures: 0 }), ...change, place }
          if (isLeft) await page.arrive(world)
        }
        for (const choice of choices) {
          if (world.place === 'end') {
            // Whoever is out follows the link again, and finds nothing of the former visit.
            world = start('precheckout-guid')
            await page.arrive(world)
          }
          const own = deeds.filter(({ on }) => on === world.place)
          const deed = own[choice % Math.max(own.length, 1)]
          if (deed) {
            const isOpen = deed.when?.(world, off) ?? true
            // The two ways on of the review, and of too few pictures, are one button: only the row whose guard holds is pressed.
            if (!isOpen && !['S3.20', 'S3.21', 'S3.22'].includes(deed.row)) continue
            expect([deed.row, await page.press(deed)]).toEqual([deed.row, isOpen ? [deed.says] : []])
            if (isOpen) await goTo(deed.row, deed.then?.(world))
          } else {
            const rows = Object.keys(neighbours).filter((row) => placeOf(rowOf(row).state) === world.place || (row === 'S2.17' && world.place === 'verify-driver'))
            const row = rows[choice % rows.length]!
            await goTo(row, neighbours[row]?.(world))
          }
          if (world.place === 'precheckout-steps') {
            const { progress: { upgradeTaken, upsellingNoResults, extrasCompletedPrecheckout } } = world
            expect(page.scope.getState(steps.$cards).map(({ name, isDone }) => `${name} ${isDone ? 'done' : 'open'}`)).toEqual([
              ...(off.includes('adview') ? [] : [`AddDriver ${world.hasDriver ? 'done' : 'open'}`]),
              ...(upgradeTaken ? ['UpgradeVehicle done'] : off.includes('upview') || upsellingNoResults ? [] : ['UpgradeVehicle open']),
              ...(off.includes('exview') ? [] : [`Extras ${extrasCompletedPrecheckout ? 'done' : 'open'}`]),
            ])
          }
        }
      },
    ), { numRuns: 60 })
  })
})
