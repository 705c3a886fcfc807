import { describe, expect, it } from 'vitest'
import { extractText, getDocumentProxy } from 'unpdf'
import type { TermsText } from '@checkin/internal'
import { termsDocuments } from './terms-documents.ts'
import type { Letterhead } from '../../documents/pdf/pdf-page.ts'
import { termsPdf } from './terms-pdf.ts'
import { storedContent } from './terms-content.ts'
import type { TermsRow } from './terms-store.ts'
import { aTermsText } from '../../../test/fixtures/terms.fixture.ts'

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 48"><rect width="160" height="48" fill="#090"/></svg>').toString('base64')
const firm: Letterhead = { firmName: 'Costa Verde', firmLogo: svg, brand: '#009900' }

const read = (bytes: Buffer) => getDocumentProxy(new Uint8Array(bytes))
/** Without white space: a line may break after a hyphen. */
const textOf = async (bytes: Buffer) => unspaced((await extractText(await read(bytes), { mergePages: true })).text)
const unspaced = (text: string) => text.replace(/\s+/g, '')

const text: TermsText = aTermsText('Politique de confidentialité', 'Wir fahren vorsichtig, já à noite.')
const version = { language: 'fr', validFrom: '2026-09-01' }
const row = (content: TermsText, change: Partial<TermsRow> = {}): TermsRow =>
  ({ tenant_id: 'costaverde', tag: 'privacy', language: 'fr', valid_from: '2026-09-01', title: content.title, ...storedContent(content), actor: 'test', created_at: new Date(0), ...change })

describe('a document as PDF', () => {
  it('holds every sentence as text that can be selected and searched, and says from when it is valid (API-07)', async () => {
    const bytes = await termsPdf(text, version, firm)
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const found = await textOf(bytes)
    const { title, lead, sections } = text
    for (const sentence of [title, lead, ...sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]), 'en vigueur depuis le 1 septembre 2026']) expect(found).toContain(unspaced(sentence))
  })

  it('is tagged, with title and language, for people who hear it (API-07)', async () => {
    const pdf = await read(await termsPdf(text, version, firm))
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
    const { info } = await pdf.getMetadata()
    expect(info).toMatchObject({ Title: 'Politique de confidentialité – Costa Verde', Language: 'fr', Author: 'Costa Verde' })
    const roles = JSON.stringify(await (await pdf.getPage(1)).getStructTree())
    for (const role of ['"H1"', '"H2"', '"P"']) expect(roles).toContain(role)
  })

  it.each([['a name of other letters', { ...firm, firmName: 'Łódź & Çağ Cars' }], ['no logo', { ...firm, firmLogo: null }], ['a logo that is no picture', { ...firm, firmLogo: 'AAAA' }], ['an SVG that is broken', { ...firm, firmLogo: Buffer.from('<svg><path d="M"').toString('base64') }]])(
    'is made with %s too', async (_case, odd) => {
      expect(await textOf(await termsPdf(text, version, odd))).toContain(unspaced(odd.firmName))
    })

  it('is made once for the same text and firm, and again when one of them is another', async () => {
    const documents = termsDocuments()
    const first = await documents.pdf(row(text), firm)
    expect((await documents.pdf(row(text), { ...firm })).bytes).toBe(first.bytes)
    expect((await documents.pdf(row(text), { ...firm, firmName: 'Costa Azul' })).etag).not.toBe(first.etag)
    expect((await documents.pdf(row(aTermsText(text.title, 'Drive fast.')), firm)).etag).not.toBe(first.etag)
    expect((await documents.pdf(row(text, { valid_from: '2027-01-01' }), firm)).etag).not.toBe(first.etag)
  })

  it('is the company\'s own file where it gave one', async () => {
    const own = await termsPdf(text, version, firm)
    const content = { kind: 'pdf', title: 'Ours', pdf: own.toString('base64') } as const
    expect((await termsDocuments().pdf({ ...row(text), ...storedContent(content) }, firm)).bytes.equals(own)).toBe(true)
  })

  it('is not shown when what is stored is not what its hash says', async () => {
    await expect(termsDocuments().pdf(row(text, { content: JSON.stringify({ ...text, title: 'Another' }) }), firm)).rejects.toThrow('hash')
  })
})
