/** What a number or a list is put together by hand with: it is wrong in some language (DEC-193). */
const signs: readonly RegExp[] = [/\.toFixed\(/, /\.join\((['"`])\s*[,،;]\s*\1\)/, /\.toLocale(?:String|DateString|TimeString)\(/, /\}\s*%(?!\w)/, /new Intl\.(?:NumberFormat|ListFormat|DateTimeFormat)\(/]

/** A line that makes such a text, with its number. */
export interface HandMadeFormat {
  readonly line: number
  readonly text: string
}

/** The lines of a source that format a number, a date or a list without `@checkin/i18n`; comments say what they like. */
export const handMadeFormats = (source: string): readonly HandMadeFormat[] => source.split('\n').flatMap((text, at) =>
  (!/^\s*(?:\/\/|\*|\/\*)/.test(text) && signs.some((sign) => sign.test(text)) ? [{ line: at + 1, text: text.trim() }] : []))
