export { logoSource } from './logo-source.ts'
import { contrast, hexOf, lowestContrast, readableOn, relative, type Hex } from './colours.ts'

/** A tenant's colours as configuration gives them: any CSS colours, each may be missing (DATA-16, DEC-88). */
export interface TenantColours {
  /** Colour of the loading bar and of links. */
  readonly cssPrimary?: string | null | undefined
  /** Colours of the primary button. */
  readonly primaryBtn?: { readonly color?: string | null | undefined; readonly backgroundColor?: string | null | undefined } | null | undefined
}

/** The colours of the page that follow the tenant, all readable where they are used. */
export interface Brand {
  readonly fill: Hex
  readonly label: Hex
  readonly progress: Hex
  readonly day: Inks
  readonly night: Inks
  /** What the guard had to replace; operators see it next to the tenant's settings. */
  readonly warnings: readonly BrandWarning[]
}

/** `ink`: links, small text and icons; `tint` and `edge`: ground and outline of quiet buttons and notes. */
export interface Inks {
  readonly ink: Hex
  readonly tint: Hex
  readonly edge: Hex
}

export type BrandWarning = 'label-replaced' | 'not-a-colour'

/** White on green when configuration gives nothing (SHELL-64, CONST-31). */
export const defaultButton = { fill: '#009900', label: '#ffffff' } as const
/** Colour of the loading bar when configuration gives nothing (SHELL-69). */
export const defaultProgress = '#1d4ed8'

/** Grounds that text stands on; the same values as in styles/tokens.css, held together by a test. */
export const grounds = {
  day: { paper: '#fffdf8', sand: '#f6f1e7' },
  night: { paper: '#1d2f27', sand: '#14211b' },
} as const

const labels: readonly [dark: Hex, light: Hex] = ['#14211b', '#ffffff']
/** Button labels are 19 px bold, large text for WCAG: 3 is enough there, 4.5 everywhere else. */
const largeText = 3
const smallText = 4.5

/**
 * The contrast guard: a tenant's own pair is kept when its label can be read, else the label is replaced;
 * inks are the accent walked in OKLCH until they read on paper, sand and their own tint.
 */
export function derive(fill: Hex, label: Hex, accent: Hex = fill): Omit<Brand, 'progress'> {
  const readable = contrast(label, fill) >= largeText
  const dayTint = relative(accent, 0.955, 0.03)
  const nightTint = relative(accent, 0.31, 0.05)
  return {
    fill,
    label: readable ? label : best(labels, fill),
    day: {
      ink: readableOn(accent, [grounds.day.paper, grounds.day.sand, dayTint], smallText, 'darker'),
      tint: dayTint,
      edge: relative(accent, 0.8, 0.09),
    },
    night: {
      ink: readableOn(accent, [grounds.night.paper, grounds.night.sand, nightTint], smallText, 'lighter'),
      tint: nightTint,
      edge: relative(accent, 0.46, 0.08),
    },
    warnings: readable ? [] : ['label-replaced'],
  }
}

const best = (candidates: readonly Hex[], ground: Hex): Hex =>
  candidates.reduce((chosen, each) => (lowestContrast(each, [ground]) > lowestContrast(chosen, [ground]) ? each : chosen))

/** The brand of a tenant's configuration; what is missing or no colour takes the default. */
export function brandOf({ cssPrimary, primaryBtn }: TenantColours): Brand {
  const given = [cssPrimary, primaryBtn?.color, primaryBtn?.backgroundColor].filter((text) => text !== undefined && text !== null && text !== '')
  const fill = hexOf(primaryBtn?.backgroundColor) ?? defaultButton.fill
  const accent = hexOf(cssPrimary)
  const derived = derive(fill, hexOf(primaryBtn?.color) ?? defaultButton.label, accent ?? fill)
  return {
    ...derived,
    progress: accent ?? defaultProgress,
    warnings: given.every((text) => hexOf(text) !== null) ? derived.warnings : [...derived.warnings, 'not-a-colour'],
  }
}

/** The brand as custom properties of the page; styles/tokens.css maps them for day and night. */
export function brandVariables(cssPrimary?: TenantColours['cssPrimary'], primaryBtn?: TenantColours['primaryBtn']): Readonly<Record<`--tenant-${string}`, Hex>> {
  const { fill, label, progress, day, night } = brandOf({ cssPrimary, primaryBtn })
  return {
    '--tenant-fill': fill,
    '--tenant-label': label,
    '--tenant-progress': progress,
    '--tenant-ink': day.ink,
    '--tenant-tint': day.tint,
    '--tenant-edge': day.edge,
    '--tenant-ink-night': night.ink,
    '--tenant-tint-night': night.tint,
    '--tenant-edge-night': night.edge,
  }
}

/** The same as the text of a stylesheet, for the HTML of a tenant. Holds hex colours only, so nothing can leave the rule. */
export function brandStyle(colours: TenantColours): string {
  const variables = Object.entries(brandVariables(colours.cssPrimary, colours.primaryBtn))
  return `:root{${variables.map(([name, value]) => `${name}:${value}`).join(';')}}`
}
