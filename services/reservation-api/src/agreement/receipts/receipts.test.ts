import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmationWriter } from '../../checkin/confirmation-mail.ts'
import { mailTenant } from '../../mail/mail-writer.ts'
import { unseal } from '../../database/sealed-payload.ts'
import { payingApi, type PayingApi } from '../../../test/fixtures/paying-renter.fixture.ts'
import { tenantById } from '../../tenants/tenant-store.ts'
import { receiptWriter } from './receipt-mail.ts'

type Renter = Awaited<ReturnType<PayingApi['renter']>>

let world: PayingApi
beforeAll(async () => { world = await payingApi() })
afterAll(() => world.stop())

/** Writes the mails that wait for a renter, twice as after a breakdown of the mail server, and answers the first of each with the text of its documents. */
async function mailsOf(renter: Renter, language = 'en') {
  const { api } = world
  const shelf = { database: api.database, pdfs: api.documents.pdfs }
  const writers = { confirmation: confirmationWriter(shelf), receipt: receiptWriter(shelf) }
  const tenant = await tenantById(api.database.kysely, 'costaverde')
  if (!tenant) throw new Error('the tenant is there')
  const rows = await api.asAdmin(`select id, kind, language, to_address, payload from mail_outbox where reservation_id = '${renter.id}' and kind in ('confirmation', 'receipt') order by created_at, id`)
  const occasion = { tenant: mailTenant(tenant, { scheme: 'http', port: 4000 }), language: language as 'en', reservationId: renter.id }
  const mails = []
  for (const row of rows) {
    const { payload, write } = writers[row['kind'] as keyof typeof writers]
    const content = payload.parse(unseal('code-secret-of-tests', String(row['id']), row['payload'] as Buffer))
    const [mail] = [await write(occasion, content), await write(occasion, content)]
    const documents = await Promise.all((mail.attachments ?? []).map(async ({ content: pdf }) => (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text.replace(/\s+/g, ' ')))
    mails.push({ kind: String(row['kind']), to: String(row['to_address']), language: String(row['language']), text: mail.text, documents })
  }
  return mails
}
const receiptsKept = async (renter: Renter): Promise<number> => (await world.api.asAdmin(`select id from paper where reservation_id = '${renter.id}' and kind = 'receipt'`)).length
const kindsOf = (mails: Awaited<ReturnType<typeof mailsOf>>) => mails.map(({ kind, documents }) => `${kind} with ${documents.length}`)
/** The company counts something more, so that a payment leaves a rest. */
const costsMore = (renter: Renter) => world.api.asAdmin(`update reservation set days = 6, row_version = row_version + 1 where id = '${renter.id}'`)

describe('a receipt for every settled payment (DEC-109)', () => {
  it('comes with the confirmation where the payment completes check-in: one mail, one receipt', async () => {
    const renter = await world.renter()
    await renter.pay()
    const mails = await mailsOf(renter)
    expect([kindsOf(mails), await receiptsKept(renter)]).toEqual([['confirmation with 1'], 1])
    const [charge] = [...world.card.entries.keys()]
    for (const part of ['Maria Silva has paid €179.55 online', 'Visa •••• 1111', charge ?? 'none', 'Paid elsewhere €100.00', 'Value added tax 23% of €227.28 €52.27', 'Due €0.00']) expect(mails[0]?.documents[0]).toContain(part)
  })
  it('comes by itself to whoever completed and pays later', async () => {
    const renter = await world.renter()
    await renter.put({ completes: true })
    expect((await (await renter.another()).pay()).status).toBe('paid')
    const mails = await mailsOf(renter)
    expect([kindsOf(mails), await receiptsKept(renter)]).toEqual([['confirmation with 0', 'receipt with 1'], 1])
    for (const part of ['€179.55', 'Visa •••• 1111']) expect(mails[1]?.text).toContain(part)
    expect(mails[0]?.text).not.toContain('receipt')
  })
  it('comes where the company marked the reservation completed', async () => {
    const renter = await world.renter({ isCompleted: true })
    await renter.pay()
    expect(kindsOf(await mailsOf(renter))).toEqual(['receipt with 1'])
  })
  it('comes for a payment that leaves a rest, and again for the rest', async () => {
    const renter = await world.renter()
    world.card.does('charge-later')
    await renter.pay()
    await costsMore(renter)
    world.card.finish()
    await world.work()
    const { pendingValues } = (await renter.company()).summary.cashier
    expect(pendingValues).toBeGreaterThan(0)
    expect(kindsOf(await mailsOf(renter))).toEqual(['receipt with 1'])
    await renter.pay({ amount: pendingValues })
    const mails = await mailsOf(renter)
    expect([kindsOf(mails), await receiptsKept(renter)]).toEqual([['receipt with 1', 'confirmation with 1'], 2])
    expect(mails[1]?.documents[0]).toContain(`has paid €${pendingValues.toFixed(2)} online`)
    expect(mails[1]?.documents[0]?.match(/Paid online, /g)).toHaveLength(2)
  })
  it('is one, however often the provider tells of the payment', async () => {
    const renter = await world.renter({ isCompleted: true })
    world.card.does('pending')
    await renter.pay()
    world.card.finish()
    const id = world.card.only()
    const outcome = world.card.entries.get(id)?.outcome
    if (!outcome) throw new Error('the provider has it')
    await Promise.all([world.callback('card', world.card.event(id, outcome)), world.callback('card', world.card.event(id, outcome)), world.work()])
    expect([kindsOf(await mailsOf(renter)), await receiptsKept(renter)]).toEqual([['receipt with 1'], 1])
  })
  it('by a wallet names it', async () => {
    const renter = await world.renter()
    await renter.payByWallet()
    world.wallet.approves()
    await world.work()
    expect((await mailsOf(renter))[0]?.documents[0]).toContain('Paid with Wallet')
  })
  it('says the same in the language in which its renter was last written to', async () => {
    const renter = await world.renter({ isCompleted: true })
    await world.api.asAdmin(`insert into mail_outbox (tenant_id, id, kind, reservation_id, language, state, expires_at) values ('costaverde', gen_random_uuid(), 'code', '${renter.id}', 'pt', 'sent', now())`)
    await renter.pay()
    const [mail] = await mailsOf(renter, 'pt')
    expect([mail?.language, mail?.documents[0]]).toEqual(['pt', expect.stringContaining('Maria Silva pagou €179.55 online')])
    expect(mail?.text).toContain('O seu recibo')
  })
  it('is no receipt for what was only paid elsewhere', async () => {
    const renter = await world.renter()
    await renter.put({ completes: true })
    expect(kindsOf(await mailsOf(renter))).toEqual(['confirmation with 0'])
  })
  it('goes to the address for signing where there is no other', async () => {
    const renter = await world.renter({ isCompleted: true, customer: { name: 'Maria', surname: 'Silva', email: null }, emailToSign: 'sign.here@example.com' })
    await renter.pay()
    expect((await mailsOf(renter))[0]?.to).toBe('sign.here@example.com')
  })
})
