import { TermsContents } from '@checkin/internal'
import { describe, expect, it } from 'vitest'
import { contentOf, emptyText, forgetTyped, keepTyped, readTyped, requestOf, typedText, typedTexts, type TypedTerms } from './typed-terms.ts'

const contents = TermsContents.parse({
  en: { kind: 'text', title: 'Rental terms', lead: 'Please read them.', sections: [{ heading: 'Drivers', paragraphs: ['Every driver\nis named.', 'Ages differ.'] }] },
  pt: { kind: 'pdf', title: 'Condições', pdf: 'JVBERi0x' },
})
const typed: TypedTerms = { draftId: 'a', tag: 'rental', validFrom: '2031-01-01', note: 'for the season', texts: typedTexts(contents) }
const english = typedText(contents.en ?? { kind: 'pdf', title: '', pdf: '' })

describe('terms as they are typed (DEC-348)', () => {
  it('are kept as they were read, line by line', () => {
    expect(requestOf(typed)).toEqual({ request: { tag: 'rental', validFrom: '2031-01-01', note: 'for the season', contents } })
  })

  it('have a paragraph wherever a line is empty, and none that is empty', () => {
    expect(contentOf({ ...english, sections: [{ heading: 'Fuel', text: '\n\nFull.\n \n\n Else we fill it. \n' }] })).toMatchObject({ sections: [{ heading: 'Fuel', paragraphs: ['Full.', 'Else we fill it.'] }] })
  })

  it.each<[string, Partial<TypedTerms>, readonly string[]]>([
    ['no short name, day and reason', { tag: 'Rental terms', validFrom: '', note: 'a' }, ['the document\'s short name cannot be used', 'the first day cannot be used', 'what the draft is for is missing']],
    ['no text in any language', { texts: {} }, ['the texts cannot be used']],
    ['a section that is empty', { texts: { en: { ...english, sections: [{ heading: 'Fuel', text: 'Full.' }, { heading: ' ', text: '' }] } } }, ['English, section 2: the heading is missing', 'English, section 2: the text is missing']],
    ['a title that is too long', { texts: { fr: { ...english, title: 'x'.repeat(121) } } }, ['French: the title is too long']],
    ['a file that was not chosen', { texts: { pt: { ...english, kind: 'pdf' } } }, ['Portuguese: the PDF cannot be used']],
    ['lines from right to left', { texts: { ar: english } }, ['Arabic: put it as a PDF of your own']],
  ])('are not kept with %s, and each place is named', (_what, wrong, problems) => {
    expect(requestOf({ ...typed, ...wrong })).toEqual({ problems })
  })

  it('begin as a file in a language from right to left', () => {
    expect([emptyText('ar').kind, emptyText('nl').kind]).toEqual(['pdf', 'text'])
  })

  it('outlast a reload until they are kept, each draft apart; what is of another form is not taken', () => {
    const stored = new Map<string, string>()
    const storage = { getItem: (name: string) => stored.get(name) ?? null, setItem: (name: string, value: string) => { stored.set(name, value) }, removeItem: (name: string) => { stored.delete(name) } }
    keepTyped(storage, 'islandcars a', typed)
    expect([readTyped(storage, 'islandcars a'), readTyped(storage, 'islandcars b')]).toEqual([typed, null])
    forgetTyped(storage, 'islandcars a')
    expect(readTyped(storage, 'islandcars a')).toBeNull()
    for (const wrong of ['{', '{"draftId":1}', '[]']) {
      stored.set('checkin-terms islandcars a', wrong)
      expect(readTyped(storage, 'islandcars a')).toBeNull()
    }
    keepTyped(storage, 'islandcars a', typed)
    const full = { ...storage, setItem: () => { throw new Error('full') } }
    keepTyped(full, 'islandcars a', { ...typed, note: 'newer' })
    expect(readTyped(storage, 'islandcars a'), 'an older state is not shown as the newest').toBeNull()
  })
})
