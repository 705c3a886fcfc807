import { uniqueNameOf } from '../rspack-preset.ts'
import { overlayPolicy, type Served } from './served-config.ts'

/** A module that takes the place of the one in the page's release set. */
export interface ServedModule extends Served {
  readonly steps: readonly string[]
  /** `sha384-…` of the entry as it is now: the shell of the page loads no script without. */
  readonly integrity: string
  /** What operators may set about it, at its defaults, where the page's own version says nothing of it. */
  readonly settings?: Readonly<Record<string, boolean | number | string>>
}

/** What takes the place of parts of a page. */
export interface PageOverride {
  readonly module: ServedModule
  /** Null where the page keeps its own shell: views are then shown by loading the page anew. */
  readonly shell: (Served & { readonly styles: readonly string[] }) | null
}

interface SeenModule {
  readonly settings?: Readonly<Record<string, unknown>>
}

interface SeenPage {
  readonly modules: Readonly<Record<string, SeenModule>>
  readonly release: Readonly<Record<string, unknown>>
}

const pageData = /(<script type="application\/json" id="page-data">)([\s\S]*?)(<\/script>)/

/** JSON that can't end its element. */
const forHtml = (value: unknown): string => JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

function pageModule({ name, version, base, steps, integrity, settings }: ServedModule, former: SeenModule | undefined): object {
  const entry = `${base}remoteEntry.js`
  const set = former?.settings ?? settings
  // No last good version: in development what is broken is to be seen.
  return { ...former, name, version, uniqueName: uniqueNameOf(name, version), base, entry, integrity: { [entry]: integrity }, steps, ahead: [], ...(set && { settings: set }), lastGood: undefined }
}

const dataWith = (text: string, { module, shell }: PageOverride): string => {
  const page = JSON.parse(text) as SeenPage
  return forHtml({
    ...page,
    release: { ...page.release, ...(shell && { shellVersion: shell.version }) },
    modules: { ...page.modules, [module.name]: pageModule(module, page.modules[module.name]) },
  })
}

const below = (name: string): string => `/assets/${name}/[^"]*`

/** A page of any site with one module, and the shell where there is one, from this machine; a page that has no data of a release stays as it is. */
export function withOverride(html: string, override: PageOverride): string {
  if (!pageData.test(html)) return html
  const { module, shell } = override
  const withModule = html.replace(pageData, (_all, start: string, text: string, end: string) => start + dataWith(text, override) + end)
    .replace(new RegExp(`<link rel="preload" href="${below(module.name)}"[^>]*>\\n?`, 'g'), '')
    // A screen in the HTML is taken over by the version that its attribute names.
    .replaceAll(new RegExp(`(data-module="${module.name}" data-module-version=")[^"]*`, 'g'), `$1${module.version}`)
  if (!shell) return withModule
  const styles = shell.styles.map((file) => `<link rel="stylesheet" href="${shell.base}${file}">`).join('')
  return withModule
    .replace(new RegExp(`<link rel="preload" href="${below('shell')}"[^>]*>\\n?`, 'g'), '')
    .replace(new RegExp(`<link rel="stylesheet" href="${below('shell')}"[^>]*>`), styles)
    .replace(new RegExp(`<link rel="stylesheet" href="${below('shell')}"[^>]*>\\n?`, 'g'), (tag) => (tag.includes(shell.base) ? tag : ''))
    .replace(new RegExp(`<script src="${below('shell')}"[^>]*></script>`), `<script src="${shell.base}main.js" defer></script>`)
}

/** The page's own policy with the names that what is served draws itself by, and nothing else wider: everything comes from the page's origin. */
export function policyWith(policy: string, { module, shell }: PageOverride): string {
  const names = [uniqueNameOf(module.name, module.version), ...(shell ? [uniqueNameOf('shell', shell.version)] : []), overlayPolicy]
  return policy.split('; ').map((directive) => (directive.startsWith('trusted-types ') ? `${directive} ${names.filter((name) => !directive.split(' ').includes(name)).join(' ')}` : directive)).join('; ')
}
