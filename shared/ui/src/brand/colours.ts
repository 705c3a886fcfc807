import { clampChroma, converter, formatHex, parse, wcagContrast } from 'culori'

/** A colour as `#rrggbb`. */
export type Hex = `#${string}`

const toOklch = converter('oklch')
const asHex = (colour: Parameters<typeof formatHex>[0]): Hex => `#${(formatHex(colour) ?? '#000000').slice(1)}`

/** Any CSS colour as hex without transparency; null for text that is no colour. */
export function hexOf(text: string | null | undefined): Hex | null {
  const colour = text ? parse(text.trim()) : undefined
  return colour ? asHex({ ...colour, alpha: 1 }) : null
}

/** WCAG 2 contrast of two colours, 1 to 21. */
export const contrast = (one: Hex, other: Hex): number => wcagContrast(one, other)

/** The smallest contrast of `ink` on any of `grounds`. */
export const lowestContrast = (ink: Hex, grounds: readonly Hex[]): number => Math.min(...grounds.map((ground) => contrast(ink, ground)))

const step = 0.005

/**
 * Walks a colour's lightness in OKLCH, hue kept, until it reads on every ground with at least `ratio`.
 * Returns the colour itself when it already does.
 */
export function readableOn(colour: Hex, grounds: readonly Hex[], ratio: number, direction: 'darker' | 'lighter'): Hex {
  if (lowestContrast(colour, grounds) >= ratio) return colour
  const start = toOklch(colour) ?? { mode: 'oklch' as const, l: 0.5, c: 0 }
  const towards = direction === 'darker' ? -step : step
  for (let lightness = start.l; lightness >= 0 && lightness <= 1; lightness += towards) {
    const candidate = asHex(clampChroma({ ...start, l: lightness }, 'oklch'))
    if (lowestContrast(candidate, grounds) >= ratio) return candidate
  }
  return direction === 'darker' ? '#000000' : '#ffffff'
}

/** A pale or deep relative of a colour: same hue, the given OKLCH lightness and at most the given chroma. */
export function relative(colour: Hex, lightness: number, chroma: number): Hex {
  const { c, h } = toOklch(colour) ?? { c: 0, h: 0 }
  return asHex(clampChroma({ mode: 'oklch', l: lightness, c: Math.min(c, chroma), ...(h === undefined ? {} : { h }) }, 'oklch'))
}
