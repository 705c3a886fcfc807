import { aConfig } from '@checkin/api/testing'
import { $config } from '@checkin/flow/publish/shell'
import { initI18n, type Language } from '@checkin/i18n'
import { remote } from 'rendered-remote'
import { fork, type Scope } from 'effector'
import { Provider } from 'effector-react'
import type { RenderedScreens } from './render.ts'
import { withMarkedTexts } from './marked-texts.ts'
import { toHtml } from './to-html.ts'

/** Two situations that a screen for everybody must not tell apart: nothing known, and a tenant at the other end of the world. */
const situations = (): readonly Scope[] => [
  fork(),
  fork({ values: [[$config, aConfig({ firmName: 'Another firm', firmLogo: 'data:image/png;base64,QQ==', phone: '+00 000', currency: 'XTS', timeZone: 'Pacific/Kiritimati' })]] }),
]

/** Renders screens of a remote as they are before anything happened, their texts marked. Throws for one that shows what only a tenant knows. */
export async function render(language: Language, screens: readonly string[]): Promise<RenderedScreens> {
  const i18n = await initI18n({ language, words: { [remote.name]: remote.words } })
  const rendered: Record<string, { html: string }> = {}
  for (const name of screens) {
    const step = remote.steps.find((each) => each.name === name)
    if (!step) throw new Error(`${remote.name} names ${name} as a first screen and does not have it`)
    const { View } = step
    const [html = '', ...others] = await withMarkedTexts(i18n, `${name} of ${remote.name}`, () => Promise.all(situations().map((scope) => toHtml(<Provider value={scope}><View /></Provider>))))
    if (others.some((other) => other !== html)) throw new Error(`${name} of ${remote.name} shows what only a tenant knows, so it can't stand in the HTML of all`)
    rendered[name] = { html }
  }
  return rendered
}
