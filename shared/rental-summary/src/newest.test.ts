import { anExtra, aReservation, aSummary } from '@checkin/api/testing'
import { describe, expect, it } from 'vitest'
import type { ExtraChange } from './changes.ts'
import { differencesOf, writeOnNewest } from './newest.ts'

const seat = (quantity: number, change: Parameters<typeof anExtra>[0] = {}) => anExtra({ isAcceptQuantity: true, isAccepted: quantity > 0, quantity, valueWithTax: 10, totalValue: quantity * 10, ...change })
const fee = (drivers: number) => anExtra({ extraID: 'YOUNG', description: 'Young driver', isAccepted: true, unitsNr: drivers, valueWithTax: 60, totalValue: drivers * 60 })
const chosen = (quantity: number): ExtraChange => ({ extraID: 'SEAT', quantity, before: { quantity: 0, total: 0 }, textBefore: '' })
const of = (...extras: readonly ReturnType<typeof anExtra>[]) => aSummary({ extras: [...extras] })
const shown = (differences: ReturnType<typeof differencesOf>) => differences.map(({ id, before, now }) => [id, before.quantity, now.quantity])

describe('what a renter has not seen yet (DEC-127)', () => {
  it.each([
    ['nothing', of(seat(2)), of(seat(2)), [], []],
    ['one more of a line', of(seat(1)), of(seat(2)), [], [['SEAT', 1, 2]]],
    ['a new line', of(), of(seat(1)), [], [['SEAT', 0, 1]]],
    ['a line that is gone', of(seat(1)), of(), [], [['SEAT', 1, 0]]],
    ['another price', of(seat(1)), of(seat(1, { valueWithTax: 12, totalValue: 12 })), [], [['SEAT', 1, 1]]],
    ['a fee for a second driver', of(fee(1)), of(fee(2)), [], [['YOUNG', 1, 1]]],
    ['nothing of an extra that nobody takes', of(seat(0)), of(seat(0, { valueWithTax: 99 })), [], []],
    ['nothing of what this page stored itself', of(seat(0)), of(seat(2)), [chosen(2)], []],
    ['that more was taken elsewhere than was chosen here', of(seat(0)), of(seat(3)), [chosen(2)], [['SEAT', 2, 3]]],
    ['nothing of a choice that still stands', of(seat(0)), of(seat(1)), [chosen(2)], []],
    ['another price of what was chosen', of(seat(0)), of(seat(0, { valueWithTax: 12 })), [chosen(2)], [['SEAT', 2, 2]]],
  ])('is %s', (_what, seen, now, changes, differences) => {
    expect(shown(differencesOf(seen, now, changes))).toEqual(differences)
  })
})

describe('a write on the newest version', () => {
  const conflict = { kind: 'http', code: 'VersionConflict' }
  const { reservation } = aReservation()
  const full = (rowVersion: number, summary = of(seat(1))) => ({ reservation, driver: null, addDriver: null, rowVersion, summary })
  /** The server is at a version that moves on `moves` times while the page tries. */
  const server = (version: number, moves = 0, summary = of(seat(1))) => {
    const tried: (number | undefined)[] = []
    const write = async (rowVersion: number | undefined): Promise<string> => {
      tried.push(rowVersion)
      if (rowVersion !== undefined && rowVersion !== version) throw conflict // oxlint-disable-line typescript/only-throw-error -- the failure of an effect is data
      return 'stored'
    }
    const load = async () => {
      const loaded = full(version, summary)
      if (tried.length <= moves) version += 1
      return loaded
    }
    return { tried, write, load }
  }
  const seen = of(seat(1))

  it('is made at once where nothing is newer, or where the shell says no version', async () => {
    for (const rowVersion of [3, undefined]) expect(await writeOnNewest({ rowVersion, seen, changes: [], ...server(3) })).toEqual({ kind: 'stored', answer: 'stored' })
  })

  it('follows a reservation that moves on without anything new to the renter, three times at most', async () => {
    const once = server(3, 1)
    expect(await writeOnNewest({ rowVersion: 1, seen, changes: [], ...once })).toMatchObject({ kind: 'stored' })
    expect(once.tried).toEqual([1, 3, 4])
    await expect(writeOnNewest({ rowVersion: 1, seen, changes: [], ...server(3, 9) })).rejects.toBe(conflict)
  })

  it('is left to the renter where something is new', async () => {
    const newer = server(3, 0, of(seat(2)))
    expect(await writeOnNewest({ rowVersion: 1, seen, changes: [], ...newer })).toMatchObject({ kind: 'changed', now: { rowVersion: 3 }, differences: [{ id: 'SEAT' }] })
    expect(newer.tried).toEqual([1])
  })

  it('fails as the write fails', async () => {
    const failure = new Error('away')
    await expect(writeOnNewest({ rowVersion: 1, seen, changes: [], write: () => Promise.reject(failure), load: async () => full(3) })).rejects.toBe(failure)
  })
})
