import './no-eval.ts'
import '@checkin/ui/styles.css'

/**
 * The page's code in parts: they come in one file and are evaluated one after the other, each in a task of its own, so that a slow phone answers to what
 * is typed or pressed in the pre-rendered screen meanwhile. The order is theirs: each part needs those before it.
 */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager" */ './react-part.ts'),
  () => import(/* webpackMode: "eager" */ '@checkin/api'),
  () => import(/* webpackMode: "eager" */ './page-start.ts'),
]

/** Lets the browser do what waits; browsers without `scheduler.yield` take a timer. */
const pause = (): Promise<void> => {
  const { scheduler } = globalThis as { readonly scheduler?: { readonly yield?: () => Promise<void> } }
  return scheduler?.yield?.() ?? new Promise((done) => { setTimeout(done, 0) })
}

async function evaluateParts(): Promise<void> {
  for (const [at, part] of parts.entries()) {
    if (at > 0) await pause()
    await part()
  }
}

// Whoever listens for errors of the page hears of it, as of any script that fails.
evaluateParts().catch(reportError)
