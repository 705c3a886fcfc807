import type { ModuleName, RouteName } from '@checkin/remote'
import { createEvent, createStore, sample } from 'effector'
import { screenLeft } from '../feedback/alert.model.ts'
import { reportFx } from '../flow/contract-report.model.ts'
import type { StepReport } from '../remotes/report.ts'

/** A screen that works, and whose code draws it. */
export interface RunningStep {
  readonly module: ModuleName
  /** The version that really runs, which may be the last good one. */
  readonly version: string
  readonly step: RouteName
}

/** A module's screen has been opened. */
export const stepOpened = createEvent<RunningStep>()

/** The screen that was reached and not left yet. Whoever exits or closes the tab leaves nothing: the step was not gone through. */
const $running = createStore<RunningStep | null>(null)
  .on(stepOpened, (_, step) => step)

const result = (step: RunningStep, outcome: StepReport['outcome']): StepReport => ({ ...step, phase: 'step', outcome })

sample({ clock: stepOpened, fn: (step) => result(step, 'reached'), target: reportFx })

const left = sample({ clock: screenLeft, source: $running, filter: (step) => step !== null })
sample({ clock: left, fn: (step) => result(step, 'left'), target: reportFx })
$running.reset(left)
