/** So many at a time: a few connections of the pool, never all. */
const atOnce = 4

/** Does something for each, a few at a time, and answers in the order in which they were given. */
export async function inTurns<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const turn = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as Item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, turn))
  return results
}
