/** Whether this run takes the whole of what is long (`npm test -- --whole`), or the fixed sample of every `npm test`. */
export const isWhole = process.env['CHECKIN_TEST_WHOLE'] === '1'

/** What a long test takes of a table or of a count: the sample at every `npm test`, everything in a whole run. */
export const sampled = <T>(sample: T, whole: T): T => (isWhole ? whole : sample)

/** Every `step`-th row of a table from its `first` on (0 is the table's first) at every `npm test`, the whole table in a whole run. */
export const sampledRows = <T>(rows: readonly T[], step: number, first = 0): readonly T[] => (isWhole ? rows : rows.filter((_row, at) => at % step === first))
