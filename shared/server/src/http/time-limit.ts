/**
 * Calls `over` after so many milliseconds, but not before what came meanwhile was looked at: after a standstill of this process its timers run before what lies at
 * its sockets is read, and its own silence must not be taken for another's. Answers what lifts the limit.
 */
export function timeLimit(ms: number, over: () => void): () => void {
  let looked: NodeJS.Immediate | undefined
  const timer = setTimeout(() => { looked = setImmediate(over) }, ms)
  return () => {
    clearTimeout(timer)
    clearImmediate(looked)
  }
}
