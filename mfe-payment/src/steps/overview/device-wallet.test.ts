import { reviewSectionChosen } from '@checkin/flow'
import { collected, inTurn, turn } from '@checkin/testing'
import type { DeviceAnswer, DeviceOrder } from '@checkin/card-payment'
import { describe, expect, it } from 'vitest'
import { aPage, asked, bodies, visit } from '../../test/a-page.ts'
import { rememberProvider } from '../../payment-method/recalled-provider.ts'
import { $ending, $isMethodMissing, $note, $working, actionPressed, opened, paymentMethod, sectionChosen } from './model.ts'

const client = { clientScript: 'https://card.example/js', clientKey: 'shop' }
const gateways = [{ code: 'googlepay', name: 'Google Pay', ...client }, { code: 'applepay', name: 'Apple Pay', ...client }, { code: 'card', name: 'Card', ...client }]

async function overview(codes: readonly string[], answer: DeviceAnswer = { kind: 'closed' }) {
  const orders: DeviceOrder[] = []
  const answers = (order: DeviceOrder): DeviceAnswer => {
    orders.push(order)
    return answer
  }
  const page = aPage({ api: { listGateways: gateways, listSavedCards: [] }, device: { codes, answers } })
  await inTurn(page.scope, turn(opened, visit('overview')))
  return { ...page, orders, methods: () => page.scope.getState($ending).methods.map(({ code }) => code), presses: (code: string) => inTurn(page.scope, turn(paymentMethod.providerChosen, code), turn(actionPressed, 'Pay')) }
}

describe('a wallet of the device on the overview (DEC-184)', () => {
  it.each([[[], ['card']], [['googlepay'], ['googlepay', 'card']], [['googlepay', 'applepay'], ['googlepay', 'applepay', 'card']]] as const)('where the browser has %o the methods are %o', async (codes, methods) => {
    expect((await overview(codes)).methods()).toEqual(methods)
  })

  it('is asked for what is due, and its token is ordered by the wallet\'s own code', async () => {
    const page = await overview(['googlepay'], { kind: 'token', token: 'ix::device-token' })
    await page.presses('googlepay')
    expect(page.orders).toMatchObject([{ code: 'googlepay', key: 'shop', amount: '179.55', currency: 'EUR' }])
    expect(bodies(page.api, 'postPayment')).toMatchObject([{ provider: 'googlepay', token: 'ix::device-token', referenceToken: null, amount: 179.55, transactionType: 'Sale', validated: true }])
  })

  it.each([['closed', 'cancelled'], ['failed', undefined]] as const)('that is %s stores and orders nothing, and the renter may press again', async (kind, note) => {
    const page = await overview(['googlepay'], { kind })
    await page.presses('googlepay')
    expect([asked(page.api).filter((name) => name === 'updateReservation' || name === 'postPayment'), page.scope.getState($working), page.scope.getState($note)?.kind]).toEqual([[], null, note])
  })

  it('stays chosen while a part is changed from the overview', async () => {
    const page = await overview(['googlepay'])
    const chosen = collected(page.scope, reviewSectionChosen)
    await inTurn(page.scope, turn(paymentMethod.providerChosen, 'googlepay'), turn(sectionChosen, 'licence'), turn(opened, visit('overview')))
    expect([chosen, page.scope.getState(paymentMethod.$provider)]).toEqual([[{ section: 'licence' }], 'googlepay'])
  })

  it.each([
    ['in another browser', ['card'], { codes: [], answers: () => ({ kind: 'closed' as const }) }],
    ['when the company has it no more', ['card', 'wallet'], { codes: ['googlepay'], answers: () => ({ kind: 'closed' as const }) }],
  ])('that was remembered is not chosen %s, and Pay asks for a way to pay (DEC-192)', async (_when, offered, device) => {
    rememberProvider('guid-of-cv1001', 'googlepay')
    const listGateways = [...gateways, { code: 'wallet', name: 'Wallet' }].filter(({ code }) => offered.includes(code) || (device.codes.length === 0 && code === 'googlepay'))
    const page = aPage({ api: { listGateways, listSavedCards: [] }, device })
    await inTurn(page.scope, turn(opened, visit('overview')), turn(actionPressed, 'Pay'))
    expect([page.scope.getState(paymentMethod.$provider), page.scope.getState($isMethodMissing), bodies(page.api, 'postPayment')]).toEqual([null, true, []])
    sessionStorage.clear()
  })

  it('that was remembered and is offered is chosen (DEC-184)', async () => {
    rememberProvider('guid-of-cv1001', 'googlepay')
    const page = await overview(['googlepay'])
    expect(page.scope.getState(paymentMethod.$provider)).toBe('googlepay')
    sessionStorage.clear()
  })
})
