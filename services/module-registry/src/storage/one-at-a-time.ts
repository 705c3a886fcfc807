/**
 * Runs work one after the other in the order in which it was given. Changes wait for each other in the database anyway;
 * waiting here instead holds no connection, so that a crowd of writers leaves the readers theirs.
 */
export function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}
