import i18next, { type i18n } from 'i18next'
import { beforeEach, describe, expect, it } from 'vitest'
import { unmarkedTexts, withMarkedTexts } from './marked-texts.ts'

let instance: i18n
beforeEach(async () => {
  instance = i18next.createInstance()
  await instance.init({ lng: 'pt', fallbackLng: 'en', keySeparator: false, interpolation: { escapeValue: true, escape: (value) => `(${value})` }, resources: { pt: { m: { 'Find.title': 'Encontre', 'To': 'Para {{mail}}', 'Days_one': '{{count}} dia', 'Days_other': '{{count}} dias' } }, en: { m: { Gone: 'Gone' } } } })
})

const say = (key: string, params = {}): string => instance.t(key, { ns: 'm', ...params })
const rendered = (html: () => string) => withMarkedTexts(instance, 'A screen', () => Promise.resolve(html()))

describe('the texts of pre-rendered HTML', () => {
  it('are found with their ids and values, and the HTML is what it is without marks', async () => {
    const { html, spans } = unmarkedTexts(await rendered(() => `<h1 title="${say('Find.title')}">${say('Find.title')}</h1><p>${say('To', { mail: 'a@b.example' })}, ${say('Days', { count: 2 })}</p>`))
    expect(html).toBe('<h1 title="Encontre">Encontre</h1><p>Para (a@b.example), (2) dias</p>')
    expect(spans.map(({ from, to, ...text }) => [html.slice(from, to), text])).toEqual([
      ['Encontre', { id: 'm:Find.title' }], ['Encontre', { id: 'm:Find.title' }], ['Para (a@b.example)', { id: 'm:To', values: { mail: '(a@b.example)' } }], ['(2) dias', { id: 'm:Days_other', values: { count: '(2)' } }],
    ])
    expect(say('Find.title'), 'nothing is marked afterwards').toBe('Encontre')
  })

  it('of another language, and keys without one, are not marked: a company words its own language', async () => {
    expect(await rendered(() => `${say('Gone')} ${say('Nothing')}`)).toBe('Gone Nothing')
  })

  it('within the values of another are told with that', async () => {
    const { html, spans } = unmarkedTexts(await rendered(() => say('To', { mail: say('Find.title') })))
    expect([html, spans]).toEqual(['Para (Encontre)', [{ from: 0, to: 15, id: 'm:To', values: { mail: '(Encontre)' }, inner: [{ name: 'mail', id: 'm:Find.title', text: 'Encontre' }], product: 'Para {{mail}}' }]])
  })

  it('have to be shown as they are: one that is cut could not be worded by a company', async () => {
    await expect(rendered(() => say('Find.title').slice(0, 3))).rejects.toThrow('A screen shows a text otherwise than as it is')
  })
})
