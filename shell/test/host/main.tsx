import '../../src/no-eval.ts'
import * as dayjs from 'dayjs'
import { fork } from 'effector'
import * as effector from 'effector'
import * as effectorReact from 'effector-react'
import i18nextDefault from 'i18next'
import * as i18next from 'i18next'
import * as react from 'react'
import * as reactDom from 'react-dom'
import { createRoot } from 'react-dom/client'
import * as reactI18next from 'react-i18next'
import * as reactJsxRuntime from 'react/jsx-runtime'
import { mendBuiltIns, mending } from '../../src/remotes/built-ins.ts'
import { startContainers } from '../../src/remotes/containers.ts'
import { modulesToRun } from '../../src/remotes/last-good.ts'
import { createRemoteLoader } from '../../src/remotes/load-remote.ts'
import { MountStep } from '../../src/remotes/mount-step.tsx'
import { readPageData } from '../../src/remotes/page-data.ts'
import { RemoteLoaderProvider } from '../../src/remotes/mount-step.tsx'
import { reportUnhandled } from '../../src/remotes/report.ts'
import { sendReport } from '../../src/remotes/report.ts'
import { keepOpen, startAgain } from '../../src/support/start-again.ts'
import { watchBlocks } from '../../src/telemetry/blocks.ts'

// The real loader over a platform of a few keys: what the shell's first script does, without its screens.
const page = readPageData()
reportUnhandled(page, sendReport)
const loadVersion = mending(startContainers(page, {
  core: { react, 'react/jsx-runtime': reactJsxRuntime, 'react-dom': reactDom, effector, 'effector-react': effectorReact, i18next, 'react-i18next': reactI18next, dayjs },
  lazy: { '@checkin/ui/button': () => import('./button-slice.tsx') },
}, { ...CHECKIN_SHELL, versions: CHECKIN_SHARE_VERSIONS }))
const loader = createRemoteLoader({
  modules: modulesToRun(page),
  report: sendReport,
  loadVersion: async (version) => {
    const remote = await loadVersion(version)
    i18nextDefault.addResourceBundle('en', version.name, (await remote.words.en()).default)
    return remote
  },
})

Object.assign(globalThis, {
  shellSees: {
    useState: react.useState, jsx: reactJsxRuntime.jsx, createPortal: reactDom.createPortal,
    createStore: effector.createStore, useUnit: effectorReact.useUnit, i18next: i18nextDefault,
  },
})

/** What a page whose built-in objects were changed comes to. */
function missingPage(): never {
  throw new Error('the page is damaged')
}

/** As the shell does when React has taken the whole page away. */
const onUncaughtError = (): void => {
  mendBuiltIns()
  void startAgain()
}

function Host() {
  const [at, go] = react.useState({ route: (new URLSearchParams(location.search).get('route') ?? 'verify-reservation'), visit: 1 })
  return (
    <>
      <h2>{['Host'].includes('Host') ? 'Host' : missingPage()}</h2>
      <button type="button" onClick={() => go({ ...at, visit: at.visit + 1 })}>Visit again</button>
      <MountStep
        module="mfe-tiny"
        route={at.route}
        visit={{ name: at.route, params: {}, query: { visit: `visit ${at.visit}` } }}
        waiting={<p role="progressbar">Waiting</p>}
        missing={({ retry }) => <button type="button" onClick={retry}>Module is missing: try again</button>}
      />
    </>
  )
}

keepOpen()
watchBlocks(sendReport)
void i18nextDefault.init({ lng: 'en', resources: {} }).then(() => {
  const root = document.getElementById('app')
  if (!root) throw new Error('There is no #app')
  createRoot(root, { onUncaughtError }).render(<effectorReact.Provider value={fork()}><RemoteLoaderProvider value={loader}><Host /></RemoteLoaderProvider></effectorReact.Provider>)
})
