import { Config, Term } from '@checkin/api/configuration'
import { $config, $language, $terms, appStarted } from '@checkin/flow/publish/shell'
import { initI18n, isLanguage, type Language } from '@checkin/i18n'
import type { PageData } from '@checkin/releases'
import { allSettled, fork, type Scope } from 'effector'
import { findRoute, matchAddress, setScreens, type ScreenName } from '@checkin/routes'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import * as z from 'zod/mini'
import { captureOfPage } from './prerender/hydrate.model.ts'
import './models.ts'
import { pageTree } from './page.tsx'
import type { RemoteLoader } from './remotes/load-remote.ts'
import { sendReport } from './remotes/report.ts'
import { addressChanged, historyIndex, type Address } from './navigation/history.ts'
import { $availableSteps, $outlet, availableStepsOf } from './navigation/visit.model.ts'

const languageOf = (page: PageData): Language => (isLanguage(page.language) ? page.language : 'en')

/** The scope of this page, with what came in its HTML: nothing is fetched for the first screen (DEC-94). */
export function scopeOf(page: PageData): Scope {
  return fork({
    values: [
      [$config, z.parse(Config, page.config)],
      [$terms, z.parse(z.array(Term), page.terms)],
      [$language, languageOf(page)],
      [$availableSteps, availableStepsOf(page.modules)],
    ],
  })
}

/** Where the browser is. A page that has just been loaded was not navigated by the shell. */
const addressNow = (): Address => ({ pathname: location.pathname, search: location.search, index: historyIndex(), own: false })

/** The pre-rendered screen of the HTML with its module loaded; null where there is none. `matches`: the version that runs is the one that rendered it. */
async function preRenderedScreen(page: PageData, loader: RemoteLoader, element: HTMLElement): Promise<{ readonly name: ScreenName; readonly matches: boolean } | null> {
  const route = findRoute(element.dataset['drawn'] ?? '')
  if (!route) return null
  const { name, module } = route
  const state = await loader.load(module, name)
  return { name, matches: state.kind === 'ready' && state.version === page.modules[module]?.version }
}

/**
 * Renders the page into `#app` and starts its models. A pre-rendered first screen is hydrated once its module is there;
 * anything else replaces what the HTML showed meanwhile. `onUncaughtError` hears of what took the whole page away.
 */
export async function start(page: PageData, loader: RemoteLoader, onUncaughtError: (error: unknown) => void): Promise<void> {
  const element = document.getElementById('app')
  if (!element) throw new Error('the page has no #app')
  if (page.screens) setScreens(page.screens)
  const [preRendered] = await Promise.all([preRenderedScreen(page, loader, element), initI18n({ language: languageOf(page), own: page.texts })])
  const scope = scopeOf(page)
  void allSettled(appStarted, { scope })
  // The screen must be decided before React hydrates: it expects what it would render itself. A link's screen is known too: the page around another one would jump.
  if (preRendered || matchAddress(location.pathname)?.screens[0]?.link) void allSettled(addressChanged, { scope, params: addressNow() })
  captureOfPage()?.readControls()
  const outlet = scope.getState($outlet)
  const tree = pageTree(scope, loader, BrowserRouter)
  if (preRendered?.matches && outlet.kind === 'step' && outlet.visit.name === preRendered.name) {
    hydrateRoot(element, tree, { onUncaughtError, onRecoverableError: () => { sendReport({ module: 'shell', version: page.release.shellVersion, phase: 'init', outcome: 'failed', reason: 'not-as-drawn' }) } })
  } else createRoot(element, { onUncaughtError }).render(tree)
}
