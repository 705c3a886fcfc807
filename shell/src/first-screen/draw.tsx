import { aConfig } from '@checkin/api/testing'
import { $config, $language } from '@checkin/flow/publish/shell'
import { initI18n, type Language } from '@checkin/i18n'
import type { ModuleName, RemoteModule, RouteName, StepVisit } from '@checkin/remote'
import { htmlOf } from '@checkin/tooling/first-screen/html-of'
import { createEvent, fork } from 'effector'
import type { ReactNode } from 'react'
import { StaticRouter } from 'react-router-dom'
import type { Layout } from '../frame/device-layout.ts'
import { $layout } from '../frame/layout.model.ts'
import { pageTree } from '../page-tree.tsx'
import type { RemoteLoader } from '../remotes/load-remote.ts'
import { $stage, $visit, home, type Stage } from '../routes/visit.model.ts'
import { routeOf } from '../routes/route-table.ts'
import { gaps } from './gaps.ts'

/** Screens that an address alone leads to, without a name or a link in it. */
const screens: readonly RouteName[] = ['verify-reservation']

const opened = createEvent<StepVisit>()
const gap = (name: RouteName, module: ModuleName): RemoteModule => ({
  name: module,
  steps: [{ name, View: () => gaps.screen, opened }],
  words: { en: noWords, pt: noWords, fr: noWords },
})
const noWords = () => Promise.resolve({ default: {} })

/** A loader whose modules are all there, each with nothing but a gap for its screen. */
const loader = (name: RouteName): RemoteLoader => ({
  load: () => Promise.reject(new Error('Nothing is loaded while drawing')),
  stateOf: (module) => ({ kind: 'ready', remote: gap(name, module as ModuleName), version: gaps.version }),
  subscribe: () => () => undefined,
  gaveUpOn: () => undefined,
})

const AtHome = ({ children }: { readonly children: ReactNode }): ReactNode => <StaticRouter location="/">{children}</StaticRouter>

/** The page of a stage in one layout, with gaps for everything that a tenant or a module brings. */
function drawPage(language: Language, layout: Layout, stage: Stage): Promise<string> {
  const scope = fork({
    values: [[$config, aConfig({ firmName: gaps.initial + gaps.name, firmLogo: null })], [$language, language], [$layout, layout], [$stage, stage], [$visit, stage.kind === 'step' ? stage.visit : null]],
  })
  return htmlOf(pageTree(scope, loader(stage.kind === 'step' ? stage.visit.name : home.name), AtHome))
}

const content = /(<main[^>]*>)([\s\S]*)(<\/main>)/

/** Both layouts differ around the content only; the wide page is kept without it. */
async function drawStage(language: Language, stage: Stage): Promise<{ html: string; wide: string }> {
  const [html, wide] = await Promise.all([drawPage(language, 'mobile', stage), drawPage(language, 'desktop', stage)])
  if (content.exec(html)?.[0] !== content.exec(wide)?.[0]) throw new Error('The content of the page differs by layout: the browser could not move it')
  return { html, wide: wide.replace(content, '$1$3') }
}

/** Draws the page around each first screen, and the page that waits. Made by the build (decision 0080), never part of the browser's code. */
export async function draw(language: Language): Promise<Record<string, { html: string; wide: string }>> {
  await initI18n({ language })
  const drawn: Record<string, { html: string; wide: string }> = { waiting: await drawStage(language, { kind: 'waiting' }) }
  for (const name of screens) drawn[name] = await drawStage(language, { kind: 'step', visit: { ...home, name: routeOf(name).name } })
  return drawn
}
