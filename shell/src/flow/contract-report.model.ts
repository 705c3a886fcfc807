import { checkPayloads, payloadRefused } from '@checkin/flow'
import { createEffect, createStore, sample } from 'effector'
import { sendReport, type ModuleReport, type PageReport } from '../remotes/report.ts'
import { routeOf } from '../routes/route-table.ts'
import { $visit } from '../routes/visit.model.ts'

/** Running version of each module; filled from the page before the start. */
export const $moduleVersions = createStore<Readonly<Record<string, string>>>({})

export const reportFx = createEffect((report: PageReport) => { sendReport(report) })

checkPayloads()

// A module that speaks against the contract is counted like one that breaks: the release is seen to be bad.
sample({
  clock: payloadRefused,
  source: { versions: $moduleVersions, visit: $visit },
  fn: ({ versions, visit }, { event }): ModuleReport => {
    const module = `mfe-${event.split('/')[0] ?? ''}`
    const isShown = visit !== null && routeOf(visit.name).module === module
    return { module, version: versions[module] ?? '0.0.0', phase: 'step', outcome: 'failed', reason: 'threw', ...(isShown && { step: visit.name }) }
  },
  target: reportFx,
})
