import type { ExtrasSummary, FullReservation } from '@checkin/api'
import { demoReservations } from '@checkin/demo/data/demo-reservations.ts'
import { demoTenants } from '@checkin/demo/data/demo-tenants.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isChoosable } from '../src/reservations/offers/choose-extras.ts'
import { FleetReservation } from '@checkin/fleet'
import { aRenter, quantityOf, select, unselect, type SentExtra } from './fixtures/renter.fixture.ts'
import { loadReservation } from '../src/reservations/reservation-store.ts'
import { adminToken, fleetToken, wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'

let api: WholeApi
beforeAll(async () => {
  api = await wholeApi()
  for (const tenant of demoTenants) {
    const put = await api.app.inject({
      method: 'PUT', url: `/internal/v1/tenants/${tenant.id}`, headers: { authorization: `Bearer ${adminToken}` },
      payload: { ...tenant, fleetToken: fleetToken(tenant.id) },
    })
    expect(put.statusCode).toBe(200)
  }
})
afterAll(() => api.stop())

const cents = (value: number): number => Math.round(value * 100)

/** The bill once more, from nothing but the lines that a page shows. */
function addsUp({ extras, cashier, invoice }: ExtrasSummary): void {
  for (const [block, isVoucher] of [[cashier, false], [invoice, true]] as const) {
    const counting = extras.filter((extra) => extra.isAccepted && !extra.isIncluded && extra.isInvoiceVoucher === isVoucher)
    expect(cents(block.previewValue)).toBe(counting.reduce((sum, extra) => sum + cents(extra.totalValue), 0))
    expect(cents(block.valueWithoutTax)).toBe(counting.reduce((sum, extra) => sum + cents(extra.bottomLineValue ?? 0), 0))
    expect(cents(block.previewValue)).toBe(cents(block.valueWithoutTax) + cents(block.valueTax))
  }
  expect(cents(cashier.pendingValues)).toBe(cents(cashier.previewValue) - cents(cashier.paidValues))
}

describe.each(demoReservations(new Date()).map((demo) => [demo.reservation.reference, demo] as const))('%s', (reference, { tenant, reservation }) => {
  it('has the same figures on the page, in the API and for the company, through add, remove, quantity, upgrade and back', async () => {
    const renter = await aRenter(api, reference, FleetReservation.parse(reservation), tenant)
    const { summary: company } = await renter.company()
    addsUp(company)
    if ('hasRentalAgreement' in reservation) return

    const start = await renter.full()
    expect(start.summary.cashier).toEqual(company.cashier)
    expect(cents(start.reservation.amountDue)).toBe(Math.max(0, cents(company.cashier.pendingValues)))
    const rows = (await api.database.withTenant(tenant, (transaction) => loadReservation(transaction, tenant, { id: renter.id })))?.extras ?? []
    const choice: SentExtra[] = []
    // A tenant without the step has no prices of extras to ask for (SHELL-05).
    const hasExtras = demoTenants.find(({ id }) => id === tenant)?.settings.modules.some(({ viewTag, isEnabled }) => viewTag === 'exview' && isEnabled) ?? false
    for (const row of !hasExtras ? [] : rows.filter((each) => isChoosable(each) && !each.is_included && !each.is_accepted)) {
      const hasQuantity = row.flags.includes('isAcceptQuantity')
      const [add, remove] = hasQuantity ? [quantityOf(row.extra_id, 1), quantityOf(row.extra_id, 0)] : [select(row.extra_id), unselect(row.extra_id)]
      const without = (await renter.values(choice)).json<ExtrasSummary>()
      const added = (await renter.values([...choice, add])).json<ExtrasSummary>()
      addsUp(added)
      const shown = added.extras.find(({ extraID }) => extraID === row.extra_id)?.totalValue ?? 0
      expect(cents(added.cashier.previewValue) - cents(without.cashier.previewValue)).toBe(cents(shown))
      expect((await renter.values([...choice, remove])).json<ExtrasSummary>().cashier).toEqual(without.cashier)
      choice.push(add)
    }
    const offered = (await renter.groups()).at(-1)
    if (offered) {
      const upgrade = (await renter.put({ rowVersion: start.rowVersion, groupId: offered.groupId })).json<FullReservation>()
      expect(upgrade.summary.cashier.previewValue).toBe(offered.finalReservationValue)
      addsUp(upgrade.summary)
    }
    const expected = hasExtras ? (await renter.values(choice)).json<ExtrasSummary>() : (await renter.full()).summary
    const stored = (await renter.put({ extras: choice })).json<FullReservation>()
    expect(stored.summary.cashier).toEqual(expected.cashier)
    addsUp(stored.summary)
    const [page, fleet] = [await renter.full(), await renter.company()]
    expect(page.summary.cashier).toEqual(stored.summary.cashier)
    expect(fleet.summary).toEqual({ ...stored.summary, extras: fleet.summary.extras })
    const prices = ({ extras }: ExtrasSummary) => extras.map(({ extraID, totalValue, valueWithTax }) => [extraID, totalValue, valueWithTax])
    expect(prices(fleet.summary)).toEqual(prices(page.summary))
    const { previewValue, pendingValues } = fleet.summary.cashier
    expect(page.reservation).toMatchObject({ totalPriceWithVAT: previewValue, pendingValue: pendingValues })
  })
})
