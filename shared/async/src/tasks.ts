/** Lets the browser do what waits; browsers without `scheduler.yield` take a timer. */
export const pause = (): Promise<void> => {
  const { scheduler } = globalThis as { readonly scheduler?: { readonly yield?: () => Promise<void> } }
  return scheduler?.yield?.() ?? new Promise((done) => { setTimeout(done, 0) })
}

/** Lets everything go first that the renter waits for, where the browser knows what that is; else whatever waits already. */
export function background(): Promise<void> {
  const { scheduler } = globalThis as { readonly scheduler?: { readonly postTask?: (task: () => void, options: { readonly priority: 'background' }) => Promise<void> } }
  return scheduler?.postTask?.(() => undefined, { priority: 'background' }) ?? new Promise((done) => { setTimeout(done) })
}

/** Evaluates parts of a page's code one after the other, each in a task of its own, so that a slow phone answers between them. Rejects as the first that fails. */
export async function inTasks(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const evaluate of parts) {
    await evaluate()
    await pause()
  }
}
