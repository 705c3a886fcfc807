/** Says what is being done and how long it took: a start is never a silent minute. */
export async function progress<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const started = Date.now()
  process.stdout.write(`… ${what}\n`)
  const result = await work()
  process.stdout.write(`✓ ${what} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`)
  return result
}
