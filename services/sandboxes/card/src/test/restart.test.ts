import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cardSandboxSettings } from '../settings.ts'
import { aShop } from './shop.fixture.ts'

let folder: string
beforeAll(async () => { folder = await mkdtemp(join(tmpdir(), 'checkin-card-')) })
afterAll(() => rm(folder, { recursive: true, force: true }))

it('knows after a restart what it charged, which tokens are used, what time it is and what it still has to deliver', async () => {
  const file = join(folder, 'sandbox-card', 'ledger.sqlite')
  const before = await aShop({ file })
  const token = await before.token()
  const order = before.order({ transactionToken: token })
  expect((await before.transaction('debit', order))['success']).toBe(true)
  const untold = before.order({ transactionToken: await before.token(), callbackUrl: 'http://127.0.0.1:9/nobody' })
  await before.transaction('debit', untold)
  await before.deliver()
  await before.admin('clock', { advanceMs: 40 * 60_000 })
  await before.stop()

  const after = await aShop({ file })
  expect(await after.status(order.merchantTransactionId)).toMatchObject({ transactionStatus: 'SUCCESS' })
  expect((await after.transaction('debit', { ...after.order({ transactionToken: token }), merchantTransactionId: 'again' }))['success']).toBe(false)
  expect((await after.ledger()).map(({ merchantTransactionId }) => merchantTransactionId)).toEqual(expect.arrayContaining([order.merchantTransactionId, untold.merchantTransactionId]))
  const { now } = await after.admin('clock', { advanceMs: 0 })
  expect(Date.parse(String(now)) - Date.now()).toBeGreaterThan(39 * 60_000)
  await after.stop()
})

it('keeps no card number and no security code in its file', async () => {
  const file = join(folder, 'sandbox-card', 'ledger.sqlite')
  const shop = await aShop({ file })
  await shop.tokenise({ number: '378282246310005', cvv: '9876', month: '12', year: '2031', card_holder: 'Maria Silva' })
  await shop.stop()
  const bytes = await readFile(file)
  expect(bytes.includes('378282246310005')).toBe(false)
  expect(bytes.includes('"9876"')).toBe(false)
  expect(bytes.includes('Maria Silva')).toBe(true)
})

it('is for the demo only', () => {
  expect(() => cardSandboxSettings({ CHECKIN_MODE: 'production' })).toThrow('CHECKIN_CARD_API_KEY')
  expect(() => cardSandboxSettings({
    CHECKIN_MODE: 'production', CHECKIN_CARD_API_KEY: 'a', CHECKIN_CARD_USER: 'a', CHECKIN_CARD_PASSWORD: 'a'.repeat(16), CHECKIN_CARD_SECRET: 'a'.repeat(16), CHECKIN_CARD_PUBLIC_KEY: 'a', CHECKIN_SANDBOX_SHOPS: 'http://a',
  })).toThrow('CHECKIN_MODE: must be demo')
})
