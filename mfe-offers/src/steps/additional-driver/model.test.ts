import { aDriver, refusedWith } from '@checkin/api/testing'
import { additionalDriverAccepted, additionalDriverRejected, additionalDriverSkipped, problemOccurred } from '@checkin/flow'
import { $loading, $summary } from '@checkin/flow/publish/shell'
import { collected, happenings, inTurn, turn } from '@checkin/testing'
import { allSettled } from 'effector'
import { describe, expect, it } from 'vitest'
import { aPage, driverLine, offeredSummary, reported, visit, type PageOptions } from '../../test/a-page.ts'
import { $offer, $stage, noPressed, opened, yesPressed } from './model.ts'

const open = turn(opened, visit('additional-driver'))
const events = { accepted: additionalDriverAccepted, rejected: additionalDriverRejected, skipped: additionalDriverSkipped }

async function at(options: PageOptions = {}) {
  const page = aPage(options)
  const published = happenings(page.scope, events)
  const alerts = collected(page.scope, problemOccurred)
  await open(page.scope)
  return { ...page, published, alerts }
}

describe('the additional-driver offer', () => {
  it.each([
    ['per rental', driverLine(), { kind: 'priced', unit: 30, per: 'rental', total: 30 }],
    ['per day', driverLine({ isValuePerRA: false, valueWithTax: 6, totalValue: 30 }), { kind: 'priced', unit: 6, per: 'day', total: 30 }],
    ['free', driverLine({ valueWithTax: 0, totalValue: 0, showPrice: false }), { kind: 'free' }],
    ['a voucher pays it', driverLine({ isInvoiceVoucher: true }), { kind: 'prepaid' }],
  ])('shows its price with tax: %s (OFFERS-02)', async (_, line, price) => {
    const { scope } = await at({ summary: offeredSummary({ extras: [line] }) })
    expect(scope.getState($offer)?.price).toEqual(price)
  })

  it.each([['isIncluded'], ['isAccepted']] as const)('asks to complete the driver that is there already: %s (OFFERS-01)', async (flag) => {
    const { scope } = await at({ summary: offeredSummary({ extras: [driverLine({ [flag]: true })] }), addDriver: aDriver({ name: 'Rui', surname: '' }) })
    expect([scope.getState($stage), scope.getState($offer)?.isIncluded]).toEqual(['offered', true])
  })

  it('reports a yes and leads on; nothing is priced or stored for it (OFFERS-03, OFFERS-06, OFFERS-07, S1.32)', async () => {
    const { scope, api, published } = await at()
    await allSettled(yesPressed, { scope })
    expect([published, reported(api)]).toEqual([['accepted'], [{ viewTag: 'adview', action: 'accept' }]])
    expect(api.calls.map(({ name }) => name)).toEqual(['postAnalytics'])
  })

  it('reports a no and leads on (OFFERS-04, OFFERS-06, S1.33)', async () => {
    const { scope, api, published } = await at()
    await allSettled(noPressed, { scope })
    expect([published, reported(api)]).toEqual([['rejected'], [{ viewTag: 'adview', action: 'reject' }]])
  })

  it('says that the driver is there and moves on by itself (OFFERS-05, OFFERS-08, DEC-45, S1.31)', async () => {
    const { scope, api, published, alerts } = await at({ addDriver: aDriver({ id: 8, name: 'Rui', surname: 'Costa' }) })
    expect([published, reported(api), alerts]).toEqual([['skipped'], [{ viewTag: 'adview', action: 'skip' }], [{ key: 'AlreadyHasAdditionalDriver', state: 'info' }]])
    await inTurn(scope, turn(yesPressed), turn(noPressed))
    expect(published).toEqual(['skipped'])
  })

  it.each([['the module is off', { off: ['adview'] }], ['no line is the additional driver\'s', { summary: offeredSummary({ extras: [] }) }]])('is passed without a report when %s (SHELL-51)', async (_, options) => {
    const { api, published } = await at(options)
    expect([published, reported(api)]).toEqual([['skipped'], []])
  })

  it('waits for the reservation\'s lines before it decides, and decides once per visit', async () => {
    const { scope, published } = await at({ summary: null, loading: true })
    expect([scope.getState($stage), published]).toEqual(['waiting', []])
    await allSettled($summary, { scope, params: offeredSummary() })
    await allSettled($loading, { scope, params: { ...scope.getState($loading), reservationExtras: false } })
    expect(scope.getState($stage)).toBe('offered')
  })

  it('offers no yes without a price, and the way on (DEC-84)', async () => {
    const { scope, published } = await at({ summary: null })
    expect(scope.getState($stage)).toBe('unpriced')
    await inTurn(scope, turn(yesPressed), turn(noPressed))
    expect(published).toEqual(['rejected'])
  })

  it('goes on when the report fails (API-34)', async () => {
    const { scope, published, alerts } = await at({ api: { postAnalytics: refusedWith(500) } })
    await allSettled(yesPressed, { scope })
    expect([published, alerts]).toEqual([['accepted'], []])
  })
})
