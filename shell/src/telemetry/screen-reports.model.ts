import { checkPayloads, payloadRefused } from '@checkin/flow'
import { newSupportCode } from '@checkin/releases/support-code'
import type { ModuleName, ScreenName } from '@checkin/routes'
import { createTimer } from '@checkin/async/timer'
import { settleMs } from '@checkin/telemetry/screens'
import { createEffect, createEvent, createStore, sample } from 'effector'
import { siteLeft } from '../flow/flow.model.ts'
import { missingScreenReported, screenMissing, stepCompleted } from '../navigation/visit.model.ts'
import { sendReport, type ModuleReport, type PageReport, type StepReport } from '../remotes/report.ts'
import { viewCompleted } from '../session/session.model.ts'

export const reportFx = createEffect((report: PageReport) => { sendReport(report) })

checkPayloads()

/** The screen on the page, and whose code the loader gave it: also what happens outside of the page's scope has a speaker. */
function shownStep(): RunningStep | undefined {
  const { module, moduleVersion: version, screen: step } = document.querySelector<HTMLElement>('[data-module-version]')?.dataset ?? {}
  return module && version && step ? { module, version, step } as RunningStep : undefined
}

// A module that breaks the contract is counted like one that throws: the release is seen to be bad. Whoever is shown has spoken, whatever name it used (ROL-7).
sample({
  clock: payloadRefused.filterMap(({ event }) => (event.startsWith('shell/') ? undefined : shownStep())),
  fn: (step): ModuleReport => ({ ...step, phase: 'step', outcome: 'failed', reason: 'threw' }),
  target: reportFx,
})

/** Reports that the release set has not the screen a renter needs, and returns the code that the renter sees. No version is to blame. */
export const reportMissingScreenFx = createEffect((step: ScreenName): string => {
  const trace = newSupportCode()
  sendReport({ module: 'shell', version: CHECKIN_SHELL.version, phase: 'load', outcome: 'absent', reason: 'not-in-release', step, trace })
  return trace
})

sample({ clock: screenMissing, target: reportMissingScreenFx })
sample({ clock: reportMissingScreenFx.doneData, target: missingScreenReported })

/** A screen that works, and whose code renders it. */
export interface RunningStep {
  readonly module: ModuleName
  /** The version that really runs, which may be the last good one. */
  readonly version: string
  readonly step: ScreenName
}

/** A module's screen has been opened. */
export const stepOpened = createEvent<RunningStep>()

/**
 * The screen that was reached and that its module has not led on from yet. Whoever exits, closes the tab or uses the browser's own Back
 * leaves nothing: the screen was not gone through, and dead buttons drive renters to just that.
 */
const $running = createStore<RunningStep | null>(null)
  .on(stepOpened, (_, step) => step)

const result = (step: RunningStep, outcome: StepReport['outcome']): StepReport => ({ ...step, phase: 'step', outcome })

sample({ clock: stepOpened, fn: (step) => result(step, 'reached'), target: reportFx })

const left = sample({ clock: [stepCompleted, viewCompleted, siteLeft], source: $running, filter: (step) => step !== null })
sample({ clock: left, fn: (step) => result(step, 'left'), target: reportFx })

// A frozen page reports nothing any more: that it still answers is reported once, when the screen has settled.
const settling = createTimer()
sample({ clock: stepOpened, fn: () => settleMs, target: settling.start })
const settled = sample({ clock: settling.elapsed, source: $running, filter: (step) => step !== null })
sample({ clock: settled, fn: (step) => result(step, 'alive'), target: reportFx })

$running.reset(left)
