/** Options that PageUp and PageDown go by. */
const page = 10

/**
 * Where a key puts the highlight of an open list, -1 being none: the arrows go round, Home, End and the page keys do not
 * (pattern of an ARIA combobox). Undefined for any other key.
 */
export function moved(key: string, active: number, last: number): number | undefined {
  if (last < 0) return undefined
  switch (key) {
    case 'ArrowDown': return active >= last ? 0 : active + 1
    case 'ArrowUp': return active <= 0 ? last : active - 1
    case 'Home': return 0
    case 'End': return last
    case 'PageDown': return Math.min(last, active + page)
    case 'PageUp': return Math.max(0, active - page)
    default: return undefined
  }
}
