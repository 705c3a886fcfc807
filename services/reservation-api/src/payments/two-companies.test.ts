import { createApp as cardSandbox } from '@checkin/sandbox-card'
import { createApp as walletSandbox } from '@checkin/sandbox-wallet'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { due } from '../../test/fixtures/paying-renter.fixture.ts'
import { cardSignature } from './providers/card-wire.ts'
import { secretsSayOf, twoCompanies, type Providers, type TwoCompanies } from '../../test/fixtures/two-companies.fixture.ts'

const silent = { log: { level: 'silent' } } as const
const providers: Providers = {
  card: (first, merchants) => cardSandbox({ ...first, merchants, file: ':memory:', origin: 'http://card.localhost:4002', shops: ['http://costaverde.localhost:4000'], savedCards: [], delayScale: 1 }, silent),
  wallet: (first, merchants) => walletSandbox({ ...first, merchants, file: ':memory:', origin: 'http://wallet.localhost:4002', delayScale: 1 }, silent),
}
let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies(providers)
  await world.setAccounts()
})
afterEach(() => world.scenario({ clear: true }))
afterAll(() => world.stop())

const ofMerchant = async (merchant: string) => (await world.cardLedger()).filter((transaction) => transaction.merchant === merchant)

describe('the money of two companies (REL-4)', () => {
  it('goes to each one\'s own shop, by card and by wallet', async () => {
    const [green, alpine] = [await world.renter('costaverde'), await world.renter('alpen')]
    expect(await green.pay({ token: await world.typed('green') })).toMatchObject({ status: 'paid' })
    expect(await alpine.pay({ provider: 'wallet' })).toMatchObject({ status: 'redirect' })
    const [order] = await world.walletLedger()
    await world.approve(order?.id ?? '')
    expect(await alpine.state()).toMatchObject({ state: 'paid' })
    expect((await world.cardLedger()).map(({ merchant }) => merchant)).toEqual(['green-shop'])
    expect((await world.walletLedger()).map(({ merchant, status }) => [merchant, status])).toEqual([['alpine-client', 'COMPLETED']])
  })

  it('is not taken with a card that was typed into the other one\'s fields', async () => {
    expect(await (await world.renter('costaverde')).pay({ token: await world.typed('alpine') })).toMatchObject({ status: 'declined' })
  })

  it('shows the browser the shop of its own company, and the site where its fields come from', async () => {
    const [card] = await world.gateways('alpen')
    expect(card).toMatchObject({ code: 'card', clientKey: 'alpine-fields' })
    expect((await world.config('alpen')).providerOrigins).toEqual([world.cardUrl])
  })

  it('is not moved by what the other one\'s shop signs', async () => {
    const green = await world.renter('costaverde')
    await world.scenario({ scenario: 'pending', match: { operation: 'debit' } })
    expect(await green.pay({ token: await world.typed('green') })).toMatchObject({ status: 'checking' })
    await (await world.renter('alpen')).pay({ token: await world.typed('alpine') })
    const [theirs] = await ofMerchant('alpine-shop')
    const own = (await ofMerchant('green-shop')).at(-1)
    expect(await world.callsBack(theirs?.merchantTransactionId ?? '', 'costaverde')).toEqual({ taken: false })
    expect(await world.callsBack(own?.merchantTransactionId ?? '', 'alpen')).toEqual({ taken: false })
    expect(await world.callsBack(own?.merchantTransactionId ?? '', 'costaverde')).toEqual({ taken: true })
  })
})

