import { describe, expect, it } from 'vitest'
import { comparedDay, dayInForce, documentsOf, missingLanguages } from './terms-text.ts'

const version = (tag: string, validFrom: string, language: string) => ({ tag, language, validFrom, hash: `${tag} ${validFrom} ${language}`, title: tag, actor: 'Olga', createdAt: '2031-01-01T00:00:00Z', acceptances: 0 })
const overview = { today: '2031-05-01', versions: [version('rental', '2031-06-01', 'en'), version('rental', '2031-05-01', 'en'), version('rental', '2031-05-01', 'pt'), version('rental', '2030-01-01', 'en'), version('old', '2030-01-01', 'en')] }

describe('the documents of a company (DEC-348)', () => {
  it('stand with their versions, newest first, each with its state on this day', () => {
    expect(documentsOf(overview, ['privacy', 'rental']).map(({ tag, isAsked, versions }) => [tag, isAsked, versions.map(({ validFrom, state, texts }) => [validFrom, state, texts.length])])).toEqual([
      ['privacy', true, []], ['rental', true, [['2031-06-01', 'coming', 1], ['2031-05-01', 'present', 2], ['2030-01-01', 'former', 1]]], ['old', false, [['2030-01-01', 'present', 1]]],
    ])
  })

  it('are in force from their first day on, and not before', () => {
    expect(['2029-12-31', '2030-01-01', '2031-04-30', '2031-05-01', '2031-06-02'].map((day) => dayInForce(overview, 'rental', day))).toEqual([undefined, '2030-01-01', '2030-01-01', '2031-05-01', '2031-06-01'])
  })

  it('lack the languages that the company offers and has no text in', () => {
    expect(missingLanguages(['en', 'pt', 'fr'], ['pt', 'en'])).toEqual(['fr'])
  })

  it.each([
    ['that waits is compared with what is in force', 'waiting', '2031-06-15', '2031-05-01'], ['that was published with the one before it', 'published', '2031-05-01', '2030-01-01'],
    ['that is published and whose day will come with the one in force', 'published', '2031-06-01', '2031-05-01'], ['of the first version with none', 'published', '2030-01-01', undefined],
  ] as const)('a draft %s', (_what, state, validFrom, day) => {
    expect(comparedDay({ tag: 'rental', state, validFrom }, overview)).toBe(day)
  })
})
