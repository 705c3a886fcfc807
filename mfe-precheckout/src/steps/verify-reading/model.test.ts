import { damagesConfirmed, fuelConfirmed, fuelLeft, mileageConfirmed, mileageLeft, problemOccurred } from '@checkin/flow'
import { collected, happenings, inTurn, turn } from '@checkin/testing'
import { allSettled, type Scope } from 'effector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkPicture } from '../../inspection/pictures.model.ts'
import { aPage, visit } from '../../test/a-page.ts'
import * as damages from '../verify-damages/model.ts'
import { fuel, mileage } from './model.ts'

const picture = (name = 'car.jpg'): File => new File(['x'], name, { type: 'image/jpeg' })
const pictures = (count: number): File[] => Array.from({ length: count }, (_, at) => picture(`car-${at}.jpg`))

let made = 0
const revoked: string[] = []
beforeEach(() => {
  made = 0
  revoked.length = 0
  vi.stubGlobal('URL', class extends URL {
    static override createObjectURL(): string { return `blob:${++made}` }
    static override revokeObjectURL(url: string): void { revoked.push(url) }
  })
})
afterEach(() => { vi.unstubAllGlobals() })

function looking(): { scope: Scope; published: readonly string[]; alerts: readonly { key: string }[]; calls: () => number } {
  const { scope, api } = aPage()
  return {
    scope, alerts: collected(scope, problemOccurred), calls: () => api.calls.length,
    published: happenings(scope, { damages: damagesConfirmed, mileage: mileageConfirmed, 'mileage left': mileageLeft, fuel: fuelConfirmed, 'fuel left': fuelLeft }),
  }
}

describe('the car\'s condition', () => {
  const open = turn(damages.opened, visit('verify-damages'))

  it('goes on with a yes, pictures or not (PRECHK-22, STATES S4.1)', async () => {
    const { scope, published, calls } = looking()
    await inTurn(scope, open, turn(damages.yesPressed))
    expect([published, calls()]).toEqual([['damages'], 0])
  })

  it.each([0, 4])('asks for at least 5 pictures when there are %i (PRECHK-23, CONST-18, ERR-27, STATES S4.2)', async (count) => {
    const { scope, published, alerts } = looking()
    await inTurn(scope, open, turn(damages.pictures.chosen, pictures(count)), turn(damages.noPressed))
    expect([published, alerts, scope.getState(damages.$isShort)]).toEqual([[], [{ key: 'Atleast5Images' }], true])
    await inTurn(scope, turn(damages.pictures.chosen, pictures(5 - count)))
    expect(scope.getState(damages.$isShort)).toBe(false)
    await inTurn(scope, turn(damages.noPressed))
    expect(published).toEqual(['damages'])
  })

  it('takes five and sends none of them (PRECHK-22, PRECHK-23)', async () => {
    const { scope, published, calls } = looking()
    await inTurn(scope, open, turn(damages.pictures.chosen, pictures(5)), turn(damages.noPressed))
    expect([published, calls()]).toEqual([['damages'], 0])
  })

  it('counts a picture that is taken back no more, and gives its memory back', async () => {
    const { scope, published } = looking()
    await inTurn(scope, open, turn(damages.pictures.chosen, pictures(5)), turn(damages.pictures.removed, { url: 'blob:2', name: 'car-1.jpg' }), turn(damages.noPressed))
    expect([published, revoked]).toEqual([[], ['blob:2']])
  })

  it('keeps the pictures over all screens until the inspection ends, and gives their memory back then (DEC-131)', async () => {
    const { scope } = looking()
    const toMileage = [turn(damages.noPressed), turn(damages.closed), turn(mileage.opened, visit('verify-km')), turn(mileage.noPressed), turn(mileage.pictures.chosen, pictures(1))]
    await inTurn(scope, open, turn(damages.pictures.chosen, pictures(5)), ...toMileage, turn(mileage.backPressed), turn(mileage.closed), open)
    expect([scope.getState(damages.pictures.$pictures).length, scope.getState(mileage.pictures.$pictures).length, revoked]).toEqual([5, 1, []])
    await inTurn(scope, turn(damages.noPressed), turn(damages.closed), turn(fuel.opened, visit('verify-fuel')), turn(fuel.yesPressed), turn(fuel.closed))
    expect([scope.getState(damages.pictures.$pictures), scope.getState(mileage.pictures.$pictures), revoked.length]).toEqual([[], [], 6])
  })

  it('says of a picture that it is too big and ignores what is none (ERR-25, ERR-26)', async () => {
    const { scope, alerts } = looking()
    const big = Object.defineProperty(picture('big.jpg'), 'size', { value: 15 * 1024 * 1024 })
    await inTurn(scope, open, turn(damages.pictures.chosen, [big, new File(['x'], 'list.pdf'), picture()]))
    expect([scope.getState(damages.pictures.$pictures).length, alerts]).toEqual([1, [{ key: 'ImageIsBiggerThanAllowed' }]])
  })

  it.each([
    ['car.JPG', 1, 'taken'], ['car.webp', 1, 'taken'], ['car.heic', 1, 'ignored'], ['car.png', 15 * 1024 * 1024 - 1, 'taken'], ['car.png', 15 * 1024 * 1024, 'too-big'],
  ] as const)('%s of %i bytes is %s (CONST-19)', (name, size, outcome) => {
    expect(checkPicture({ name, size })).toBe(outcome)
  })
})

describe.each([
  ['mileage', mileage, 'verify-km', 'mileage', 'mileage left'],
  ['fuel level', fuel, 'verify-fuel', 'fuel', 'fuel left'],
] as const)('the %s', (_, reading, screen, confirmed, left) => {
  const open = turn(reading.opened, visit(screen))

  it('goes on with a yes (PRECHK-22, STATES S4.3, S4.5)', async () => {
    const { scope, published, calls } = looking()
    await inTurn(scope, open, turn(reading.yesPressed))
    expect([published, calls()]).toEqual([[confirmed], 0])
  })

  it('is corrected by a picture of it (PRECHK-22)', async () => {
    const { scope, published, calls } = looking()
    await inTurn(scope, open, turn(reading.noPressed), turn(reading.confirmPressed))
    expect([published, scope.getState(reading.$isMissing)]).toEqual([[], true])
    await inTurn(scope, turn(reading.pictures.chosen, pictures(1)), turn(reading.confirmPressed))
    expect([published, calls()]).toEqual([[confirmed], 0])
  })

  it('is asked about again after Cancel, and each visit begins with the question', async () => {
    const { scope } = looking()
    await inTurn(scope, open, turn(reading.noPressed), turn(reading.cancelPressed))
    expect(scope.getState(reading.$isCorrecting)).toBe(false)
    await inTurn(scope, turn(reading.noPressed), open)
    expect(scope.getState(reading.$isCorrecting)).toBe(false)
  })

  it('leads back to the damages (PRECHK-24, DEC-67, STATES S4.4, S4.6)', async () => {
    const { scope, published } = looking()
    await inTurn(scope, open, turn(reading.backPressed))
    expect(published).toEqual([left])
  })

  it('confirms nothing that nobody corrects', async () => {
    const { scope, published } = looking()
    await inTurn(scope, open)
    await allSettled(reading.confirmPressed, { scope })
    expect(published).toEqual([])
  })
})
