import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmationWriter } from '../../checkin/confirmation-mail.ts'
import { mailTenant } from '../../mail/mail-writer.ts'
import { unseal } from '../../database/sealed-payload.ts'
import { payingApi, type PayingApi } from '../../../test/fixtures/paying-renter.fixture.ts'
import { tenantById } from '../../tenants/tenant-store.ts'
import { creditNoteWriter, taxesInProportion } from './credit-note.ts'
import { receiptWriter } from './receipt-mail.ts'

type Renter = Awaited<ReturnType<PayingApi['renter']>>

let world: PayingApi
beforeAll(async () => { world = await payingApi() })
afterAll(() => world.stop())

/** Writes the mails that wait for a renter, twice as after a breakdown of the mail server, and answers the first of each with the text of its documents. */
async function mailsOf(renter: Renter, language = 'en') {
  const { api } = world
  const shelf = { database: api.database, pdfs: api.documents.pdfs }
  const writers = { confirmation: confirmationWriter(shelf), receipt: receiptWriter(shelf), 'credit-note': creditNoteWriter(shelf) }
  const tenant = await tenantById(api.database.kysely, 'costaverde')
  if (!tenant) throw new Error('the tenant is there')
  const rows = await api.asAdmin(`select id, kind, language, to_address, payload from mail_outbox where reservation_id = '${renter.id}' and kind in ('confirmation', 'receipt', 'credit-note') order by created_at, id`)
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
const receiptsKept = async (renter: Renter, kind = 'receipt'): Promise<number> => (await world.api.asAdmin(`select id from paper where reservation_id = '${renter.id}' and kind = '${kind}'`)).length
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

describe('a credit note for every refund (DEC-125)', () => {
  const refunded = async (renter: Renter, amount?: number) => {
    const { payments: [payment] } = (await world.api.fleet('costaverde', 'GET', `/reservations/${renter.reference}`)).json<{ payments: { paymentId: string }[] }>()
    return world.api.fleet('costaverde', 'POST', `/reservations/${renter.reference}/payments/${payment?.paymentId ?? ''}/refund`, { amount })
  }
  it('says what was paid, what went back, when, how and with which VAT', async () => {
    const renter = await world.renter()
    await renter.pay()
    await refunded(renter, 20)
    const [, note] = await mailsOf(renter)
    expect([note?.kind, note?.documents.length, await receiptsKept(renter, 'credit-note')]).toEqual(['credit-note', 1, 1])
    for (const part of ['has refunded €20.00 to Maria Silva', 'Amount refunded €20.00', 'Refund no. p-', 'Value added tax 23% of €16.26 €3.74', 'Amount that was paid €179.55', 'Visa •••• 1111']) expect(note?.documents[0]).toContain(part)
    expect(note?.text).toContain('Your bank may take some days')
  })
  it.each([['pt', 'Nota de crédito', 'Valor reembolsado'], ['fr', 'Avoir', 'Montant remboursé'], ['ar', 'Credit note', 'Amount refunded']])('is written in the language of its renter, for Arabic in English: %s (DEC-181)', async (language, title, row) => {
    const renter = await world.renter({ isCompleted: true })
    await world.api.asAdmin(`insert into mail_outbox (tenant_id, id, kind, reservation_id, language, state, expires_at) values ('costaverde', gen_random_uuid(), 'code', '${renter.id}', '${language}', 'sent', now())`)
    await renter.pay()
    await refunded(renter)
    const note = (await mailsOf(renter, language)).at(-1)
    expect([note?.kind, note?.language]).toEqual(['credit-note', language])
    for (const part of [title, row]) expect(note?.documents[0]).toContain(part)
  })
  it('is one, however often the provider tells of the refund', async () => {
    const renter = await world.renter()
    await renter.pay()
    const id = world.card.only()
    await refunded(renter, 20)
    const reported = { kind: 'refunded', providerId: `p-${id}-refund`, amountMinor: 2000 } as const
    await Promise.all([world.callback('card', world.card.event(id, reported)), world.callback('card', world.card.event(id, reported))])
    expect(kindsOf(await mailsOf(renter))).toEqual(['confirmation with 1', 'credit-note with 1'])
  })
  it('divides VAT by rate in proportion, to the last cent', () => {
    const parts = taxesInProportion(1001, [{ rate: 2300, netMinor: 8130, taxMinor: 1870 }, { rate: 600, netMinor: 4717, taxMinor: 283 }])
    expect(parts).toEqual([{ rate: 2300, netMinor: 542, taxMinor: 125 }, { rate: 600, netMinor: 315, taxMinor: 19 }])
    expect(taxesInProportion(500, [])).toEqual([])
  })
})
