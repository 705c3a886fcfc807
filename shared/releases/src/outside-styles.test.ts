import { describe, expect, it } from 'vitest'
import { outsideStyles } from './outside-styles.ts'

const scope = ':where([data-module=mfe-driver][data-module-version="1.2.0"])'
const outside = (css: string): readonly string[] => outsideStyles(css, 'mfe-driver', '1.2.0')

describe('styles of a module', () => {
  it('stay inside where every rule begins with the screen of this version, however the build wrote it (DEC-241)', () => {
    expect(outside(`${scope} .a,${scope}>.b{top:0}@media (width>1px){${scope} p{top:0;&:hover{top:1px}}}@keyframes mfe-driver_turn{to{rotate:1turn}}`)).toEqual([])
    expect(outside(':where([data-module-version="1.2.0"][data-module="mfe-driver"]) p{top:0}')).toEqual([])
  })

  it.each([
    ['the body', 'body{display:none}', ['body']],
    ['everything', '*{color:red}', ['*']],
    ['the root', ':root{--ck-ink:red}', [':root']],
    ['one of two', `${scope} p,html{top:0}`, ['html']],
    ['what is inside a query', `@media print{header{top:0}}`, ['header']],
    ['another version', scope.replace('1.2.0', '1.1.0') + ' p{top:0}', [scope.replace('1.2.0', '1.1.0') + ' p']],
    ['what has it inside', `body:has(${scope} p) header{top:0}`, [`body:has(${scope} p) header`]],
    ['what stands beside it', `${scope}~footer{top:0}`, [`${scope}~footer`]],
    ['what a nested rule turns round', `${scope} p{footer &{top:0}}`, ['footer &']],
    ['a font of everybody', '@font-face{font-family:Figtree;src:url(a.woff2)}', ['@font-face']],
    ['an animation of everybody', '@keyframes spin{to{rotate:1turn}}', ['@keyframes spin']],
    ['another sheet', '@import "x.css";', ['@import "x.css"']],
    ['the order of layers', '@layer base,theme;', ['@layer base,theme']],
  ])('reach outside with %s, and are found (DEC-241)', (_what, css, found) => {
    expect(outside(css)).toEqual(found)
  })
})
