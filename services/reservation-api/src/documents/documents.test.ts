import { languages, type Language } from '@checkin/i18n'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wholeApi, type WholeApi } from '../../test/fixtures/whole-api.fixture.ts'
import { agreementPdf, type AgreementText } from '../agreement/agreement-pdf.ts'
import type { ReceiptFacts } from '../agreement/receipts/receipt-facts.ts'
import { receiptPdf } from '../agreement/receipts/receipt-mail.ts'
import { dot } from '../../test/fixtures/fake-signatures.fixture.ts'
import { documentCatalogues, pdfLanguage } from './pdf/pdf-messages.ts'
import type { Letterhead } from './pdf/pdf-page.ts'

const firm: Letterhead = { firmName: 'Costa Verde', firmLogo: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>').toString('base64'), brand: '#009900' }
const line = (description: string, change: Partial<AgreementText['facts']['lines'][number]> = {}) => ({ description, units: 1, isIncluded: false, isInvoiced: false, grossMinor: 1000, discountMinor: 0, ...change })
const facts: AgreementText['facts'] = {
  reference: 'CV1009', number: '482910233', voucherNumber: 'VCH-88', writtenAt: '2026-11-21T07:30', checkOut: { at: '2026-11-23T10:30', place: 'Faro Airport' },
  checkIn: { at: '2026-11-28T10:00', place: 'Porto Campanhã Station' }, days: 5, vehicle: { name: 'Renault Clio', group: 'Economy', plate: 'AA-00-BB' }, customer: 'Maria Silva',
  driver: { name: 'Maria Silva', birthDate: '1985-03-04', licence: 'FA-1' }, addDriver: { name: 'Zoë Müller-Lüdenscheidt', birthDate: null, licence: null },
  lines: [line('Rental', { grossMinor: 123_450 }), line('Kilometres', { isIncluded: true }), line('Fee', { isInvoiced: true, grossMinor: 4_500 })], currency: 'EUR',
  netMinor: 100_366, taxMinor: 23_084, totalMinor: 123_450, paidMinor: 23_450, dueMinor: 100_000, taxes: [{ rate: 2300, netMinor: 80_000, taxMinor: 18_400 }, { rate: 600, netMinor: 20_366, taxMinor: 4_684 }], invoicedMinor: 4_500, depositMinor: 45_000, excess: { cdw: 140_000, theft: null }, kilometres: 800,
  termsAcceptedOn: '2026-11-20',
}
/** Paid here by card, after 100.00 that was paid elsewhere. */
const receipt: ReceiptFacts = {
  ...facts, elsewhereMinor: 10_000,
  payment: { amountMinor: 13_450, means: { kind: 'card', name: 'Visa', lastFour: '1111' }, transactionId: 'f00dfeed0123456789abcdef0123456789abcdef', captured: null, paidAt: '2026-11-21T07:29' },
  earlier: [],
}
const text = (change: Partial<AgreementText> = {}): AgreementText =>
  ({ facts, language: 'en', firm, hold: { depositMinor: 45_000, dueMinor: 100_000, heldMinor: 145_000, captureBefore: new Date('2026-11-30T00:00:00Z') }, signed: null, ...change })
const signed = (image: string | null): NonNullable<AgreementText['signed']> =>
  ({ signature: { kind: image === null ? 'typed' : 'drawn', name: 'Maria Silva', image, signedAt: '2026-11-21T09:12:33.000Z' }, signatureId: 'sig_1', agreementHash: 'ab'.repeat(32) })

const open = (pdf: Buffer) => getDocumentProxy(new Uint8Array(pdf))
const said = async (pdf: Buffer) => (await extractText(await open(pdf), { mergePages: true })).text.replace(/\s+/g, ' ')
const rolesOf = async (pdf: Buffer): Promise<string> => {
  const document = await open(pdf)
  const trees = await Promise.all(Array.from({ length: document.numPages }, async (_, at) => (await document.getPage(at + 1)).getStructTree()))
  return JSON.stringify(trees)
}
/** Words of a document as they stand on it when no place is to be filled. */
const plain = (language: Language, keys: readonly (keyof typeof documentCatalogues.en)[]) => keys.map((key) => documentCatalogues[pdfLanguage(language)][key].replace(/\s+/g, ' '))

describe.each(languages)('papers in %s', (language) => {
  it('the receipt names the rental, the lines and what was paid (PAY-37)', async () => {
    const content = await said(await receiptPdf(receipt, language, firm))
    for (const part of [...plain(language, ['receipt.title', 'receipt.note', 'prices', 'included']), 'Costa Verde', 'Porto Campanhã Station', 'VCH-88', 'AA-00-BB', '€1,234.50', '€134.50', '€1,000.00']) expect(content).toContain(part)
  })
  it('the agreement names drivers, deposit, liability and what is agreed', async () => {
    const content = await said(await agreementPdf(text({ language })))
    for (const part of [...plain(language, ['agreement.title', 'agreement.draft', 'driver.additional', 'agreed.drivers', 'agreed.return', 'excess.cdw']), 'Zoë Müller-Lüdenscheidt', '€1,450.00', '€450.00', '€1,400.00']) expect(content).toContain(part)
  })
  it('the signed copy names who signed, how and when', async () => {
    const content = await said(await agreementPdf(text({ language, signed: signed(null) })))
    for (const part of [...plain(language, ['signed.title', 'signature.typed']), 'sig_1', '09:12 UTC']) expect(content).toContain(part)
    expect(content.replaceAll(' ', '')).toContain('ab'.repeat(32))
  })
  it('have the same texts as the others', () => {
    // Languages count in forms of their own; the test of all catalogues looks at those.
    const singular = (texts: Readonly<Record<string, string>>) => Object.entries(texts).filter(([key]) => !/_(zero|one|two|few|many|other)$/.test(key))
    expect(singular(documentCatalogues[language]).map(([key]) => key)).toEqual(singular(documentCatalogues.en).map(([key]) => key))
    const places = (texts: Readonly<Record<string, string>>) => singular(texts).map(([, sentence]) => sentence).map((sentence) => [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort())
    expect(places(documentCatalogues[language])).toEqual(places(documentCatalogues.en))
  })
})

describe('a receipt', () => {
  const pages = async (pdf: Buffer): Promise<readonly string[]> => (await extractText(await open(pdf))).text.map((page) => page.replace(/\s+/g, ' '))
  it('says what was paid here, when, with what and under which number, and what was paid elsewhere beside it (DEC-109)', async () => {
    const content = await said(await receiptPdf(receipt, 'en', firm))
    for (const part of ['has paid €134.50 online', 'Amount €134.50', 'Visa •••• 1111', '21 November 2026, 07:29', 'f00dfeed0123456789abcdef0123456789abcdef', 'Paid elsewhere €100.00', 'Paid online, 21 November 2026 €134.50', 'Due €1,000.00']) {
      expect(content.replaceAll('Amount paid', 'Amount')).toContain(part)
    }
    expect(content).not.toContain('€234.50')
  })
  it('by a wallet names the wallet; an earlier payment has a row of its own', async () => {
    const content = await said(await receiptPdf({
      ...receipt, elsewhereMinor: 0, payment: { ...receipt.payment, means: { kind: 'wallet', name: 'Marés Pay' } },
      earlier: [{ ...receipt.payment, amountMinor: 10_000, paidAt: '2026-11-19T18:00' }],
    }, 'en', firm))
    for (const part of ['Marés Pay', 'Paid online, 19 November 2026 €100.00', 'Paid online, 21 November 2026 €134.50']) expect(content).toContain(part)
    expect(content).not.toContain('Paid elsewhere')
  })
  it('has VAT by rate, the discount and what the voucher pays in figures', async () => {
    const content = await said(await receiptPdf({ ...receipt, lines: [line('Rental', { grossMinor: 90_000, discountMinor: 10_000 }), line('Fee', { isInvoiced: true, grossMinor: 4_500 })] }, 'en', firm))
    for (const part of ['Rental 1 €1,000.00', 'Discount -€100.00', '€45.00, by voucher', 'Value added tax 23% of €800.00 €184.00', 'Value added tax 6% of €203.66 €46.84']) expect(content.replace('−', '-').replace('–', '-')).toContain(part)
  })
  it('keeps its sums together on one page, where the lines before them nearly fill it', async () => {
    for (let count = 29; count < 34; count += 1) {
      const lines = Array.from({ length: count }, (_, at) => line(`Line ${at}`))
      const of = await pages(await receiptPdf({ ...receipt, lines }, 'en', firm))
      const at = (word: string): number => of.findIndex((page) => page.includes(word))
      expect([at('Net '), at('Value added tax 23%'), at('Paid elsewhere')], `${count} lines`).toEqual([at('Due €'), at('Due €'), at('Due €')])
    }
  })
})

describe('a paper', () => {
  it('is tagged with titles, tables and the signature\'s picture, for people who hear it', async () => {
    const pdf = await agreementPdf(text({ language: 'fr', signed: signed(dot) }))
    const { info } = await (await open(pdf)).getMetadata()
    expect(info).toMatchObject({ Title: 'Contrat de location signé – Costa Verde', Language: 'fr' })
    const roles = await rolesOf(pdf)
    for (const role of ['"H1"', '"H2"', '"P"', '"Table"', '"TR"', '"TH"', '"TD"', '"Figure"', 'Signature de Maria Silva']) expect(roles).toContain(role)
  })
  it('made twice is the same, byte for byte, and another one when a word differs', async () => {
    const [first, second, other] = [await agreementPdf(text()), await agreementPdf(text()), await agreementPdf(text({ facts: { ...facts, customer: 'Mario Silva' } }))]
    expect(first.equals(second)).toBe(true)
    expect(first.equals(other)).toBe(false)
  })
  it.each([['no hold', { depositMinor: 0, dueMinor: 0, heldMinor: 0 }, 'No deposit is held'], ['another amount than asked for', { depositMinor: 45_000, dueMinor: 0, heldMinor: 30_000 }, '€300.00 is held']])(
    'tells the truth about %s', async (_case, hold, sentence) => {
      expect(await said(await agreementPdf(text({ hold: { ...hold, captureBefore: null } })))).toContain(sentence)
    })
  it.each([['2026-11-26T10:00:00Z', 'The bank keeps the hold until 26 November 2026, before the return'], ['2026-11-30T00:00:00Z', 'The bank keeps the hold until 30 November 2026.']])(
    'promises no more than a hold until %s gives', async (until, sentence) => {
      const content = await said(await agreementPdf(text({ hold: { depositMinor: 45_000, dueMinor: 0, heldMinor: 45_000, captureBefore: new Date(until) } })))
      expect(content).toContain(sentence)
      expect(content.includes('released after the return')).toBe(until > facts.checkIn.at)
    })
  it('of many long lines goes on over pages without losing any', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => line(`Line ${at} ${'with a long description '.repeat(4)}`))
    const pdf = await receiptPdf({ ...receipt, lines }, 'en', firm)
    expect((await open(pdf)).numPages).toBeGreaterThan(2)
    const content = await said(pdf)
    for (const { description } of lines) expect(content).toContain(description.trim())
  })
  it.each([['is no PNG', Buffer.from('nonsense').toString('base64')], ['is empty', '']])('stands with the name where the drawn picture %s', async (_case, image) => {
    expect(await said(await agreementPdf(text({ signed: { ...signed(dot), signature: { ...signed(dot).signature, image } } })))).toContain('Maria Silva')
  })
})

