import { describe, expect, it } from 'vitest'
import { PrerenderedTexts, textsOfScreen, withOwnTexts } from './prerendered-texts.ts'

const html = '<h1>Find it</h1><p title="To a@b.example">To a@b.example</p>'
const spans = [
  { from: 4, to: 11, id: 'm:title' },
  { from: 26, to: 40, id: 'm:to', values: { mail: 'a@b.example' } }, { from: 42, to: 56, id: 'm:to', values: { mail: 'a@b.example' } },
]
const upper = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const worded = (own: Record<string, string>): string => withOwnTexts(html, spans, own, upper)

describe('a company\'s own texts in pre-rendered HTML (DEC-324)', () => {
  it('stand where the product\'s were, their places filled, escaped', () => {
    expect(worded({ 'm:title': 'Your <car>' })).toBe('<h1>Your &lt;car></h1><p title="To a@b.example">To a@b.example</p>')
    expect(worded({ 'm:to': '"{{mail}}" gets it' })).toBe('<h1>Find it</h1><p title="&quot;a@b.example&quot; gets it">&quot;a@b.example&quot; gets it</p>')
  })

  it('stand within the values of other texts too, whichever of the two the company words', () => {
    const [step, own] = ['Step (1): (Find)', { from: 0, to: 16, id: 'm:step', values: { step: '(1)', name: '(Find)' }, inner: [{ name: 'name', id: 'm:find', text: 'Find' }], product: 'Step {{step}}: {{name}}' }]
    const texts = (worded_: Record<string, string>) => withOwnTexts(step, [own], worded_, upper)
    expect([texts({ 'm:find': 'Your car' }), texts({ 'm:step': '{{name}}, {{step}}' }), texts({ 'm:step': '{{name}}, {{step}}', 'm:find': 'Your car' }), texts({ 'm:other': 'x' })])
      .toEqual(['Step (1): (Your car)', '(Find), (1)', '(Your car), (1)', step])
  })

  it('leave the rest as it is', () => {
    expect([worded({}), worded({ 'm:other': 'x' })]).toEqual([html, html])
  })

  it('have their places in a file beside the screen\'s', () => {
    expect(textsOfScreen('first/verify-reservation.pt.json')).toBe('first/verify-reservation.pt.texts.json')
    expect(PrerenderedTexts.safeParse({ html: spans, wide: [], without: { html: [], wide: [] } }).success).toBe(true)
  })
})
