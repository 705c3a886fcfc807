import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { config, entry, manifest, view, type Sources } from './small-module.ts'

/** What stands between a team's sources and a renter, in this order; each row names the first that must stop it. */
export const gates = ['build', 'publish', 'conformance', 'rehearsal', 'canary', 'heal'] as const
export type Gate = (typeof gates)[number]

/** A broken version, and the earliest gate that has to stop it. */
export interface Sabotage {
  readonly what: string
  readonly gate: Exclude<Gate, 'rehearsal'>
  /** What the gate says, so that it is stopped for its own reason. */
  readonly says: RegExp
  readonly sources: Sources
  /** The finding that it comes from, where it does. */
  readonly finding?: string
  /** Where not just any: for what is compared with the version before. */
  readonly version?: string
  /** Among those that every `npm test` tries. */
  readonly sampled?: true
}

const react = (): string => readFileSync(createRequire(import.meta.url).resolve('react').replace(/index\.js$/, 'cjs/react.production.js'), 'utf8')
const css = (more: string): string => `.title { color: rgb(1, 2, 3); }\n${more}\n`
const row = (change: string): string => manifest({ steps: "['verify-reservation', 'park']", more: `, screens: [{ name: 'park', module: 'mfe-tiny', path: '/park', after: 'add-extras', leads: { 'tiny/done': { to: ${change} } } }]` })

const atBuild: readonly Omit<Sabotage, 'gate'>[] = [
  { what: 'a view that is no TypeScript', says: /Syntax|Expected|Unexpected/i, sources: { 'src/first.view.tsx': 'export function FirstView( {' }, sampled: true },
  { what: 'an import that leads nowhere', says: /resolve|not found/i, sources: { 'src/first.view.tsx': view('', '', "import './gone.ts'") } },
  { what: 'a message that seven languages lack', says: /has no words for only/, sources: { 'locales/pt.json': '{ "hello": "Olá", "only": "Só aqui" }' } },
  { what: 'a message without its placeholder in one language', says: /hello/, sources: { 'locales/en.json': '{ "hello": "Hello {{name}}" }' } },
  { what: 'tells another module\'s events', finding: 'ROL-7', says: /tells events of payment/, sources: { 'src/first.model.ts': `${readFileSync(new URL('../mfe-tiny/src/first.model.ts', import.meta.url), 'utf8')}\nexport { payerProved } from '@checkin/flow/publish/payment'\n` } },
  { what: 'React copied into the module', finding: 'ROL-11', says: /no-copies/, sources: { 'src/vendored.js': react(), 'src/remote.ts': entry("import * as vendored from './vendored.js'\nglobalThis.vendored = vendored") } },
  { what: 'above 60 kB', says: /size: the module weighs/, sources: { 'src/first.view.tsx': view('', `<p>{'${randomBytes(80_000).toString('hex')}'}</p>`) } },
  { what: 'a font and an animation of everybody\'s', says: /own-styles.*@font-face/, sources: { 'src/first.module.css': css('@font-face { font-family: Figtree; src: local(Arial); }') } },
  { what: 'a brace too many, and the page after it', finding: '1.0.17', says: /own-styles.*body/, sources: { 'src/first.module.css': css('} body { display: none; } .more { top: 0;') } },
  { what: 'styles what has its screen inside', says: /own-styles/, sources: { 'src/first.module.css': css(':root:has(&) header { display: none; }') } },
  { what: 'no source maps', says: /source-maps/, sources: { 'rspack.config.ts': config('{ ...config, devtool: false }') } },
  { what: 'source maps by eval', says: /no-eval/, sources: { 'rspack.config.ts': config("{ ...config, devtool: 'eval-source-map' }") } },
  { what: 'one name for all of its versions', says: /version-in-name/, sources: { 'rspack.config.ts': config("{ ...config, output: { ...config.output, uniqueName: 'mfe_tiny' } }") } },
  { what: 'no hashes of its chunks', says: /integrity/, sources: { 'rspack.config.ts': config('{ ...config, plugins: config.plugins.slice(1) }') } },
  { what: 'an entry without its remote', says: /.+/, sources: { 'src/remote.ts': null, 'src/first.model.ts': 'import \'./nothing.ts\'' } },
]

