import './no-eval.ts'
import '@checkin/ui/styles.css'
import { addWords } from '@checkin/i18n'
import { start } from './app.tsx'
import { platform } from './platform.ts'
import { startFederation } from './remotes/federation.ts'
import { createRemoteLoader } from './remotes/load-remote.ts'
import { readPageData } from './remotes/page-data.ts'
import { reportUnhandled } from './remotes/report.ts'
import { problemOf, sendReport } from './remotes/report.ts'
import { measured } from './telemetry/load-measure.ts'

const page = readPageData()
reportUnhandled(page, sendReport)
const loadVersion = startFederation(page, platform, { ...CHECKIN_SHELL, versions: CHECKIN_SHARE_VERSIONS })

const loader = createRemoteLoader({
  modules: page.modules,
  report: sendReport,
  loadVersion: (version) => measured({ module: version.name, version: version.version }, async () => {
    const remote = await loadVersion(version)
    // A module without its messages is not ready: the renter would see keys.
    await addWords(version.name, remote.words)
    return remote
  }),
})

start(page, loader).catch((error: unknown) => {
  sendReport({ module: 'shell', version: CHECKIN_SHELL.version, phase: 'init', outcome: 'failed', reason: problemOf(error) })
  throw error
})
