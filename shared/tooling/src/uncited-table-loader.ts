const cited = /\{ rows: '[^']*', /g

/**
 * Takes what a row of the shell's state table cites out of the built shell: docs/spec is for readers and tests, and each renter would load it with
 * the first screen (decision 0081).
 */
export default function uncitedTable(source: string): string {
  return source.replace(cited, '{ ')
}
