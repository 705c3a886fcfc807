import { describe, expect, it } from 'vitest'
import { changedTexts, longestText, mostTextCharacters, placesOf, TenantTexts, textProblem, textProblems, textProblemWords, withText } from './tenant-texts.ts'

const product = 'We sent a code to {{mail}}'

describe('a text in place of the product\'s (DEC-324)', () => {
  it.each<[string, string | undefined, string, string | null]>([
    ['other words with the same place', product, 'Your code went to {{mail}}, look there', null],
    ['the place twice', product, '{{mail}}: look at {{mail}}', null],
    ['a sign that begins no tag', 'Lines with < signs', 'Rows with < signs & more', null],
    ['nothing that the product has', undefined, 'Anything', 'UnknownText'],
    ['nothing', product, ' \u00a0 ', 'EmptyText'],
    ['no place', product, 'Your code is under way', 'MissingPlace'],
    ['a place that is not filled', product, '{{mail}} and {{name}}', 'ForeignPlace'],
    ['a place that is none', product, '{{mail}} and {{ name }}', 'ForeignPlace'],
    ['a place that is left unescaped', product, '{{mail}} {{- mail}}', 'ForeignPlace'],
    ['half a place', product, '{{mail}} {{', 'ForeignPlace'],
    ['a tag', product, '{{mail}} <b>now</b>', 'Markup'],
    ['a comment', product, '{{mail}} <!-- now', 'Markup'],
    ['a character reference', product, '{{mail}} &lt;b&gt;', 'Markup'],
    ['a text within the text', product, '{{mail}} $t(Back)', 'Markup'],
    ['a line break, which would begin a header of a mail', product, '{{mail}}\r\nBcc: me@example.com', 'Markup'],
    ['a mark of pre-rendered pages', product, '{{mail}} \uE004', 'Markup'],
    ['a sign that turns the line round', product, '{{mail}} \u202E', 'Markup'],
    ['twice as many characters and forty', product, `{{mail}}${'a'.repeat(longestText(product) - 8)}`, null],
    ['one more', product, `{{mail}}${'a'.repeat(longestText(product) - 7)}`, 'TooLong'],
  ])('with %s is judged', (_name, of, own, problem) => {
    expect(textProblem('mfe-verification:Code.lead', of, own)).toBe(problem)
  })

  it.each([
    ['common:NumberOfDays_one', '{{count}} day', 'One day', null], ['common:NumberOfDays_one', 'One day', '{{count}} day', null],
    ['common:NumberOfDays_other', '{{count}} days', 'Days', 'MissingPlace'], ['common:Days', '{{count}} days', 'Days', 'MissingPlace'],
  ])('%s may leave its number out only where it is said of none, one or two: "%s" as "%s"', (id, of, own, problem) => {
    expect(textProblem(id, of, own)).toBe(problem)
  })

  it('has words for whatever is wrong with it', () => {
    expect(Object.keys(textProblemWords).sort()).toEqual([...textProblems].sort())
  })

  it('has each of its places named once', () => {
    expect(placesOf('{{a}} {{b}} {{a}}')).toEqual(['a', 'b'])
  })
})

describe('the texts of a company', () => {
  it.each<[string, unknown, boolean]>([
    ['by language and id', { pt: { 'mfe-verification:Code.lead': 'x', 'mail:code.subject': 'x' } }, true],
    ['in a language that the product does not speak', { fi: {} }, false],
    ['of no catalogue', { en: { 'other:Back': 'x' } }, false],
    ['with an id that is none', { en: { 'common:a:b': 'x' } }, false],
    ['that are more than a page may carry', { en: Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`common:K${at}`, 'a'.repeat(mostTextCharacters / 10)])), pt: { 'common:Back': 'x' } }, false],
    ['that are as many as a page may carry', { en: Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`common:K${at}`, 'a'.repeat(mostTextCharacters / 10)])) }, true],
  ])('%s: %o', (_name, texts, isTaken) => {
    expect(TenantTexts.safeParse(texts).success).toBe(isTaken)
  })

  it('are changed one by one, and none are left behind empty', () => {
    const one = withText(undefined, { language: 'pt', id: 'common:Back', text: 'Voltar atrás' })
    expect(one).toEqual({ pt: { 'common:Back': 'Voltar atrás' } })
    const two = withText(one, { language: 'en', id: 'common:Back', text: 'Return' })
    expect(withText(two, { language: 'pt', id: 'common:Back', text: null })).toEqual({ en: { 'common:Back': 'Return' } })
    expect(withText(one, { language: 'pt', id: 'common:Back', text: null })).toBeUndefined()
  })

  it('are compared text by text', () => {
    expect(changedTexts({ en: { 'common:A': 'a', 'common:B': 'b' } }, { en: { 'common:A': 'a', 'common:B': 'c' }, pt: { 'common:A': 'a' } })).toEqual([
      { language: 'en', id: 'common:B', text: 'c' }, { language: 'pt', id: 'common:A', text: 'a' },
    ])
    expect(changedTexts({ en: { 'common:A': 'a' } }, undefined)).toEqual([])
  })
})