const atPublishing: readonly Omit<Sabotage, 'gate'>[] = [
  { what: 'needs a contract that no shell gives', says: /unmet-contract/, sources: { 'remote.manifest.ts': manifest({ needs: "shell: '^9.0.0', flow: '^1.0.0', rest: '^1.0.0', ui: '^1.0.0'" }) }, sampled: true },
  { what: 'a screen that no way leads on from', says: /dead-end|unknown-lead/, sources: { 'remote.manifest.ts': row("'park'") } },
  { what: 'a way to a screen that there is not', says: /unknown-lead/, sources: { 'remote.manifest.ts': row("'nowhere'") } },
  { what: 'takes a screen away under a patch number', says: /UntrueVersion/, version: '1.0.2', sources: { 'remote.manifest.ts': manifest({ steps: "['reservation']" }), 'src/remote.ts': entry('', { steps: "{ name: 'reservation', View: FirstView, opened, closed }" }) } },
  { what: 'other code under a number that is published', says: /VersionExists/, version: '1.0.1', sources: { 'src/first.view.tsx': view('', '<p>more</p>') }, sampled: true },
  { what: 'a path that is another screen\'s', says: /path-taken|path-reserved/, sources: { 'remote.manifest.ts': row("'next'").replace("'/park'", "'/overview'") } },
]

const inBrowser: readonly Omit<Sabotage, 'gate'>[] = [
  { what: 'throws when it is loaded', finding: '1.0.10', says: /does not load: threw/, sources: { 'src/remote.ts': entry("if (globalThis.document) throw new Error('broken')") } },
  { what: 'never ends loading', finding: '1.0.14', says: /does not load: too-slow/, sources: { 'src/remote.ts': entry('await new Promise(() => undefined)') } },
  { what: 'throws when it is first rendered', finding: '1.0.11', says: /not rendered|broken-view/, sources: { 'src/first.view.tsx': view("throw new Error('broken')") } },
  { what: 'calls itself otherwise', says: /calls itself mfe-payment/, sources: { 'src/remote.ts': entry().replace("name: 'mfe-tiny'", "name: 'mfe-payment'") } },
  { what: 'a promised screen is missing', finding: '1.0.28', says: /promised and missing/, sources: { 'remote.manifest.ts': manifest({ steps: "['verify-reservation', 'verify-code']" }) } },
  { what: 'a screen without its view', says: /lacks its view/, sources: { 'src/remote.ts': entry('', { steps: "{ name: 'verify-reservation', opened, closed }" }) } },
  { what: 'built-in methods and fetch overwritten', finding: 'ROL-6, 1.0.16', says: /changes (Array.prototype.includes|fetch) of everybody/, sources: { 'src/remote.ts': entry('Array.prototype.includes = () => false\nglobalThis.fetch = () => Promise.reject(new Error())') }, sampled: true },
  { what: 'JSON overwritten when a screen opens', says: /changes JSON.parse of everybody/, sources: { 'src/first.view.tsx': view('JSON.parse = () => ({})') } },
  { what: 'a style element of its own for the page', finding: '1.0.17', says: /changes what is around it/, sources: { 'src/first.view.tsx': view('', '<style>{"header, body { background: magenta }"}</style>') } },
  { what: 'covers the page', says: /is covered/, sources: { 'src/first.view.tsx': view('', "<div style={{ position: 'fixed', inset: 0, zIndex: 9 }} />") } },
  { what: 'an endless loop when it is rendered', finding: '1.0.13', says: /does not answer any more/, sources: { 'src/first.view.tsx': view('for (;;) if (globalThis.never) break') } },
  { what: 'blocks the page for seconds', finding: '1.0.26', says: /answered nothing for/, sources: { 'src/first.view.tsx': view('useState(() => { const end = performance.now() + 5000; while (performance.now() < end); })') } },
  { what: 'keeps memory of each visit', finding: '1.0.18', says: /keeps \d+ kB of each visit/, sources: { 'src/first.view.tsx': view('useState(() => { (globalThis.kept ??= []).push(Array.from({ length: 100000 }, (_, at) => ({ at }))) })') } },
  { what: 'keeps the elements of each visit', says: /keeps \d+ nodes of each visit/, sources: { 'src/first.view.tsx': view("useEffect(() => { (globalThis.kept ??= []).push(document.querySelector('section')) }, [])") } },
  { what: 'listens to what it keeps of each visit', says: /keeps \d+ listeners of each visit/, sources: { 'src/first.view.tsx': view("useEffect(() => { const image = new Image(); image.addEventListener('load', () => undefined); (globalThis.kept ??= []).push(image) }, [])") } },
  { what: 'leaves listeners and timers behind', says: /leaves (timers|listeners) behind/, sources: { 'src/first.view.tsx': view("useEffect(() => { setInterval(() => undefined, 1000); window.addEventListener('resize', () => undefined) }, [])") } },
  { what: 'asks for a message that is not there', finding: '1.0.23', says: /mfe-tiny:helo is no message/, sources: { 'src/first.view.tsx': view().replace('mfe-tiny:hello', 'mfe-tiny:helo') } },
  { what: 'a button that nobody can name', finding: '1.0.24', says: /button-name/, sources: { 'src/first.view.tsx': view('', '<button type="button"></button>') } },
  { what: 'compiles text', finding: '1.0.29', says: /script-src|trusted-types/, sources: { 'src/first.view.tsx': view("useEffect(() => { try { new Function('return 1')() } catch {} }, [])") } },
  { what: 'writes input as HTML', says: /trusted-types|require-trusted-types/, sources: { 'src/first.view.tsx': view("useEffect(() => { try { document.createElement('p').innerHTML = '<img src=x>' } catch {} }, [])") } },
  { what: 'calls an origin that nobody declared', finding: '1.0.29', says: /connect-src https:\/\/elsewhere.example/, sources: { 'src/first.view.tsx': view("useEffect(() => { void fetch('https://elsewhere.example/').catch(() => undefined) }, [])") } },
]

