import { describe, expect, it } from 'vitest'
import { extractText, getDocumentProxy } from 'unpdf'
import { termsDocuments } from './terms-documents.ts'
import { termsPdf, type TermsFirm } from './terms-pdf.ts'
import { termsText, termTags } from './terms-texts.ts'

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 48"><rect width="160" height="48" fill="#090"/></svg>').toString('base64')
const firm: TermsFirm = { firmName: 'Costa Verde', firmLogo: svg, brand: '#009900' }

const read = (bytes: Buffer) => getDocumentProxy(new Uint8Array(bytes))
/** Without white space: a line may break after a hyphen. */
const textOf = async (bytes: Buffer) => unspaced((await extractText(await read(bytes), { mergePages: true })).text)
const unspaced = (text: string) => text.replace(/\s+/g, '')

describe('a document as PDF', () => {
  it.each(termTags.flatMap((tag) => (['en', 'pt', 'fr'] as const).map((language) => [tag, language] as const)))(
    '%s in %s holds every sentence as text that can be selected and searched (API-07)', async (tag, language) => {
      const bytes = await termsPdf(tag, language, firm)
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
      const text = await textOf(bytes)
      const { title, lead, sections } = termsText(tag, language, firm.firmName)
      for (const sentence of [title, lead, ...sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs])]) expect(text).toContain(unspaced(sentence))
    })

  it('is tagged, with title and language, for people who hear it (API-07)', async () => {
    const pdf = await read(await termsPdf('privacy', 'fr', firm))
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
    const { info } = await pdf.getMetadata()
    expect(info).toMatchObject({ Title: 'Politique de confidentialité – Costa Verde', Language: 'fr', Author: 'Costa Verde' })
    const roles = JSON.stringify(await (await pdf.getPage(1)).getStructTree())
    for (const role of ['"H1"', '"H2"', '"P"']) expect(roles).toContain(role)
  })

  it.each([['a name of other letters', { ...firm, firmName: 'Łódź & Çağ Cars' }], ['no logo', { ...firm, firmLogo: null }], ['a logo that is no picture', { ...firm, firmLogo: 'AAAA' }], ['an SVG that is broken', { ...firm, firmLogo: Buffer.from('<svg><path d="M"').toString('base64') }]])(
    'is made with %s too', async (_case, odd) => {
      expect(await textOf(await termsPdf('privacy', 'en', odd))).toContain(unspaced(odd.firmName))
    })

  it('is made once for the same firm and language, and again when the firm changes its name', async () => {
    const documents = termsDocuments()
    const first = await documents.pdf('privacy', 'en', firm)
    expect((await documents.pdf('privacy', 'en', { ...firm })).bytes).toBe(first.bytes)
    expect((await documents.pdf('privacy', 'en', { ...firm, firmName: 'Costa Azul' })).etag).not.toBe(first.etag)
    expect((await documents.pdf('privacy', 'pt', firm)).etag).not.toBe(first.etag)
    expect((await documents.pdf('rental', 'en', firm)).etag).not.toBe(first.etag)
  })
})
