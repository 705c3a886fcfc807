/** Red, green and blue, 0 to 255, of `#rgb` or `#rrggbb`. */
function channels(hex: string): readonly number[] {
  const digits = hex.length === 4 ? hex.slice(1).replace(/./g, '$&$&') : hex.slice(1)
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16))
}

/** Relative luminance, as WCAG defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const standard = '#009900'
const dark = '#10231a'
/** The band carries only the name, in large bold letters (WCAG 1.4.3). */
const enoughForLargeText = 3

/** Contrast ratio of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter = 1, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/**
 * The band of a mail in the tenant's colour, with white ink where that can be read and dark ink otherwise. Anything but a plain
 * hexadecimal colour gives the standard green: nothing else may get into a style. Answered as `rgb()`, because six digits of
 * a colour look like a code to programs that search the mail for one.
 */
export function bandColours(brand: string | null | undefined): { readonly background: string; readonly ink: string } {
  const background = brand && /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(brand) ? brand : standard
  const ink = contrast(background, '#ffffff') >= enoughForLargeText ? '#ffffff' : dark
  return { background: `rgb(${channels(background).join(', ')})`, ink }
}
