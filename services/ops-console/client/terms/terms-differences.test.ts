import type { TermsContent } from '@checkin/internal'
import { describe, expect, it } from 'vitest'
import { termsDifferences } from './terms-differences.ts'

const text = (sections: Readonly<Record<string, string[]>>, title = 'Rental terms', lead = 'Please read them.'): TermsContent =>
  ({ kind: 'text', title, lead, sections: Object.entries(sections).map(([heading, paragraphs]) => ({ heading, paragraphs })) })
const file = (pdf: string): TermsContent => ({ kind: 'pdf', title: 'Rental terms', pdf })
const base = text({ Drivers: ['Every driver is named.', 'Ages differ.'], Payment: ['Everything is paid online.'] })

describe('two versions of a document (DEC-348)', () => {
  it('differ in nothing where they say the same', () => {
    expect(termsDifferences(base, structuredClone(base))).toEqual([])
    expect(termsDifferences(undefined, undefined)).toEqual([])
  })

  it('differ by a section that came before another alone, not by all that stand behind it', () => {
    const after = text({ Fuel: ['Bring it back full.'], Drivers: ['Every driver is named.', 'Ages differ.'], Payment: ['Everything is paid online.'] })
    expect(termsDifferences(base, after)).toEqual([{ kind: 'Heading', before: null, after: 'Fuel' }, { kind: 'Paragraph', before: null, after: 'Bring it back full.' }])
    expect(termsDifferences(after, base)).toEqual([{ kind: 'Heading', before: 'Fuel', after: null }, { kind: 'Paragraph', before: 'Bring it back full.', after: null }])
  })

  it('set what was worded otherwise beside what it was, in the order of reading', () => {
    const after = text({ Drivers: ['Every driver is named.', 'Drivers are 21 at least.'], Payment: ['Everything is paid online.', 'Deposits are held.'] }, 'Conditions')
    expect(termsDifferences(base, after)).toEqual([
      { kind: 'Title', before: 'Rental terms', after: 'Conditions' }, { kind: 'Paragraph', before: 'Ages differ.', after: 'Drivers are 21 at least.' }, { kind: 'Paragraph', before: null, after: 'Deposits are held.' },
    ])
  })

  it('never set a heading beside a paragraph', () => {
    const rows = termsDifferences(text({ Drivers: ['a'] }), text({ Fuel: ['b', 'c'] }))
    expect(rows).toEqual([{ kind: 'Heading', before: 'Drivers', after: 'Fuel' }, { kind: 'Paragraph', before: 'a', after: 'b' }, { kind: 'Paragraph', before: null, after: 'c' }])
    expect(termsDifferences(text({ Drivers: ['a'] }), text({ Drivers: [], Fuel: ['b'] }))).toEqual([{ kind: 'Paragraph', before: 'a', after: 'b' }, { kind: 'Heading', before: null, after: 'Fuel' }])
  })

  it('differ by their files, also where these are of one size, and by a text that became a file', () => {
    expect(termsDifferences(file('JVBERi0x'), file('JVBERi0y'))).toEqual([{ kind: 'File', before: 'PDF of 1 kB', after: 'PDF of 1 kB' }])
    expect(termsDifferences(text({}), file('JVBERi0x'))).toEqual([{ kind: 'Introduction', before: 'Please read them.', after: null }, { kind: 'File', before: null, after: 'PDF of 1 kB' }])
  })

  it('have everything of a language that only one of them has', () => {
    expect(termsDifferences(undefined, text({ Fuel: ['Full.'] })).map(({ before, after }) => [before, after])).toEqual([[null, 'Rental terms'], [null, 'Please read them.'], [null, 'Fuel'], [null, 'Full.']])
  })
})
