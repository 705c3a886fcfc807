import { describe, expect, it } from 'vitest'
import { differingSizes, packageSizes, withSizes, writtenSizes } from './package-sizes.ts'

const lines: Readonly<Record<string, number>> = { 'shell/src/a.ts': 500, 'shell/src/a.test.ts': 70, 'shell/README.md': 9, 'services/x/migrations/1.sql': 10, 'services/x/kit/src/b.ts': 900, 'other.ts': 5 }
const sizes = packageSizes(['shell', 'services/x', 'services/x/kit'], Object.keys(lines), (path) => lines[path] ?? 0)

describe('the table of sizes', () => {
  it('counts sources and tests of each package once', () => {
    expect(sizes).toEqual([
      { path: 'services/x', files: 1, lines: 10, testFiles: 0, testLines: 0 },
      { path: 'services/x/kit', files: 1, lines: 900, testFiles: 0, testLines: 0 },
      { path: 'shell', files: 1, lines: 500, testFiles: 1, testLines: 70 },
    ])
  })

  it('is written and read again, and nothing around it changes', () => {
    const text = withSizes('# Sizes\n<!-- Sizes: made by `npm run check -- --write`. --><!-- End of sizes. -->\nAfter.\n', sizes)
    expect(text).toMatch(/^# Sizes\n[\s\S]*\| \*\*all\*\* \| 3 \| 1410 \| 1 \| 70 \|\n<!-- End of sizes\. -->\nAfter\.\n$/)
    expect(writtenSizes(text)).toEqual(sizes)
    expect(withSizes(text, sizes)).toBe(text)
  })

  it('refuses a package that grew or shrank by more than 5 %, that is new or gone; tests may grow', () => {
    const with_ = (path: string, lines: number) => sizes.map((size) => (size.path === path ? { ...size, lines, testLines: 9999 } : size))
    expect(differingSizes(sizes, with_('services/x/kit', 945))).toEqual([])
    expect(differingSizes(sizes, with_('services/x/kit', 946))).toEqual(['services/x/kit: 946 lines, the table says 900'])
    expect(differingSizes(sizes, with_('shell', 455))).toEqual(['shell: 455 lines, the table says 500'])
    expect(differingSizes(sizes, sizes.slice(1))).toEqual(['services/x is gone'])
    expect(differingSizes(sizes.slice(1), sizes)).toEqual(['services/x is not in the table'])
  })
})
