import { expect, it } from 'vitest'
import { tenantStyle } from './tenant-style.ts'

it('applies a tenant\'s stylesheet (SHELL-66)', () => {
  expect(tenantStyle('body { background: #eef; }')).toBe('body { background: #eef; }')
  expect(tenantStyle('a { background: url(data:image/png;base64,AA==) }')).toContain('url(data:image/png')
})

it.each([
  ['a picture of a foreign host', 'a { background: url(https://evil.example/x.png) }', 'evil'],
  ['a quoted foreign address', 'a { background: url("//evil.example") }', 'evil'],
  ['an escaped one', 'a { background: u\\72l(https://evil.example) }', '\\'],
  ['an import', '@import "https://evil.example/x.css"; a { color: red }', 'evil'],
  ['the end of the style element', 'a {} </style><script>alert(1)</script>', '<'],
  ['an image set', 'a { background: image-set("https://evil.example" 1x) }', 'evil'],
])('keeps %s out (DEC-88)', (_what, css, forbidden) => {
  expect(tenantStyle(css)).not.toContain(forbidden)
})

it.each(['a { color: red', 'a } b {', '}'])('drops a stylesheet whose blocks do not close: %s', (css) => {
  expect(tenantStyle(css)).toBe('')
})
