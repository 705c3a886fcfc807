import type { ModuleName, RouteName } from '@checkin/remote'
import { settleMs } from '@checkin/remote/reports/screens'
import { createEvent, createStore, sample } from 'effector'
import { createAlarm } from '../alarm.ts'
import { reportFx } from '../flow/contract-report.model.ts'
import { siteLeft } from '../flow/flow.model.ts'
import type { StepReport } from '../remotes/report.ts'
import { ledOn } from '../routes/visit.model.ts'
import { viewLedOn } from '../session/session.model.ts'

/** A screen that works, and whose code draws it. */
export interface RunningStep {
  readonly module: ModuleName
  /** The version that really runs, which may be the last good one. */
  readonly version: string
  readonly step: RouteName
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

const left = sample({ clock: [ledOn, viewLedOn, siteLeft], source: $running, filter: (step) => step !== null })
sample({ clock: left, fn: (step) => result(step, 'left'), target: reportFx })

// A page that froze says nothing any more: that it still answers is told once, when the screen has settled.
const settling = createAlarm()
sample({ clock: stepOpened, fn: () => settleMs, target: settling.set })
const settled = sample({ clock: settling.rang, source: $running, filter: (step) => step !== null })
sample({ clock: settled, fn: (step) => result(step, 'alive'), target: reportFx })

$running.reset(left)
