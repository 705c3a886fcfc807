import { noNetwork } from '@checkin/api/testing'
import { walletPaymentCancelled } from '@checkin/flow'
import { happenings, turn } from '@checkin/testing'
import { describe, expect, it } from 'vitest'
import { aPage, asked, bodies, visit, type Given } from '../../test/a-page.ts'
import { opened } from './model.ts'

async function returning(given: Given = {}) {
  const page = aPage(given)
  const told = happenings(page.scope, { cancelled: walletPaymentCancelled })
  await turn(opened, visit('paymentCancel', { params: { guid: 'return-token' } }))(page.scope)
  return { ...page, told }
}

describe('back from the wallet without paying (PAY-35)', () => {
  it('gives the open payment up, then lets the shell reload (S1.63, P18)', async () => {
    const page = await returning()
    expect([bodies(page.api, 'cancelPayment'), page.told]).toEqual([[{ documentId: 'R1001' }], ['cancelled']])
  })

  it('goes on when that is not answered: the overview asks how things stand', async () => {
    expect((await returning({ api: { cancelPayment: noNetwork() } })).told).toEqual(['cancelled'])
  })

  it('without a session only tells the shell, which clears it (S1.64, ERR-35)', async () => {
    const page = await returning({ loaded: null })
    expect([asked(page.api), page.told]).toEqual([[], ['cancelled']])
  })
})