/** Families of the fonts in a document, each a subset of its own. */
const familiesIn = (pdf: Buffer): ReadonlySet<string> => new Set([...pdf.toString('latin1').matchAll(/\/BaseFont \/[A-Z]+\+([A-Za-z]+)/g)].map(([, name]) => name ?? ''))

describe('names of all alphabets that renters of these companies write', () => {
  const names = [
    ['Polish', 'Łukasz Żółć-Gżegżółka'], ['Czech', 'Jiří Šimůnek'], ['Hungarian', 'Győző Kőműves'], ['Turkish', 'Işıl Gülşen Çağrı'], ['Romanian', 'Ștefan Brâncuși Țurcanu'],
    ['Icelandic', 'Þórður Æðarson'], ['Maltese', 'Ġorġ Ħal-Għaxaq'], ['Vietnamese', 'Nguyễn Thị Hoà Đặng'], ['Greek', 'Γιώργος Παπαδόπουλος'], ['polytonic Greek', 'Ἑλένη Ὀδυσσέως'],
    ['Russian', 'Пётр Щербаков'], ['Ukrainian', 'Їжак Ґалаґан Є'], ['Serbian', 'Ђорђе Љубић Њ'], ['decomposed', 'Zoe\u0308 Mu\u0308ller'],
  ] as const
  it('can be read and searched on a document (PAY-37, PRECHK-10)', async () => {
    const content = await said(await receiptPdf({ ...receipt, lines: names.map(([, name]) => line(name)) }, 'en', firm))
    for (const [language, name] of names) expect(content, language).toContain(`${name} 1`)
  })
  it.each([names[8]])('%s: in the sentence, the drivers, the typed mark and below it (PRECHK-10)', async (_, name) => {
    const own = { ...facts, customer: name, driver: { name, birthDate: '1985-03-04', licence: 'FA-1' } }
    const content = await said(await agreementPdf(text({ facts: own, signed: { ...signed(null), signature: { ...signed(null).signature, name } } })))
    expect(content.split(name)).toHaveLength(5)
  })
  it('a firm with a Cyrillic name stands on its documents in letters of both weights', async () => {
    const content = await said(await agreementPdf(text({ firm: { ...firm, firmName: 'Зелёный берег', firmLogo: null } })))
    expect(content.split('Зелёный берег').length - 1).toBeGreaterThanOrEqual(3)
  })
  it('no name makes a document bring more than the signs that it uses', async () => {
    const western = await agreementPdf(text())
    const greek = await agreementPdf(text({ facts: { ...facts, customer: 'Γιώργος Παπαδόπουλος' } }))
    expect([familiesIn(western), familiesIn(greek)]).toEqual([new Set(['Figtree']), new Set(['Figtree', 'FiraSans'])])
    expect(greek.length - western.length).toBeLessThan(20_000)
  })
})

