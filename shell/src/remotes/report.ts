/** What happened to a module version in this page. Counted per version, so that a bad release is seen; nothing personal. */
export interface ModuleReport {
  readonly module: string
  readonly version: string
  readonly phase: 'load' | 'init' | 'render' | 'step' | 'unhandled'
  /** `absent`: the release set has no such screen. It speaks against no version. */
  readonly outcome: 'ok' | 'retried' | 'last-good' | 'failed' | 'absent'
  /** A word about the cause, never a message: messages may quote what the renter typed. */
  readonly reason?: LoadProblem
  /** The screen that was shown, where one was. */
  readonly step?: string
  /** The code for support that the renter sees in place of the screen. */
  readonly trace?: string
}

/** How far renters come in a step; a failure is a `ModuleReport` with the step's name. */
export interface StepReport {
  readonly module: string
  readonly version: string
  readonly step: string
  readonly phase: 'step'
  readonly outcome: 'reached' | 'left'
}

/** What the browser measured where a module version was shown: milliseconds, layout shift in thousandths. */
export interface VitalsReport {
  readonly module: string
  readonly version: string
  readonly step?: string
  readonly phase: 'vitals'
  readonly values: Readonly<Partial<Record<'load' | 'lcp' | 'inp' | 'cls', number>>>
}

export type PageReport = ModuleReport | StepReport | VitalsReport

/** Why a module did not come. The browser tells no difference between a dead address and a file with other bytes. */
export type LoadProblem = 'unreachable' | 'threw' | 'too-slow' | 'not-in-release' | 'no-such-step' | 'broken-view' | 'not-as-drawn'

export type SendReport = (report: PageReport) => void

/** Sends a report in the background; a page that is going away sends it too. */
export const sendReport: SendReport = (report) => {
  navigator.sendBeacon('/beacon', new Blob([JSON.stringify(report)], { type: 'text/plain' }))
}

/** Which problem an error of the federation runtime is. */
export function problemOf(error: unknown): LoadProblem {
  const text = error instanceof Error ? `${error.name} ${error.message}` : String(error)
  if (text.includes('ScriptExecutionError')) return 'threw'
  if (/ScriptNetworkError|ChunkLoadError|RUNTIME-008|Loading (css )?chunk/i.test(text)) return /timed out|timeout/i.test(text) ? 'too-slow' : 'unreachable'
  return 'threw'
}
