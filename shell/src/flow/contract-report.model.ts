import { checkPayloads, payloadRefused } from '@checkin/flow'
import { createEffect, createStore, sample } from 'effector'
import { sendReport, type ModuleReport } from '../remotes/report.ts'

/** Running version of each module; filled from the page before the start. */
export const $moduleVersions = createStore<Readonly<Record<string, string>>>({})

export const reportFx = createEffect((report: ModuleReport) => { sendReport(report) })

checkPayloads()

// A module that speaks against the contract is counted like one that breaks: the release is seen to be bad.
sample({
  clock: payloadRefused,
  source: $moduleVersions,
  fn: (versions, { event }): ModuleReport => {
    const module = `mfe-${event.split('/')[0] ?? ''}`
    return { module, version: versions[module] ?? '0.0.0', phase: 'step', outcome: 'failed', reason: 'threw' }
  },
  target: reportFx,
})
