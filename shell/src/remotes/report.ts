import type { PageReport, Reason } from '@checkin/remote/reports'

export type { ModuleReport, PageReport, StepReport, VitalsReport } from '@checkin/remote/reports'

/** Why a module did not come: a word, never a message, because messages may quote what the renter typed. */
export type LoadProblem = Exclude<Reason, 'other'>

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
