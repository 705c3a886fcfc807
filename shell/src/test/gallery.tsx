import '@checkin/ui/styles.css'
import '@checkin/ui/fonts.css'
import '../models.ts'
import { $config, $language } from '@checkin/flow/publish/shell'
import { addWords, initI18n, languages, type Language } from '@checkin/i18n'
import type { RemoteModule } from '@checkin/remote'
import { routeOf, screensNow, setScreens, type RouteName } from '@checkin/routes'
import type { ScreenStates } from '@checkin/testing/gallery'
import { statesOf } from '@checkin/testing/gallery'
import { allSettled, createWatch, fork, type Scope } from 'effector'
import type { ComponentType, ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { idleMomentFx } from '../config/lists.model.ts'
import { markLanguageFx } from '../config/language.model.ts'
import { setTitleFx } from '../config/title.model.ts'
import { alertHeld } from '../feedback/alert.model.ts'
import { leaveSiteFx } from '../flow/flow.model.ts'
import { $layout, readDeviceFx } from '../layout/layout.model.ts'
import { addressOf } from '../navigation/addresses.ts'
import { goFx, scrollToTopFx } from '../navigation/history.ts'
import { openDocumentFx } from '../navigation/page-document.model.ts'
import { $availableSteps, $outlet, $visit } from '../navigation/visit.model.ts'
import { pageTree } from '../page.tsx'
import type { RemoteLoader, RemoteState } from '../remotes/load-remote.ts'
import { endOnServerFx, reloadPageFx } from '../session/clear.model.ts'
import { reportFx } from '../telemetry/screen-reports.model.ts'
import { watchVitalsFx } from '../telemetry/vitals.model.ts'
import { act, settled, stands } from './gallery-acts.ts'
import { ofAnyScreen, type ShellState } from './gallery-states.ts'

/** What `src/test/gallery.ts` of a module exports. */
export interface GalleryModule {
  readonly remote: RemoteModule
  readonly screens: readonly ScreenStates[]
  /** Rows of screens that the flow's contract has not (DEC-195). */
  readonly provided?: Parameters<typeof setScreens>[0]
}

/** The pages of the kit (`shared/ui/gallery/kit.tsx`), a screen of the gallery that no address has, and the brands that everything is drawn in. */
export interface GalleryKit {
  readonly kitStates: readonly string[]
  readonly Kit: ComponentType<{ readonly state: string; readonly firmName: string }>
  readonly dress: (brand: string | null) => string
}
const kitScreen = 'kit'

/** One picture's subject. `by`: whether the module or the shell brings the screen into this state. */
export interface Listed {
  readonly screen: string
  readonly state: string
  readonly module: string
  readonly by: 'module' | 'shell'
}

/** What the page of the gallery gives to whoever drives it. */
export interface GalleryPage {
  readonly list: readonly Listed[]
  /** Routes that no table has. */
  readonly missing: readonly string[]
  /** Looks at the window again after its size has changed, and waits until that is painted. */
  readonly measure: () => Promise<void>
}

// Nothing of the gallery reaches beyond its page.
for (const silentFx of [goFx, leaveSiteFx, openDocumentFx, reloadPageFx, endOnServerFx, reportFx, setTitleFx, watchVitalsFx, scrollToTopFx]) silentFx.use(() => undefined)
// Lists come with the state; those of the fake API would take their place.
idleMomentFx.use(() => new Promise(() => undefined))

const idle: RemoteState = { kind: 'loading' }
const failed: RemoteState = { kind: 'failed', problem: 'unreachable', code: 'K7M2PX' }

/** A loader whose modules are all there, or as the state wants them. */
function loaderOf(modules: readonly GalleryModule[], state: ShellState | undefined): RemoteLoader {
  const ready = new Map<string, RemoteState>(modules.map(({ remote }) => [remote.name, { kind: 'ready', remote, version: '1.0.0' }]))
  const stateOf = (name: string): RemoteState => (state?.module === 'loading' ? idle : state?.module === 'failed' ? failed : ready.get(name) ?? idle)
  return { load: (name) => Promise.resolve(stateOf(name)), prepare: () => Promise.resolve(), fetchAhead: () => Promise.resolve(), stateOf, subscribe: () => () => undefined, markFailed: () => undefined }
}

const statesOfScreen = (screen: RouteName): Readonly<Record<string, ShellState>> =>
  Object.fromEntries(Object.entries(ofAnyScreen).filter(([, { only }]) => only === undefined || only(screen)))

const listOf = (modules: readonly GalleryModule[]): readonly Listed[] => modules.flatMap(({ remote, screens }) => screens.flatMap((each) => [
  ...Object.keys(statesOf(each)).map((state) => ({ screen: each.screen, state, module: remote.name, by: 'module' as const })),
  ...Object.keys(statesOfScreen(each.screen as RouteName)).map((state) => ({ screen: each.screen, state, module: remote.name, by: 'shell' as const })),
]))

/** When the step has been opened in the scope. */
const isOpened = (scope: Scope, modules: readonly GalleryModule[], screen: RouteName): Promise<void> => new Promise((done) => {
  const step = modules.flatMap(({ remote }) => remote.steps).find(({ name }) => name === screen)
  if (step) createWatch({ unit: step.opened, scope, fn: () => { done() } })
})

/** Brings the double's page to the screen, in a language and brand, as the shell would have it there. */
async function arrange(scope: Scope, visit: { readonly name: RouteName; readonly params: Readonly<Record<string, string>>; readonly query: Readonly<Record<string, string>> }, language: Language, firmName: string): Promise<void> {
  const config = scope.getState($config)
  await allSettled($config, { scope, params: config && { ...config, firmName, locales: [...languages] } })
  await allSettled($language, { scope, params: language })
  await allSettled(markLanguageFx, { scope, params: language })
  await allSettled(readDeviceFx, { scope })
  await allSettled($availableSteps, { scope, params: Object.fromEntries([...screensNow()].map(({ module }) => [module, [...screensNow()].map(({ name }) => name)])) })
  // A visit may ask for what never comes in this state: it is begun, and not waited for to the end.
  void allSettled($visit, { scope, params: visit })
  void allSettled($outlet, { scope, params: { kind: 'step', visit } })
  await settled(scope)
}

/** Draws the state that the address asks for: `?screen=overview&state=errors&lang=de&brand=island`. */
export async function runGallery(modules: readonly GalleryModule[], { kitStates, Kit, dress }: GalleryKit): Promise<void> {
  setScreens(modules.flatMap(({ provided = [] }) => provided))
  const list: readonly Listed[] = [...listOf(modules), ...kitStates.map((state) => ({ screen: kitScreen, state, module: kitScreen, by: 'module' as const }))]
  const missing = [...screensNow()].map(({ name }) => name).filter((name) => !list.some(({ screen }) => screen === name))
  const query = new URLSearchParams(location.search)
  const language = languages.find((each) => each === query.get('lang')) ?? 'en'
  const screen = (query.get('screen') ?? 'verify-reservation') as RouteName
  const name = query.get('state') ?? 'normal'
  const firmName = dress(query.get('brand'))
  document.documentElement.dataset['tenant'] = firmName
  if (query.get('screen') === kitScreen) {
    if (!kitStates.includes(name)) throw new Error(`the kit has no state ${name}`)
    await initI18n({ language })
    await allSettled(markLanguageFx, { scope: fork(), params: language })
    createRoot(document.getElementById('app') ?? document.body).render(<Kit state={name} firmName={firmName} />)
    await stands()
    Object.assign(globalThis, { gallery: { list, missing, measure: stands } satisfies GalleryPage })
    document.documentElement.dataset['ready'] = kitScreen
    return
  }
  const table = modules.flatMap(({ screens }) => screens).find((each) => each.screen === screen)
  if (!table) throw new Error(`no module has a table for ${screen}`)
  const shellState = statesOfScreen(screen)[name]
  const shown = statesOf(table)[name] ?? (shellState && table.normal)
  if (!shown) throw new Error(`${screen} has no state ${name}`)

  await initI18n({ language })
  for (const { remote } of modules) await addWords(remote.name, remote.words)

  const { scope } = shown.page()
  const visit = { name: screen, params: { guid: 'any', id: 'any', ...shown.params }, query: shown.query ?? {} }
  await arrange(scope, visit, language, firmName)
  const Router = ({ children }: { readonly children: ReactNode }): ReactNode => <MemoryRouter initialEntries={[addressOf(visit)]}>{children}</MemoryRouter>
  const [title] = [document.querySelector('title')]
  if (title) title.textContent = `${screen} ${name}`
  const opened = isOpened(scope, modules, screen)
  createRoot(document.getElementById('app') ?? document.body).render(pageTree(scope, loaderOf(modules, shellState), Router))
  // What is pressed before the screen is opened would be forgotten by its opening.
  if (shellState?.module === undefined) await opened
  await settled(scope)
  for (const each of shown.acts ?? []) {
    await act(each)
    await settled(scope)
  }
  await shellState?.happens?.(scope)
  await settled(scope)
  await stands()
  // A toast that is there stays for its picture.
  void allSettled(alertHeld, { scope, params: true })
  const gallery: GalleryPage = {
    list, missing,
    measure: async () => {
      void allSettled(readDeviceFx, { scope })
      await settled(scope)
      while (document.querySelector<HTMLElement>('.ck-app')?.dataset['layout'] !== scope.getState($layout)) await settled(scope)
      await stands()
    },
  }
  Object.assign(globalThis, { gallery, scopeOfGallery: scope })
  document.documentElement.dataset['ready'] = routeOf(screen).module
}
