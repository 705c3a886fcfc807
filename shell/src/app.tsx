import { Config, Term } from '@checkin/api'
import { $config, $language, $terms, appStarted } from '@checkin/flow/publish/shell'
import { initI18n, languages, type Language } from '@checkin/i18n'
import type { PageData } from '@checkin/releases'
import { allSettled, fork, type Scope } from 'effector'
import { routeNames, type RouteName } from '@checkin/remote'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import * as z from 'zod/mini'
import { $moduleVersions } from './flow/contract-report.model.ts'
import { holdOf } from './first-screen/take-over.model.ts'
import './models.ts'
import { pageTree } from './page-tree.tsx'
import type { RemoteLoader } from './remotes/load-remote.ts'
import { sendReport } from './remotes/report.ts'
import { addressChanged, historyIndex, type Address } from './routes/navigation.ts'
import { $broughtSteps, broughtStepsOf } from './routes/release.ts'
import { routeOf } from './routes/route-table.ts'
import { $stage } from './routes/visit.model.ts'

const languageOf = (page: PageData): Language => languages.find((language) => language === page.language) ?? 'en'

/** The scope of this page, with what came in its HTML: nothing is fetched for the first screen (DEC-94). */
export function scopeOf(page: PageData): Scope {
  return fork({
    values: [
      [$config, z.parse(Config, page.config)],
      [$terms, z.parse(z.array(Term), page.terms)],
      [$language, languageOf(page)],
      [$broughtSteps, broughtStepsOf(page.modules)],
      [$moduleVersions, Object.fromEntries(Object.values(page.modules).map(({ name, version }) => [name, version]))],
    ],
  })
}

/** Where the browser is. A page that has just been loaded was not navigated by the shell. */
const addressNow = (): Address => ({ pathname: location.pathname, search: location.search, index: historyIndex(), own: false })

/** The module that the HTML shows a screen of, loaded; null where there is none. */
async function drawnModule(page: PageData, loader: RemoteLoader, element: HTMLElement): Promise<{ readonly route: RouteName; readonly asDrawn: boolean } | null> {
  const route = routeNames.find((name) => name === element.dataset['drawn'])
  if (route === undefined) return null
  const { module } = routeOf(route)
  const state = await loader.load(module, route)
  return { route, asDrawn: state.kind === 'ready' && state.version === page.modules[module]?.version }
}

/**
 * Draws the page into `#app` and starts its models. A first screen that stands in the HTML is taken over as it is,
 * once its module is there; anything else takes the place of what the HTML showed meanwhile.
 */
export async function start(page: PageData, loader: RemoteLoader): Promise<void> {
  const element = document.getElementById('app')
  if (!element) throw new Error('the page has no #app')
  const [drawn] = await Promise.all([drawnModule(page, loader, element), initI18n({ language: languageOf(page) })])
  const scope = scopeOf(page)
  void allSettled(appStarted, { scope })
  // The screen must be decided before React looks at the page: it takes over what it would draw itself.
  if (drawn) void allSettled(addressChanged, { scope, params: addressNow() })
  holdOf()?.look()
  const stage = scope.getState($stage)
  const tree = pageTree(scope, loader, BrowserRouter)
  if (drawn?.asDrawn && stage.kind === 'step' && stage.visit.name === drawn.route) {
    hydrateRoot(element, tree, { onRecoverableError: () => { sendReport({ module: 'shell', version: page.release.shellVersion, phase: 'init', outcome: 'failed', reason: 'not-as-drawn' }) } })
  } else createRoot(element).render(tree)
}
