/** Sorts versions newest first; a development version stands behind the release of the same number. */
export function newestFirst(one: string, other: string): number {
  const [oneNumber = '', oneSuffix = ''] = one.split('-')
  const [otherNumber = '', otherSuffix = ''] = other.split('-')
  const byNumber = otherNumber.localeCompare(oneNumber, 'en', { numeric: true })
  if (byNumber !== 0) return byNumber
  if (oneSuffix === '' || otherSuffix === '') return oneSuffix.length - otherSuffix.length
  return otherSuffix.localeCompare(oneSuffix, 'en', { numeric: true })
}
