import { aConfig } from '@checkin/api/testing'
import { stepTags } from '@checkin/flow'
import { $config, $language } from '@checkin/flow/publish/shell'
import { initI18n, languages, type Language } from '@checkin/i18n'
import { placeholders } from '@checkin/releases/page-data'
import type { ModuleName, RemoteModule, ScreenName, StepVisit } from '@checkin/remote'
import { routes } from '@checkin/routes'
import { createEvent, fork } from 'effector'
import type { ReactNode } from 'react'
import { StaticRouter } from 'react-router'
import type { Layout } from '../layout/device.ts'
import { $layout } from '../layout/layout.model.ts'
import { pageTree } from '../page.tsx'
import type { RemoteLoader } from '../remotes/load-remote.ts'
import { addressOf } from '../navigation/addresses.ts'
import { $outlet, $visit, home, type OutletState } from '../navigation/visit.model.ts'

/** Each can be the first of a page load in a tab without a session (decision 0100). */
const screens = routes.filter(({ preRendered }) => preRendered).map(({ name }) => name)

/** A visit as its address leads to it. What a link carries is nothing that the HTML of everybody may show. */
const visitTo = (name: ScreenName): StepVisit => ({ name, params: { guid: 'any', id: 'any' }, query: {} })

const opened = createEvent<StepVisit>()
const placeholderModule = (name: ScreenName, module: ModuleName): RemoteModule => ({
  name: module,
  steps: [{ name, View: () => placeholders.screen, opened }],
  words: { en: noMessages },
})
const noMessages = () => Promise.resolve({ default: {} })

const nothing = () => Promise.reject(new Error('Nothing is loaded while pre-rendering'))
/** A loader whose modules are all there, each with a placeholder for its screen. */
const loader = (name: ScreenName): RemoteLoader => ({
  load: nothing,
  prepare: nothing,
  fetchAhead: nothing,
  stateOf: (module) => ({ kind: 'ready', remote: placeholderModule(name, module as ModuleName), version: placeholders.version }),
  subscribe: () => () => undefined,
  markFailed: () => undefined,
})

/** The router at the address of a visit. */
const at = (visit: StepVisit) => ({ children }: { readonly children: ReactNode }): ReactNode => <StaticRouter location={addressOf(visit)}>{children}</StaticRouter>

/** A page as it is rendered, in both layouts (SHELL-67). */
export interface RenderedPage {
  readonly narrow: ReactNode
  readonly wide: ReactNode
}

/** The stepper has a step for offers where one of these modules is on; the additional driver is not known before the reservation is. */
const offering = [stepTags.upselling, stepTags.extras] as const

/** The page of an outlet, with placeholders for everything that a tenant or a module adds. */
function pageOf(language: Language, outlet: OutletState, visit: StepVisit | null, offers: boolean): RenderedPage {
  const every = aConfig({ firmName: placeholders.initial + placeholders.name, firmLogo: null, locales: [...languages] })
  const config = offers ? every : { ...every, modules: every.modules.filter(({ viewTag }) => !offering.some((tag) => tag === viewTag)) }
  const inLayout = (layout: Layout): ReactNode => {
    const scope = fork({ values: [[$config, config], [$language, language], [$layout, layout], [$outlet, outlet], [$visit, visit]] })
    return pageTree(scope, loader((visit ?? home).name), at(visit ?? home))
  }
  return { narrow: inLayout('mobile'), wide: inLayout('desktop') }
}

const bothPages = (language: Language, outlet: OutletState, visit: StepVisit | null) => ({ ...pageOf(language, outlet, visit, true), without: { modules: offering, ...pageOf(language, outlet, visit, false) } })

/** A page that waits for a screen which is no step of check-in has no stepper, whose room would go when the screen comes (DEC-257). */
const noStep = visitTo('hand-over')
const waiting: OutletState = { kind: 'waiting' }

/** The page around each first screen, and the pages that wait. The build renders them (decision 0080); they are never part of the browser's code. */
export async function pagesIn(language: Language): Promise<Readonly<Record<string, ReturnType<typeof bothPages>>>> {
  await initI18n({ language })
  const around = (name: ScreenName) => bothPages(language, { kind: 'step', visit: visitTo(name) }, visitTo(name))
  return { waiting: bothPages(language, waiting, null), 'waiting-no-step': bothPages(language, waiting, noStep), ...Object.fromEntries(screens.map((name) => [name, around(name)])) }
}
