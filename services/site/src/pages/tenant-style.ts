import { brandStyle as styleOf } from '@checkin/ui/brand'
import type { TenantPage } from './tenant-pages.ts'

/** Custom properties of a tenant's colours, past the contrast guard; the defaults where the tenant names none (SHELL-64). */
export const brandStyle = ({ config }: TenantPage): string =>
  styleOf({ cssPrimary: config.cssPrimary ?? undefined, primaryBtn: config.primaryBtn ?? undefined })

/**
 * The tenant's own stylesheet as far as it may stand in our page (DEC-88): no foreign address, no import,
 * nothing that could end the style element, and only whole blocks, so that it can't change the rules that follow it.
 */
export function tenantStyle(cssText: string | undefined): string {
  if (!cssText) return ''
  const cleaned = cssText
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\\/g, '')
    .replace(/@import[^;]*;?/gi, '')
    .replace(/url\(\s*(?!['"]?data:image\/)[^)]*\)/gi, 'none')
    .replace(/(?:-webkit-)?image-set\([^)]*\)/gi, 'none')
    .replace(/[<>]/g, (character) => (character === '>' ? '>' : ''))
  return balanced(cleaned) ? cleaned.trim() : ''
}

function balanced(css: string): boolean {
  let depth = 0
  for (const character of css) {
    if (character === '{') depth += 1
    if (character === '}') depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}
