import '../../src/no-eval.ts'
import '@checkin/ui/styles.css'
import { aConfig, aReservation, fakeApi } from '@checkin/api/testing'
import { $config, $reservation } from '@checkin/flow/publish/shell'
import { addWords, initI18n } from '@checkin/i18n'
import type { ModuleName, RemoteModule, ScreenName } from '@checkin/remote'
import { fork, type Scope } from 'effector'
import { Provider } from 'effector-react'
import { useEffect } from 'react'
import i18next from 'i18next'
import { createRoot, type Root } from 'react-dom/client'
import { platform } from '../../src/platform.ts'
import { startContainers } from '../../src/remotes/containers.ts'
import { createRemoteLoader } from '../../src/remotes/load-remote.ts'
import { MountStep } from '../../src/remotes/mount-step.tsx'
import { readPageData } from '../../src/remotes/page-data.ts'
import { RemoteLoaderProvider } from '../../src/remotes/mount-step.tsx'
import { reportUnhandled } from '../../src/remotes/report.ts'
import { sendReport } from '../../src/remotes/report.ts'
import { changedBuiltIns } from './changed-built-ins.ts'
import type { ApiManner, Bench, LoadedModule, Phase } from './bench.ts'

// One module in the shell's loader and platform, without the shell's screens: what fails here is the module's doing.
const page = readPageData()
reportUnhandled(page, sendReport)
const loadVersion = startContainers(page, platform, { ...CHECKIN_SHELL, versions: CHECKIN_SHARE_VERSIONS })
let loaded: RemoteModule | undefined
const changed = new Set<string>()
/** What the module did to built-in objects since this was last asked is kept, and undone: the kit itself goes on. */
const look = (): void => { for (const each of changedBuiltIns()) changed.add(each) }
const missing = new Set<string>()
i18next.on('missingKey', (_languages: unknown, namespace: string, key: string) => { missing.add(`${namespace}:${key}`) })
const loader = createRemoteLoader({
  modules: page.modules,
  report: sendReport,
  loadVersion: async (version) => {
    const remote = await loadVersion(version).finally(look)
    await addWords(version.name, remote.words)
    loaded = remote
    return remote
  },
})
const [released] = Object.values(page.modules)
if (!released) throw new Error('The page has no module')
const { name } = released

async function inspect(): Promise<LoadedModule> {
  await initI18n({ language: 'en' })
  const state = await loader.load(name)
  if (state.kind === 'failed' || !loaded) return { kind: 'failed', problem: state.kind === 'failed' ? state.problem : 'threw' }
  return { kind: 'loaded', name: loaded.name, steps: loaded.steps.map((step) => ({ name: step.name, isWhole: typeof step.View !== 'undefined' && typeof step.opened === 'function', events: Object.keys(step.events ?? {}) })) }
}

let root: Root | undefined
let phase: Phase = 'waiting'
let shown: { readonly key: string; readonly scope: Scope } | undefined

/** A session with a loaded reservation, kept as long as the same step is shown: a renter comes back to a screen in one session. */
function scopeFor(step: ScreenName, api: ApiManner): Scope {
  const key = `${step} ${api}`
  if (shown?.key !== key) {
    shown = { key, scope: fork({ values: [[$config, aConfig()], [$reservation, aReservation()]] as never, ...(api === 'answers' && { handlers: fakeApi() as never }) }) }
  }
  return shown.scope
}

function Gone({ notify }: { readonly notify: () => void }) {
  useEffect(notify)
  return null
}

function show(step: ScreenName, api: ApiManner): void {
  const element = document.getElementById('app')
  if (!element) throw new Error('The page has no #app')
  phase = 'waiting'
  const now = (next: Phase) => () => { phase = next }
  root = createRoot(element)
  root.render(
    <Provider value={scopeFor(step, api)}>
      <RemoteLoaderProvider value={loader}>
        <main>
          <MountStep
            module={name as ModuleName} route={step} visit={{ name: step, params: { guid: 'guid-1' }, query: {} }}
            missing={() => <Gone notify={now('missing')} />} watch={{ opened: now('opened'), published: () => undefined, closed: () => undefined }}
          />
        </main>
      </RemoteLoaderProvider>
    </Provider>,
  )
}

function hide(): void {
  look()
  root?.unmount()
}

const bench: Bench = { inspect, show, phase: () => phase, hide, changed: () => [...changed], missing: () => [...missing] }
Object.assign(globalThis, { bench })
