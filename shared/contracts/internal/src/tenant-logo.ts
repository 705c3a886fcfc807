/** Bytes of a logo that are taken, before base64, and that one of our own making has at most. */
export const mostLogoBytes = 150_000

/** What keeps a file from being a company's logo (DEC-358); each has words in `logoProblemWords`. */
export const logoProblems = ['WrongType', 'Damaged', 'TooManyPixels', 'Moving', 'Letters', 'Malware'] as const
export type LogoProblem = (typeof logoProblems)[number]

/** The same in words, for people at the console. */
export const logoProblemWords: Readonly<Record<LogoProblem, string>> = {
  WrongType: 'The logo is no SVG, PNG, JPEG or WebP, whatever its name says',
  Damaged: 'The logo cannot be read to its end: export it again, and send the whole file',
  TooManyPixels: 'The logo has more than 16 million pixels: export it smaller, 384 x 128 are enough',
  Moving: 'The logo moves: export one picture of it',
  Letters: 'The logo has letters as text, which look different wherever its typeface is missing: export them as outlines, or as PNG',
  Malware: 'The antivirus engine found malware in the logo',
}
