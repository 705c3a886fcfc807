import './no-eval.ts'
import '@checkin/ui/styles.css'
import { pause } from '@checkin/async/tasks'
import { claimShellPolicy } from './remotes/policy-names.ts'

/**
 * Loads a part for as long as it takes: the bundler's loader gives a script up after some seconds, and on a slow network the browser is still at it. What
 * failed otherwise is asked for once more.
 */
const patiently = <Part>(load: () => Promise<Part>): Promise<Part> =>
  load().catch((error: unknown) => ((error as { readonly type?: unknown }).type === 'timeout' ? patiently(load) : load()))

/**
 * The page's code in parts, each a file that is evaluated as soon as it is there, while the others still come, and in a task of its own, so that a slow
 * phone answers to what is typed or pressed in the pre-rendered screen meanwhile (decisions 0289, 0295). The page's part needs React's.
 */
async function evaluateParts(): Promise<void> {
  const react = patiently<unknown>(() => import(/* webpackChunkName: "start-react" */ './react-part.ts'))
  const { startPage } = await patiently(() => import(/* webpackChunkName: "start-page" */ './page-part.ts'))
  await react
  await pause()
  await startPage(pause)
}

claimShellPolicy(CHECKIN_SHELL)
// Whoever listens for errors of the page hears of it, as of any script that fails.
evaluateParts().catch(reportError)
