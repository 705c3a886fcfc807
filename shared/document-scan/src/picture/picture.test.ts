import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bordersOf, placementOf } from './borders.ts'
import { greyOf, middleOf, type Grey } from './grey.ts'
import { hintOf } from './hint.ts'
import { inkOf } from './ink.ts'
import { differenceOf, faultOf, qualityOf } from './quality.ts'

const width = 400
const height = 270
/** Where a card should be: see `frameShares`. */
const frame = { left: 24, top: 24, width: 352, height: 222 }

interface Card {
  /** Middle and size, in shares of the frame's. */
  readonly scale?: number
  readonly turn?: number
  readonly ground?: number
  readonly paper?: number
  readonly glare?: number
}

/** A card with lines of writing on a table, as a function of the place; `turn` in degrees. */
function cardPicture({ scale = 1, turn = 0, ground = 80, paper = 210, glare = 0 }: Card = {}): Grey {
  const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)]
  const values = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [right, down] = [x - width / 2, y - height / 2]
      const [across, along] = [(right * cos + down * sin) / scale, (down * cos - right * sin) / scale]
      const isCard = Math.abs(across) < frame.width / 2 && Math.abs(along) < frame.height / 2
      const isInk = Math.abs(across) < 140 && Math.abs(along) < 90 && Math.floor(along / 9) % 2 === 0 && Math.floor(across / 3) % 2 === 0
      const isLit = Math.hypot(right - 40, down) < glare
      values[y * width + x] = isLit ? 255 : !isCard ? ground : isInk ? Math.round(paper * 0.25) : paper
    }
  }
  return { width, height, values }
}

/** A mean over a square, twice: what a lens out of focus does. */
const blurred = (grey: Grey, reach: number): Grey => meanOf(meanOf(grey, reach), reach)

function meanOf(grey: Grey, reach: number): Grey {
  const values = new Uint8Array(grey.values.length)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let [sum, count] = [0, 0]
      for (let dy = -reach; dy <= reach; dy += 1) {
        for (let dx = -reach; dx <= reach; dx += 1) {
          if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue
          sum += grey.values[(y + dy) * width + x + dx] ?? 0
          count += 1
        }
      }
      values[y * width + x] = Math.round(sum / count)
    }
  }
  return { width, height, values }
}

const placed = (card: Card) => { const grey = cardPicture(card); return placementOf(bordersOf(grey, frame), grey, frame) }

describe('a picture', () => {
  it('is grey by how bright its colours look', () => {
    expect([...greyOf({ width: 3, height: 1, data: new Uint8ClampedArray([255, 0, 0, 255, 0, 255, 0, 255, 255, 255, 255, 255]) }).values]).toEqual([76, 149, 255])
  })

  it.each([
    ['good', {}, null], ['in the dark', { ground: 12, paper: 40 }, 'tooDark'], ['with a lamp on it', { glare: 50 }, 'glare'], ['with a spot of light', { glare: 15 }, null],
  ] as const)('%s is told to be so (DEC-175)', (_, card, fault) => {
    expect(faultOf(qualityOf(cardPicture(card), frame))).toBe(fault)
  })

  it('out of focus is blurred, the more the less sharp it is, whatever its contrast (DEC-175)', () => {
    const sharp = cardPicture()
    const levels = [0, 1, 2, 4].map((reach) => qualityOf(blurred(sharp, reach), frame).sharpness)
    expect([...levels].sort((one, other) => other - one)).toEqual(levels)
    expect(faultOf(qualityOf(blurred(sharp, 4), frame))).toBe('blurred')
    const pale = { ...sharp, values: sharp.values.map((value) => 100 + value / 3) }
    expect(qualityOf(pale, frame).sharpness / qualityOf(sharp, frame).sharpness).toBeCloseTo(1, 1)
  })

  it('of nothing has no quality', () => {
    expect(qualityOf(cardPicture(), { left: 500, top: 0, width: 10, height: 10 })).toEqual({ brightness: 0, glare: 0, sharpness: 0 })
  })

  it('differs from another by its pixels, and wholly from one of another size', () => {
    const card = cardPicture()
    expect([differenceOf(card, card), differenceOf(card, { width: 1, height: 1, values: new Uint8Array(1) })]).toEqual([0, 255])
    expect(differenceOf(card, cardPicture({ turn: 3 }))).toBeGreaterThan(6)
  })
})

describe('a document in the frame', () => {
  it.each([
    ['fills it', {}, 'fits'], ['is a little small', { scale: 0.92 }, 'fits'], ['is askew', { turn: 3 }, 'fits'], ['is dark on a bright table', { ground: 230, paper: 120 }, 'fits'],
    ['is far away', { scale: 0.7 }, 'far'], ['lies across', { turn: 30 }, 'none'],
  ] as const)('that %s is found accordingly (DEC-175)', (_, card, placement) => {
    expect(placed(card)).toBe(placement)
  })

  it('is found wherever it stands as it should, and nowhere in an even picture (DEC-175)', () => {
    fc.assert(fc.property(fc.double({ min: 0.94, max: 1.02, noNaN: true }), fc.double({ min: -3, max: 3, noNaN: true }), fc.integer({ min: 20, max: 110 }), (scale, turn, ground) => {
      expect(placed({ scale, turn, ground })).toBe('fits')
    }), { numRuns: 25, seed: 175 })
    fc.assert(fc.property(fc.integer({ min: 0, max: 255 }), (ground) => { expect(placed({ ground, paper: ground, scale: 0.001 })).toBe('none') }), { numRuns: 5, seed: 175 })
  })

  it.each([
    ['tooDark', cardPicture({ ground: 12, paper: 40 })], ['tooMuchLight', cardPicture({ glare: 50 })], ['place', cardPicture({ scale: 0.001 })], ['moveCloser', cardPicture({ scale: 0.7 })],
    ['holdStill', blurred(cardPicture(), 4)], ['found', cardPicture()],
  ] as const)('is hinted at with %s (DEC-175)', (hint, grey) => {
    expect(hintOf(grey, frame, grey)).toBe(hint)
  })

  it('is held still when it was there before (DEC-175)', () => {
    expect([hintOf(cardPicture(), frame, null), hintOf(cardPicture(), frame, cardPicture({ turn: 3 }))]).toEqual(['holdStill', 'holdStill'])
  })
})

describe('what is written', () => {
  it('is dark on white whatever the light, and a portrait is not', () => {
    // Light that falls off from left to right, a pattern on the paper, and a big dark square for the portrait.
    const lit = cardPicture()
    const values = lit.values.map((value, at) => {
      const [x, y] = [at % width, Math.floor(at / width)]
      const isPortrait = x > 30 && x < 110 && y > 60 && y < 200
      return (isPortrait ? 90 : value - (Math.floor((x + y) / 5) % 2) * 6) * (1 - (x / width) * 0.5)
    })
    const ink = inkOf({ width, height, values })
    expect(ink.values[130 * width + 70]).toBeGreaterThan(230)
    const isInked = (x: number, y: number): boolean => (ink.values[y * width + x] ?? 255) < 60
    const across = Array.from({ length: 60 }, (_, at) => isInked(260 + at, height / 2 + 4))
    expect(across.filter(Boolean).length).toBeGreaterThan(20)
    expect(middleOf(ink)).toEqual({ left: 80, top: 54, width: 240, height: 162 })
  })
})
