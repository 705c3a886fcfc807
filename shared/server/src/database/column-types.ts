import pg from 'pg'

const { builtins } = pg.types

/** A whole number; minor units of money fit far below the limit. Throws rather than lose a digit. */
function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('A bigint column holds more than a number can')
  return value
}

const ownParsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, wholeNumber],
  // A date or a local time has no zone: as a JavaScript Date it would move by the server's.
  [builtins.DATE, (text) => text],
  [builtins.TIMESTAMP, (text) => text.replace(' ', 'T')],
])

const standardParser: (oid: number, format?: 'text' | 'binary') => (text: string) => unknown = pg.types.getTypeParser

/** How columns arrive: `bigint` as number, `date` and `timestamp` as text, `timestamptz` as Date, `numeric` as text. */
export const columnParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => (format === 'binary' ? undefined : ownParsers.get(oid)) ?? standardParser(oid, format),
}
