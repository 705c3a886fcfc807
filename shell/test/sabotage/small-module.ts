import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Sources of a module by their path; null takes a file away. */
export type Sources = Readonly<Record<string, string | null>>

const languages = ['en', 'pt', 'fr', 'de', 'es', 'it', 'nl', 'ar'] as const

/** What the only screen of the small module does; `inside` runs while it is rendered, `shows` stands on it. */
export const view = (inside = '', shows = '', imports = ''): string => `import { useEffect, useState } from 'react'
import i18next from 'i18next'
import { codeVersion } from './code-version.ts'
import css from './first.module.css'
${imports}
export function FirstView() {
  const [pressed, setPressed] = useState(0)
  useEffect(() => undefined, [])
  ${inside}
  return <section><h1 className={css.title}>Code {codeVersion}</h1><p>{i18next.t('mfe-tiny:hello')}</p>
    <button type="button" data-action="Continue" onClick={() => setPressed(pressed + 1)}>Pressed {pressed}</button>${shows}</section>
}
`

/** The module's entry; `before` runs when it is loaded. */
export const entry = (before = '', change: { readonly steps?: string; readonly words?: string } = {}): string => `import { closed, opened } from './first.model.ts'
import { FirstView } from './first.view.tsx'
${before}
export const remote = {
  name: 'mfe-tiny',
  steps: [${change.steps ?? "{ name: 'verify-reservation', View: FirstView, opened, closed }"}],
  words: {${languages.map((language) => ` ${language}: () => import('../locales/${language}.json'),`).join('')} },
}
`

/** What it declares of itself. */
export const manifest = (change: { readonly steps?: string; readonly needs?: string; readonly more?: string } = {}): string =>
  `export const manifest = { name: 'mfe-tiny', team: 'platform', steps: ${change.steps ?? "['verify-reservation']"}, needs: { ${change.needs ?? "shell: '^1.0.0', flow: '^1.0.0', rest: '^1.0.0', ui: '^1.0.0'"} }${change.more ?? ''} }
`

/** Sources in a folder of their own find no packages by name. */
const preset = fileURLToPath(import.meta.resolve('@checkin/tooling/rspack-preset'))

/** An rspack.config.ts that changes what the preset makes. */
export const config = (change: string): string => `import { remoteConfig } from '${preset}'
export default (options) => { const config = remoteConfig(import.meta.dirname)(options); return ${change} }
`

/** Writes a small module that keeps every contract, with some of its files otherwise. */
export function writeModule(dir: string, version: string, sources: Sources = {}): void {
  cpSync(join(import.meta.dirname, '../mfe-tiny'), dir, { recursive: true })
  const good: Sources = {
    'package.json': JSON.stringify({ name: 'mfe-tiny', version, private: true, type: 'module' }),
    'remote.manifest.ts': manifest(), 'src/remote.ts': entry(), 'src/first.view.tsx': view(), 'src/code-version.ts': `export const codeVersion = '${version}'\n`,
  }
  for (const [path, text] of Object.entries({ ...good, ...sources })) {
    if (text === null) continue
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
}
