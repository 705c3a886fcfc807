import type { PageData, PageModule } from '@checkin/releases'
import type { PageReport, Reason, StepReport } from '@checkin/telemetry'

export type { ModuleReport, PageReport, StepReport, VitalsReport } from '@checkin/telemetry'

/** Why a module did not come: a word, never a message, because messages may quote what the renter typed. */
export type LoadProblem = Exclude<Reason, 'other' | 'blocked'>

export type SendReport = (report: PageReport) => void

/** The screen that was opened last in this page, and by whose code. */
export let lastReached: StepReport | undefined

/** Sends a report in the background; a page that is going away sends it too. As text: a file made of it takes a phone twice as long, between a press and its screen. */
export const sendReport: SendReport = (report) => {
  if ('outcome' in report && report.outcome === 'reached') lastReached = report
  navigator.sendBeacon('/beacon', JSON.stringify(report))
}

/** An entry that did not come, or did not run to its end. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
  readonly problem: LoadProblem

  constructor(problem: LoadProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Which problem an error of loading is: of an entry, of a chunk by the bundler, or of the runtime of older containers. */
export function problemOf(error: unknown): LoadProblem {
  if (error instanceof LoadError) return error.problem
  const text = error instanceof Error ? `${error.name} ${error.message}` : String(error)
  if (text.includes('ScriptExecutionError')) return 'threw'
  if (/ScriptNetworkError|ChunkLoadError|RUNTIME-008|Loading (css )?chunk/i.test(text)) return /timed out|timeout/i.test(text) ? 'too-slow' : 'unreachable'
  return 'threw'
}

/** Every module version whose code this page may run. */
export const versionsOf = (page: PageData): readonly PageModule[] =>
  Object.values(page.modules).flatMap((module) => (module.lastGood ? [module, module.lastGood] : [module]))

/** The module version whose file an error names, if any. */
export function culpritOf(page: PageData, trace: string): PageModule | undefined {
  return versionsOf(page).find(({ base }) => trace.includes(base))
}

const traceOf = (event: ErrorEvent | PromiseRejectionEvent): string => {
  const cause: unknown = event instanceof ErrorEvent ? event.error : event.reason
  const stack = cause instanceof Error ? (cause.stack ?? '') : ''
  return event instanceof ErrorEvent ? `${event.filename} ${stack}` : stack
}

/** Reports errors that nobody caught, by the module version they come from; the message itself stays in the browser. */
export function reportUnhandled(page: PageData, report: SendReport, target: Pick<Window, 'addEventListener'> = window): void {
  const heard = (event: ErrorEvent | PromiseRejectionEvent): void => {
    const trace = traceOf(event)
    const culprit = culpritOf(page, trace)
    const own = culprit ?? (trace.includes('/assets/shell/') ? { name: 'shell', version: page.release.shellVersion } : undefined)
    if (own) report({ module: own.name, version: own.version, phase: 'unhandled', outcome: 'failed', reason: 'threw' })
  }
  target.addEventListener('error', heard)
  target.addEventListener('unhandledrejection', heard)
}
