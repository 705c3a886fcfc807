import { describe, expect, it } from 'vitest'
import { termsCatalogues, termsText, termTags } from './terms-texts.ts'

const languages = ['en', 'pt', 'fr'] as const

describe('the documents to agree to', () => {
  it.each(termTags)('%s has the same sections and paragraphs in three languages', (tag) => {
    const shape = (language: (typeof languages)[number]) => termsCatalogues[language][tag].sections.map(({ paragraphs }) => paragraphs.length)
    expect(shape('pt')).toEqual(shape('en'))
    expect(shape('fr')).toEqual(shape('en'))
    for (const language of languages) {
      for (const { heading, paragraphs } of termsCatalogues[language][tag].sections) for (const text of [heading, ...paragraphs]) expect(text.trim()).not.toBe('')
    }
  })

  it('name the firm and leave no place open', () => {
    for (const language of languages) for (const tag of termTags) {
      const text = JSON.stringify(termsText(tag, language, 'Costa Verde'))
      expect(text).toContain('Costa Verde')
      expect(text).not.toContain('{{')
    }
  })
})
