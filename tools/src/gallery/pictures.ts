import type { Language } from '@checkin/api/languages'

/** One subject of the gallery, as its page lists it. */
export interface Subject {
  readonly screen: string
  readonly state: string
  readonly module: string
  readonly by: 'module' | 'shell'
}

export const schemes = ['light', 'dark', 'forced'] as const
export type Scheme = (typeof schemes)[number]

/** CSS pixels: a narrow and a usual phone, a tablet, a desktop. */
export const widths = [320, 390, 768, 1440] as const
export type Width = (typeof widths)[number]

/** One picture of a subject. */
export interface Look {
  readonly language: string
  readonly width: Width
  readonly scheme: Scheme
}

/** Languages that are rendered: the source's, the one with the longest words, and the one that runs from right to left, as far as the product has them. */
export const renderedLanguages = (offered: readonly Language[]): readonly Language[] => ['en', 'de', 'ar'].flatMap((wanted) => offered.filter((each) => each === wanted))

/**
 * The looks of a subject in one language: every width in every scheme. What the shell does to a screen looks alike on all of them,
 * so that it is rendered in two widths, and with forced colours in one.
 */
export const looksIn = (language: string, by: Subject['by']): readonly Look[] => widths.flatMap((width) => schemes.map((scheme) => ({ language, width, scheme })))
  .filter(({ width, scheme }) => by === 'module' || width === 390 || (width === 1440 && scheme !== 'forced'))

/** axe looks where colours or layout can differ; with forced colours they are the system's own. */
export const isChecked = ({ width, scheme, language }: Look): boolean => scheme !== 'forced' && (width === 390 || width === 1440) && language !== 'de'

/** `overview/errors/de-390-dark.jpg`, below the folder of the gallery. */
export const fileOf = ({ screen, state }: Subject, { language, width, scheme }: Look, ending = 'jpg'): string => `${screen}/${state}/${language}-${width}-${scheme}.${ending}`
