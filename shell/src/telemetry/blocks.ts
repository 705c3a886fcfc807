import { longestBlockMs } from '@checkin/telemetry/longest-block'
import type { ModuleReport, SendReport } from '../remotes/report.ts'

/** A frame that took long, as browsers with the Long Animation Frames API describe it; times in milliseconds. */
interface LongFrame extends PerformanceEntry {
  readonly blockingDuration: number
  /** What ran in it, each by the address of its file. */
  readonly scripts: readonly { readonly sourceURL: string; readonly duration: number }[]
}

type Whose = Pick<ModuleReport, 'module' | 'version' | 'step'>

/** How often a page of another browser looks whether it still answers, in milliseconds. */
const beatMs = 500
/** A longer pause is a device that slept. */
const longestPauseMs = 60_000

/** The module version that a file belongs to: its address was in the signed release set, and its hash was checked when it was loaded. */
const ownerOf = (address: string): Whose | null => {
  const [, module = '', version = ''] = /\/assets\/(mfe-[a-z0-9-]+)\/([^/]+)\//.exec(address) ?? []
  return module === '' ? null : { module, version }
}

/** The screen that is shown, by whose code: React renders a module's views in files of the shell. */
const shown = (): Whose | null => {
  const { module, moduleVersion: version, screen: step } = document.querySelector<HTMLElement>('[data-module-version]')?.dataset ?? {}
  return module && version ? { module, version, ...(step && { step }) } : null
}

/**
 * Reports each module version that kept this page from answering for longer than `longestBlockMs`, once: by the file that ran longest, else by the
 * screen that was shown. A page that never answers again reports nothing; that its screen was not left says it (decision 0225). An address is never part of it.
 */
export function watchBlocks(report: SendReport): void {
  const reported = new Set<string>()
  const blocked = (address: string): void => {
    const whose = ownerOf(address) ?? shown()
    const key = JSON.stringify(whose)
    if (!whose || reported.has(key)) return
    reported.add(key)
    report({ ...whose, phase: 'step', outcome: 'failed', reason: 'blocked' })
  }
  if (!PerformanceObserver.supportedEntryTypes.includes('long-animation-frame')) {
    watchBeats(() => { blocked('') })
    return
  }
  new PerformanceObserver((list) => {
    for (const { blockingDuration, scripts } of list.getEntries() as LongFrame[]) {
      const longest = scripts.reduce<LongFrame['scripts'][number] | null>((one, other) => (one && one.duration >= other.duration ? one : other), null)
      if (blockingDuration > longestBlockMs) blocked(longest?.sourceURL ?? '')
    }
  }).observe({ type: 'long-animation-frame', buffered: true })
}

/** Calls where a beat came late while the page was seen all the time: timers of a hidden page wait by themselves. */
function watchBeats(late: () => void): void {
  let [last, wasSeen] = [performance.now(), document.visibilityState === 'visible']
  document.addEventListener('visibilitychange', () => { wasSeen = false })
  setInterval(() => {
    const pause = performance.now() - last - beatMs
    if (wasSeen && pause > longestBlockMs && pause < longestPauseMs) late()
    ;[last, wasSeen] = [performance.now(), document.visibilityState === 'visible']
  }, beatMs)
}
