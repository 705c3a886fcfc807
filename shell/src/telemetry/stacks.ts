import type { StackFrame } from '@checkin/telemetry'
import type { SendReport } from '../remotes/report.ts'

/** As many places as a report may have (`mostFrames`, whose package would bring its schemas into the page). */
const mostFrames = 8

/** Where an error was thrown, in files of one version. */
export interface Stack {
  readonly module: string
  readonly version: string
  readonly frames: readonly StackFrame[]
}

/**
 * The places of an error's stack in a version's own files on this origin, the innermost first; everything else of the stack stays in the browser. The
 * version is that of the innermost file of a module, because React renders a module's views in files of the shell; else the shell's. Null for none.
 */
export function stackIn(trace: string, origin: string = location.origin): Stack | null {
  const places = [...trace.matchAll(/(https?:\/\/[^/\s()@]+)\/assets\/([^/\s]+)\/([^/\s]+)\/(?:[\w.-]+\/)*([\w.-]+\.js):(\d+):(\d+)/g)]
    .flatMap(([, from, module = '', version = '', file = '', line, column]) => (from === origin ? [{ module, version, frame: { file, line: Number(line), column: Number(column) } }] : []))
  const whose = places.find(({ module }) => module !== 'shell') ?? places[0]
  if (!whose) return null
  const { module, version } = whose
  return { module, version, frames: places.filter((place) => place.module === module && place.version === version).slice(0, mostFrames).map(({ frame }) => frame) }
}

/** Reports where in a version's own files an error was thrown that nobody caught or that ended a view (DEC-314); the message stays in the browser. Begins once the first screen works. */
export function watchStacks(report: SendReport): void {
  const thrown = (error: unknown): void => {
    const stack = stackIn(error instanceof Error ? (error.stack ?? '') : '')
    if (stack) report({ ...stack, phase: 'stack' })
  }
  addEventListener('error', ({ error }) => { thrown(error) })
  addEventListener('unhandledrejection', ({ reason }) => { thrown(reason) })
  addEventListener('checkin-view-broke', ({ detail }) => { thrown(detail) })
}