/** They do what conformance does not see: only when a renter acts, or after the screen works. What they do to a page that has them is mended there. */
const inPage: readonly Omit<Sabotage, 'gate'>[] = [
  { what: 'overwrites built-in methods after a press, and renders with them', says: /^the last good$/, sources: { 'src/first.view.tsx': view("if (pressed > 0) { Array.prototype.includes = () => false; throw new Error('spoiled') }") }, sampled: true },
  { what: 'overwrites built-in methods after a press, and the page itself breaks', finding: 'ROL-6', says: /^loaded again with the last good$/, sources: { 'src/first.view.tsx': view("if (pressed > 0) Array.prototype.includes = () => false") } },
  { what: 'throws after a press', finding: '1.0.12', says: /^the last good$/, sources: { 'src/first.view.tsx': view("if (pressed > 0) throw new Error('broken')") } },
]

/** They work, and hold each renter up: the page says so of this version, and the canary analysis rolls it back (DEC-297). */
const heldUp: readonly Omit<Sabotage, 'gate'>[] = [
  { what: 'blocks the page for seconds after a press', finding: '1.0.26', says: /^blocked$/, sources: { 'src/first.view.tsx': view('if (pressed === 1) { const end = performance.now() + 3000; while (performance.now() < end); }') }, sampled: true },
  { what: 'blocks the page for seconds by a timer of its own', says: /^blocked$/, sources: { 'src/first.view.tsx': view('useEffect(() => { if (pressed > 0) { const timer = setTimeout(() => { const end = performance.now() + 3000; while (performance.now() < end); }, 300); return () => clearTimeout(timer) } }, [pressed])') } },
]

const rows = (gate: Sabotage['gate'], of: readonly Omit<Sabotage, 'gate'>[]): readonly Sabotage[] => of.map((each) => ({ ...each, gate }))

/** Broken versions of a small module. Each keeps everything but what it breaks. */
export const sabotage: readonly Sabotage[] = [...rows('build', atBuild), ...rows('publish', atPublishing), ...rows('conformance', inBrowser), ...rows('heal', inPage), ...rows('canary', heldUp)]