describe('an account that is changed while a payment is under way', () => {
  it('leaves the payment to the old one to its end; the next one begins at the new one', async () => {
    const [before, after] = [await world.renter('costaverde'), await world.renter('costaverde')]
    expect(await before.pay({ token: await world.typed('green', '4000000000003220') })).toMatchObject({ status: 'redirect' })
    const begun = (await ofMerchant('green-shop')).at(-1)
    await world.account('PUT', 'costaverde', 'card', world.cardAccount('later'))
    expect(await after.pay({ token: await world.typed('later') })).toMatchObject({ status: 'paid' })
    await world.confirms3ds(begun?.uuid ?? '')
    expect(await before.state()).toMatchObject({ state: 'paid' })
    expect(await world.callsBack(begun?.merchantTransactionId ?? '', 'costaverde')).toEqual({ taken: true })
    expect((await ofMerchant('later-shop')).length).toBe(1)
  })

  it('is not changed by the new shop\'s event about a payment of the old one', async () => {
    const [row] = await world.api.asAdmin("select merchant_transaction_id as id from payment_intent where tenant_id = 'costaverde' and state in ('sent', 'awaiting') and account_revision = 1")
    const body = JSON.stringify({ result: 'OK', uuid: 'x', merchantTransactionId: String(row?.['id']), transactionType: 'DEBIT', amount: String(due), currency: 'EUR' })
    const [date, uri, contentType] = [new Date().toUTCString(), '/provider/v1/card/callback/costaverde', 'application/json']
    const signature = cardSignature({ method: 'POST', body, contentType, date, uri }, world.cardAccount('later').secret)
    await world.api.app.inject({ method: 'POST', url: uri, payload: body, headers: { 'content-type': contentType, 'x-date': date, 'x-signature': signature } })
    expect(await world.api.asAdmin(`select state from payment_intent where merchant_transaction_id = '${String(row?.['id'])}'`)).toEqual([{ state: 'sent' }])
    expect(await world.api.asAdmin("select kind from reconciliation_break where tenant_id = 'costaverde'")).toEqual([{ kind: 'unknown-transaction' }])
  })

  it('gives a hold back at the shop that has it, also when the company has no shop any more', async () => {
    // A deposit is held for an agreement only, which somebody has to be able to sign.
    await world.account('PUT', 'alpen', 'sign', { url: 'https://sign.example', apiKey: 'the key of the company', secret: 'the secret of the company' })
    const renter = await world.renter('alpen')
    expect(await renter.pay({ amount: 300, transactionType: 'Preauth', token: await world.typed('alpine') })).toMatchObject({ status: 'paid' })
    const held = (await ofMerchant('alpine-shop')).at(-1)
    await world.account('DELETE', 'alpen', 'card')
    expect(await world.gateways('alpen')).toEqual([{ code: 'wallet', name: 'Wallet' }])
    expect(await world.api.payments.payments.void({ tenantId: 'alpen', reservationId: renter.id })).toMatchObject({ state: 'voided' })
    expect((await world.cardLedger()).find(({ uuid }) => uuid === held?.uuid)).toMatchObject({ merchant: 'alpine-shop', voided: true })
    await world.account('PUT', 'alpen', 'card', world.cardAccount('alpine'))
  })

  it('is compared with the records of the shop that charged it', async () => {
    const renter = await world.renter('alpen')
    await renter.pay({ token: await world.typed('alpine') })
    await world.account('PUT', 'alpen', 'card', world.cardAccount('later'))
    await world.api.asAdmin("update payment_intent set updated_at = now() - interval '1 hour'")
    await world.api.payments.reconcile('alpen')
    expect(await world.api.asAdmin("select kind from reconciliation_break where tenant_id = 'alpen' and kind = 'not-at-provider'")).toEqual([])
    expect((await world.api.asAdmin("select count(*)::int as left from payment_intent where tenant_id = 'alpen' and checked_at is null and state = 'paid'"))[0]).toEqual({ left: 0 })
    await world.account('PUT', 'alpen', 'card', world.cardAccount('alpine'))
  })

  it('cannot be pushed under a payment that began elsewhere, whatever the code does', async () => {
    await expect(world.api.database.kysely.updateTable('payment_intent').set({ account_revision: 77 as never }).execute()).rejects.toThrow('permission denied')
  })
})

describe('a provider that is away for one company', () => {
  it('does not stop the other one\'s payments', async () => {
    await world.account('PUT', 'costaverde', 'card', { ...world.cardAccount('green'), url: 'http://127.0.0.1:9' })
    for (let faults = 0; faults < 5; faults += 1) await (await world.renter('costaverde')).pay({ token: 'ix::any' })
    expect(await (await world.renter('costaverde')).pay({ token: 'ix::any' })).toMatchObject({ code: 'Unavailable' })
    expect(await (await world.renter('alpen')).pay({ token: await world.typed('alpine') })).toMatchObject({ status: 'paid' })
    await world.account('PUT', 'costaverde', 'card', world.cardAccount('green'))
    expect(await (await world.renter('costaverde')).pay({ token: await world.typed('green') })).toMatchObject({ status: 'paid' })
  })
})

describe('what is secret of an account', () => {
  it('stands in no table, no log and no answer', async () => {
    await world.account('PUT', 'costaverde', 'mail', { host: 'mail.example', port: 587, user: 'green', password: 'mail-password-of-green' })
    const tables = (await world.api.asAdmin("select table_name from information_schema.tables where table_schema = 'reservation'")).map((row) => String(row['table_name']))
    for (const table of tables) expect([table, JSON.stringify(await world.api.asAdmin(`select * from ${table}`))]).not.toEqual([table, expect.stringMatching(secretsSayOf)])
    const answers = [...await Promise.all((['card', 'wallet', 'mail'] as const).map(async (kind) => (await world.account('GET', 'costaverde', kind)).body)), (await world.account('PUT', 'costaverde', 'card', world.cardAccount('green'))).body]
    expect(answers.join()).toContain('green-fields')
    expect(answers.join()).not.toMatch(secretsSayOf)
    expect(world.api.logs()).not.toMatch(secretsSayOf)
    // What is being looked for would be found if it were there.
    expect(JSON.stringify(world.cardAccount('green'))).toMatch(secretsSayOf)
  })

  it('cannot be opened in another company\'s row', async () => {
    const [row] = await world.api.asAdmin("select encode(sealed, 'hex') as sealed from provider_account where tenant_id = 'costaverde' and kind = 'wallet'")
    await world.api.asAdmin(`update provider_account set sealed = decode('${String(row?.['sealed'])}', 'hex') where tenant_id = 'alpen' and kind = 'wallet'`)
    // Another process, which has opened nothing yet.
    const renter = await world.renter('alpen')
    const fresh = world.api.anotherProcess()
    await expect(fresh.gateways.current('alpen', 'wallet')).rejects.toThrow()
    expect((await fresh.gateways.current('costaverde', 'wallet'))?.revision).toBe(1)
    expect(renter.number).not.toBe('')
    expect(world.api.logs()).not.toMatch(secretsSayOf)
  })
})
