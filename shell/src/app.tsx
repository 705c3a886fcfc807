import { Config, Term } from '@checkin/api'
import { $config, $language, $terms, appStarted } from '@checkin/flow/publish/shell'
import { initI18n, languages, type Language } from '@checkin/i18n'
import type { PageData } from '@checkin/releases'
import { allSettled, fork, type Scope } from 'effector'
import { Provider } from 'effector-react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import * as z from 'zod/mini'
import { $moduleVersions } from './flow/contract-report.model.ts'
import './models.ts'
import { Page } from './page.tsx'
import { RemoteLoaderProvider } from './remotes/remote-loader-context.ts'
import type { RemoteLoader } from './remotes/load-remote.ts'
import { $broughtSteps, broughtStepsOf } from './routes/release.ts'

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

/** Draws the page into `#app` and starts its models. */
export async function start(page: PageData, loader: RemoteLoader): Promise<void> {
  await initI18n({ language: languageOf(page) })
  const scope = scopeOf(page)
  void allSettled(appStarted, { scope })
  const element = document.getElementById('app')
  if (!element) throw new Error('the page has no #app')
  createRoot(element).render(
    <Provider value={scope}>
      <RemoteLoaderProvider value={loader}>
        <BrowserRouter>
          <Page />
        </BrowserRouter>
      </RemoteLoaderProvider>
    </Provider>,
  )
}