describe('kept papers', () => {
  let api: WholeApi
  let id: string
  beforeAll(async () => {
    api = await wholeApi()
    id = (await api.stored('costaverde', 'PAPER')).id
  })
  afterAll(() => api.stop())
  const pdf = Buffer.from('%PDF-1.7 a paper of Maria Silva')
  const keep = () => api.documents.pdfs.store(api.database, { tenantId: 'costaverde', reservationId: id, kind: 'receipt', language: 'en', pdf })
  const read = (paperId: string) => api.database.withTenant('costaverde', (transaction) => api.documents.pdfs.read(transaction, 'costaverde', paperId))
  const fileOf = (paperId: string) => join(api.folder, 'costaverde', paperId.slice(-2), `${paperId}.sealed`)

  it('lie sealed on the disk and are read again', async () => {
    const paperId = await keep()
    expect((await readFile(fileOf(paperId))).toString('latin1')).not.toContain('Maria')
    expect((await read(paperId))?.equals(pdf)).toBe(true)
  })
  it('kept twice are one', async () => {
    expect(await keep()).toBe(await keep())
  })
  it('are not read when somebody changed a byte', async () => {
    const paperId = await keep()
    const sealed = await readFile(fileOf(paperId))
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
    await writeFile(fileOf(paperId), sealed)
    await expect(read(paperId)).rejects.toThrow()
  })
  it('are another tenant\'s business to nobody', async () => {
    const paperId = await keep()
    expect(await api.database.withTenant('alpen', (transaction) => api.documents.pdfs.read(transaction, 'alpen', paperId))).toBeNull()
  })
})
