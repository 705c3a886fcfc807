import '../../src/no-eval.ts'
import { platform } from '../../src/platform.ts'
import { startContainers } from '../../src/remotes/containers.ts'
import { createRemoteLoader } from '../../src/remotes/load-remote.ts'
import { readPageData } from '../../src/remotes/page-data.ts'
import { sendReport } from '../../src/remotes/report.ts'

// The real loader and the real platform without screens: what matters is whose code ran.
const page = readPageData()
const loader = createRemoteLoader({ modules: page.modules, report: sendReport, loadVersion: startContainers(page, platform, { ...CHECKIN_SHELL, versions: CHECKIN_SHARE_VERSIONS }) })

/** Build names of the module versions whose first chunk ran, read from where builds keep their chunks. */
const whoseCodeRan = (): string[] => Object.getOwnPropertyNames(globalThis)
  .filter((name) => name.startsWith('rspackChunkmfe_') && (Reflect.get(globalThis, name) as unknown[]).length > 0)
  .map((name) => name.slice('rspackChunk'.length)).sort()

/** Loads all modules of the page, one after the other, and tells how each ended. */
async function loadAll(): Promise<unknown> {
  const ends: unknown[] = []
  for (const name of Object.keys(page.modules)) {
    const state = await loader.load(name)
    ends.push(state.kind === 'ready' ? [name, state.version, state.remote.name, state.remote.steps.length > 0] : [name, state.kind])
  }
  return { ends, ran: whoseCodeRan(), tampered: 'tampered' in globalThis }
}

Object.assign(globalThis, { loadAll })
