import fc from 'fast-check'
import { sampled } from '@checkin/testing/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyScenario, currencies, linesAfter, smallest, type GeneratedCurrency, type Scenario } from './fixtures/any-reservation.fixture.ts'
import { accountWorld, shownOn, type AccountWorld } from './fixtures/account-world.fixture.ts'
import { oracleTotals } from './fixtures/rational-oracle.fixture.ts'

/** How many reservations of each currency; a longer run has more, and a seed of its own. */
const numRuns = Number(process.env['CHECKIN_ACCOUNT_RUNS'] ?? sampled(5, 40))
const seed = Number(process.env['CHECKIN_ACCOUNT_SEED'] ?? 20_261_122)

let world: AccountWorld
beforeAll(async () => { world = await accountWorld() })
afterAll(() => world.stop())

/** The account by the text of PRICING: amounts in the smallest unit, lines by their ids. */
function expected(scenario: Scenario, currency: GeneratedCurrency) {
  const lines = linesAfter(scenario, currency)
  const places = currencies[currency]
  const paid = smallest(scenario.reservation.paidValue ?? 0, places)
  const { bill, cashier } = oracleTotals([...lines.values()], scenario.reservation.nrDays ?? 0, paid)
  const priced = [...lines].map(([id, line], at) => ({ id, line, ...bill[at] ?? { gross: 0, discounted: 0, net: 0, isInBill: false } }))
  const own = priced.filter(({ isInBill, line }) => isInBill && !line.isInvoiceVoucher)
  return { lines: new Map(own.map(({ id, gross }) => [id, gross])), own, total: cashier.preview, discount: cashier.discount, net: cashier.net, tax: cashier.tax, paid, due: Math.max(0, cashier.preview - paid), places }
}

const sum = (amounts: Iterable<number>): number => [...amounts].reduce((total, amount) => total + amount, 0)
const withoutZeros = (lines: ReadonlyMap<string, number>): Record<string, number> => Object.fromEntries([...lines].filter(([, amount]) => amount !== 0).sort())

describe.each(Object.keys(currencies) as GeneratedCurrency[])('the account of any reservation in %s', (currency) => {
  it('says the same to the renter, on the page, on paper and to the company, and adds up in each (DEC-54, DEC-122, DEC-116)', async () => {
    await fc.assert(fc.asyncProperty(anyScenario(currency), async (scenario) => {
      const should = expected(scenario, currency)
      // The oracle's own account adds up: what is compared with it does too.
      expect(sum(should.lines.values()) - should.discount).toBe(should.total)
      expect(sum(should.own.map(({ net }) => net))).toBe(should.net)
      expect(should.net + should.tax).toBe(should.total)
      const lived = await world.live(scenario, currency)
      const minor = (decimal: number): number => smallest(decimal, should.places)
      for (const { extras, cashier } of [lived.renter, lived.company]) {
        const priceOf = new Map(extras.map((extra) => [extra.extraID, extra]))
        expect(Object.fromEntries([...should.lines.keys()].map((id) => [id, minor(priceOf.get(id)?.totalValue ?? Number.NaN)]))).toEqual(Object.fromEntries(should.lines))
        expect([cashier.previewValue, cashier.discountValue, cashier.valueWithoutTax, cashier.valueTax, cashier.paidValues, Math.max(0, cashier.pendingValues)].map(minor))
          .toEqual([should.total, should.discount, should.net, should.tax, should.paid, should.due])
      }
      for (const shown of shownOn(lived, should.places)) {
        expect({ where: shown.where, lines: withoutZeros(shown.lines) }).toEqual({ where: shown.where, lines: withoutZeros(should.lines) })
        expect({ where: shown.where, total: shown.total, discount: shown.discount, paid: shown.paid, due: shown.due }).toEqual({ where: shown.where, total: should.total, discount: should.discount, paid: should.paid, due: should.due })
        expect(sum(shown.lines.values()) - shown.discount).toBe(shown.total)
        if (shown.parts) expect([sum(shown.parts.taxes), shown.parts.net]).toEqual([should.tax, should.net])
      }
    }), { numRuns, seed: seed + currencies[currency], endOnFailure: true })
  }, numRuns * 20_000)
})
