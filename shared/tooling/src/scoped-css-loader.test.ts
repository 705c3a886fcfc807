import { describe, expect, it } from 'vitest'
import { scopedCss, statementsOf } from './scoped-css-loader.ts'

const scope = ':where([data-module="mfe-driver"][data-module-version="1.2.0"]) {'
const scoped = (css: string): string => scopedCss(css, 'mfe-driver', '1.2.0')

describe('a module’s styles', () => {
  it('match only inside this version of this module', () => {
    expect(scoped('h1 { color: red } .a, .b { margin: 0 }')).toBe(`${scope}\nh1 { color: red }\n.a, .b { margin: 0 }\n}\n`)
  })

  it('keep outside what may not stand inside a rule', () => {
    const css = '@import "x.css"; @font-face { src: url(a.woff2) } /* note */ @keyframes spin { to { rotate: 1turn } } p { top: 0 }'
    const [outside, inside] = scoped(css).split(scope)
    expect(outside).toContain('@import "x.css";')
    expect(outside).toContain('@font-face')
    expect(outside).toContain('@keyframes spin { to { rotate: 1turn } }')
    expect(inside?.trim()).toBe('p { top: 0 }\n}')
  })

  it('keep media and container queries inside', () => {
    expect(scoped('@media (width > 1px) { p { top: 0 } }')).toContain(`${scope}\n@media (width > 1px) { p { top: 0 } }`)
  })

  it('are split at the right braces whatever stands in comments and strings', () => {
    expect(statementsOf('/* } */ a { content: "}\\"{" } b::after { content: \'{\' }')).toEqual(['/* } */ a { content: "}\\"{" }', "b::after { content: '{' }"])
  })
})
