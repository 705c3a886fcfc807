import { addWords } from '@checkin/i18n'
import { start } from './app.tsx'
import { platform } from './platform.ts'
import { startContainers } from './remotes/containers.ts'
import { mendBuiltIns, mending } from './remotes/built-ins.ts'
import { modulesToRun } from './remotes/last-good.ts'
import { createRemoteLoader } from './remotes/load-remote.ts'
import { readPageData } from './remotes/page-data.ts'
import { lastReached, problemOf, reportUnhandled, sendReport } from './remotes/report.ts'
import { measured } from './telemetry/load-measure.ts'

const page = readPageData()
reportUnhandled(page, sendReport)
const loadVersion = mending(startContainers(page, platform, { ...CHECKIN_SHELL, versions: CHECKIN_SHARE_VERSIONS }))

const loader = createRemoteLoader({
  modules: modulesToRun(page),
  report: sendReport,
  loadVersion: (version) => measured({ module: version.name, version: version.version }, async () => {
    const remote = await loadVersion(version)
    // A module without its messages is not ready: the renter would see keys.
    // One that comes late, when the last good version is shown, keeps its words to itself (ROL-9).
    if (loader.stateOf(version.name).kind !== 'ready') await addWords(version.name, remote.words)
    return remote
  }),
})

/** Something broke beside the modules' own boundaries, and React has taken the whole page away. The module whose screen was opened last is charged (DEC-297). */
const onDamage = (error: unknown): void => {
  mendBuiltIns()
  if (lastReached) sendReport({ ...lastReached, phase: 'render', outcome: 'failed', reason: 'broken-view' })
  reportError(error)
  void import('./support/support.tsx').then(({ startAgain }) => startAgain())
}

start(page, loader, onDamage).catch((error: unknown) => {
  sendReport({ module: 'shell', version: CHECKIN_SHELL.version, phase: 'init', outcome: 'failed', reason: problemOf(error) })
  throw error
})
