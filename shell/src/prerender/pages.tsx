import { aConfig } from '@checkin/api/testing'
import { stepTags } from '@checkin/flow'
import { $config, $language } from '@checkin/flow/publish/shell'
import { initI18n, type Language } from '@checkin/i18n'
import type { ModuleName, RemoteModule, RouteName, StepVisit } from '@checkin/remote'
import { createEvent, fork } from 'effector'
import type { ReactNode } from 'react'
import { StaticRouter } from 'react-router-dom'
import type { Layout } from '../frame/device-layout.ts'
import { $layout } from '../frame/layout.model.ts'
import { pageTree } from '../page-tree.tsx'
import type { RemoteLoader } from '../remotes/load-remote.ts'
import { addressOf } from '../routes/addresses.ts'
import { routeTable } from '../routes/route-table.ts'
import { $stage, $visit, home, type Stage } from '../routes/visit.model.ts'
import { gaps } from './gaps.ts'

/** Screens that open without a session: each can be the first of a page load in a tab that knows nothing (decision 0100). */
const screens = routeTable.filter(({ needs }) => needs === 'nothing').map(({ name }) => name)

/** A visit as its address leads to it. What a link carries is nothing that the HTML of everybody may show. */
const visitTo = (name: RouteName): StepVisit => ({ name, params: { guid: 'any', id: 'any' }, query: {} })

const opened = createEvent<StepVisit>()
const gap = (name: RouteName, module: ModuleName): RemoteModule => ({
  name: module,
  steps: [{ name, View: () => gaps.screen, opened }],
  words: { en: noWords, pt: noWords, fr: noWords },
})
const noWords = () => Promise.resolve({ default: {} })

const nothing = () => Promise.reject(new Error('Nothing is loaded while drawing'))
/** A loader whose modules are all there, each with nothing but a gap for its screen. */
const loader = (name: RouteName): RemoteLoader => ({
  load: nothing,
  prepare: nothing,
  fetchAhead: nothing,
  stateOf: (module) => ({ kind: 'ready', remote: gap(name, module as ModuleName), version: gaps.version }),
  subscribe: () => () => undefined,
  gaveUpOn: () => undefined,
})

/** The router at the address of a visit. */
const at = (visit: StepVisit) => ({ children }: { readonly children: ReactNode }): ReactNode => <StaticRouter location={addressOf(visit)}>{children}</StaticRouter>

/** A page as it is drawn, in both layouts (SHELL-67). */
export interface DrawnPage {
  readonly narrow: ReactNode
  readonly wide: ReactNode
}

/** The lane has a stop for offers where one of these modules is on; the additional driver is not known before the reservation is. */
const offering = [stepTags.upselling, stepTags.extras] as const

/** The page of a stage, with gaps for everything that a tenant or a module brings. */
function pageOf(language: Language, stage: Stage, offers: boolean): DrawnPage {
  const every = aConfig({ firmName: gaps.initial + gaps.name, firmLogo: null })
  const config = offers ? every : { ...every, modules: every.modules.filter(({ viewTag }) => !offering.some((tag) => tag === viewTag)) }
  const visit = stage.kind === 'step' ? stage.visit : null
  const inLayout = (layout: Layout): ReactNode => {
    const scope = fork({ values: [[$config, config], [$language, language], [$layout, layout], [$stage, stage], [$visit, visit]] })
    return pageTree(scope, loader((visit ?? home).name), at(visit ?? home))
  }
  return { narrow: inLayout('mobile'), wide: inLayout('desktop') }
}

const bothPages = (language: Language, stage: Stage) => ({ ...pageOf(language, stage, true), without: { modules: offering, ...pageOf(language, stage, false) } })

/** The page around each first screen, and the page that waits. The build draws them (decision 0080); they are never part of the browser's code. */
export async function pagesIn(language: Language): Promise<Readonly<Record<string, ReturnType<typeof bothPages>>>> {
  await initI18n({ language })
  return { waiting: bothPages(language, { kind: 'waiting' }), ...Object.fromEntries(screens.map((name) => [name, bothPages(language, { kind: 'step', visit: visitTo(name) })])) }
}
