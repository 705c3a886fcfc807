import { describe, expect, it } from 'vitest'
import { printRules } from '@checkin/releases'
import { mayMatch, neededRules, rulesOf, tokensOf } from './style-rules.ts'

const html = '<form class="ck-step wide" novalidate=""><input name="reference" type="text" aria-required="true"/><i class="bar"></i></form>'
const chosen = (css: string, of = html): string => {
  const rules = rulesOf(css)
  return printRules(neededRules(rules, of).flatMap((at) => rules[at] ?? []))
}

describe('the styles that HTML needs for its first paint', () => {
  it.each<[string, boolean]>([
    ['.ck-step', true], ['.ck-stepper', false], ['.wide.ck-step > input', true], ['.ck-step .missing', false], ['select', false], ['html', true],
    ['input:focus-visible', true], ['.bar::after', true], ['[type=text]', true], ['[type="email"]', false], ['[aria-required]', true], ['[aria-invalid]', false],
    ['input:not(.missing)', true], ['.ck-step:has(.missing)', true], ['[name^="ref"]', true], ['*', true], [':root', true], ['#field', true],
  ])('a rule for %s: %s', (selector, needed) => {
    expect(mayMatch(selector, tokensOf(html))).toBe(needed)
  })

  it('has what turns a page only where the page is turned (DEC-181)', () => {
    expect([mayMatch("[dir='rtl'] .bar", tokensOf(html)), mayMatch("[dir='rtl'] .bar", tokensOf(html, 'rtl')), mayMatch("[dir='ltr'] .bar", tokensOf(html, 'rtl'))]).toEqual([false, true, false])
  })

  it('keeps the order, the layers and the conditions of the whole stylesheet', () => {
    expect(chosen('@layer base, kit;@layer kit{.ck-step{a:1}.none{a:2}@media (width>=40em){.bar{a:3}.wide{a:4}}}.bar{a:5}'))
      .toBe('@layer base, kit;@layer kit{.ck-step{a:1}@media (width>=40em){.bar{a:3}.wide{a:4}}}.bar{a:5}')
  })

  it('takes the animations that are used, no others', () => {
    const css = '.bar{animation:1s run}.none{animation:1s fly}@keyframes run{to{a:1}}@keyframes fly{to{a:1}}'
    expect(chosen(css)).toBe('.bar{animation:1s run}@keyframes run{to{a:1}}')
  })

  it('fetches no face and prints nothing before the screen is there', () => {
    expect(chosen('@font-face{font-family:A;src:url(a.woff2)}@font-face{font-family:B;src:local(Arial)}@media print{.bar{a:1}}')).toBe('@font-face{font-family:B;src:local(Arial)}')
  })

  it('takes a rule with several selectors when one of them may match', () => {
    expect(chosen('.none,.bar{a:1}')).toBe('.none,.bar{a:1}')
  })
})
