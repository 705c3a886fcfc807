/** Widths that the product is looked at; the mobile layout begins below 991 px (CONST-22). */
export const viewports = {
  desktop: { width: 1440, height: 900 },
  mobile: { width: 390, height: 844 },
} as const

export const languages = ['en', 'pt', 'fr'] as const
export type Language = (typeof languages)[number]
