import { parse, type Declaration } from 'postcss'

const sides = /^(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b|(?:left|right)$|border-(?:top|bottom)-(?:left|right)-radius$)/
const sided = new Set(['text-align', 'float', 'clear', 'justify-content', 'justify-self', 'justify-items'])
const boxes = new Set(['margin', 'padding', 'inset', 'scroll-margin', 'scroll-padding', 'border-width', 'border-color', 'border-style'])

/** The values of a shorthand, parentheses kept together. */
const partsOf = (value: string): readonly string[] => value.replace(/!important/, '').match(/(?:[^\s()]+|\((?:[^()]|\([^()]*\))*\))+/g) ?? []

function isPhysical({ prop, value }: Declaration): boolean {
  if (sides.test(prop)) return true
  if (sided.has(prop)) return /\b(?:left|right)\b/.test(value)
  if (!boxes.has(prop)) return false
  const parts = partsOf(value)
  // Top, right, bottom, left: only where right and left are the same does it not matter which comes first.
  return parts.length === 4 && parts[1] !== parts[3]
}

/**
 * Declarations of a stylesheet that say left or right, as `line: property: value`: a page from right to left turns only what
 * says start and end (DEC-181).
 */
export function physicalDeclarations(css: string): readonly string[] {
  const found: string[] = []
  parse(css).walkDecls((declaration) => {
    if (isPhysical(declaration)) found.push(`${declaration.source?.start?.line ?? 0}: ${declaration.prop}: ${declaration.value}`)
  })
  return found
}
