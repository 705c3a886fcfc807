import { createHash } from 'node:crypto'

/** The one stylesheet of the mailbox's pages; it stands in the page and the CSP names its hash. */
export const style = `
:root { color-scheme: light dark; --ink: #17231b; --soft: #55635a; --line: #d5ddd7; --paper: #fff; --ground: #f2f5f2; --lane: #006e00 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eee9; --soft: #a3b0a7; --line: #33403a; --paper: #1a211d; --ground: #111613; --lane: #6fd06f } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
header { border-block-end: 4px solid var(--lane); background: var(--paper); padding: 1rem max(1rem, calc(50% - 30rem)) }
header a { color: inherit; text-decoration: none; font-weight: 700; font-size: 1.25rem }
header p { margin: 0; color: var(--soft) }
main { max-width: 60rem; margin: 1.5rem auto; padding-inline: 1rem }
a { color: var(--lane) }
form { display: flex; gap: .5rem; margin-block-end: 1rem; flex-wrap: wrap }
input { flex: 1 1 14rem; min-width: 0; padding: .6rem .75rem; font: inherit; border: 1px solid var(--soft); border-radius: .5rem; background: var(--paper); color: inherit }
button { padding: .6rem 1.1rem; font: inherit; font-weight: 600; border: 0; border-radius: .5rem; background: var(--lane); color: var(--paper) }
:focus-visible { outline: 3px solid var(--lane); outline-offset: 2px }
ul.mails { list-style: none; margin: 0; padding: 0; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; overflow: hidden }
ul.mails li + li { border-block-start: 1px solid var(--line) }
ul.mails a { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding: .8rem 1rem; color: inherit; text-decoration: none }
ul.mails a:hover { background: var(--ground) }
ul.mails strong, ul.mails span { overflow-wrap: anywhere }
.soft { color: var(--soft) }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; margin-block-end: 1rem }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 .5rem; overflow-wrap: anywhere }
h2 { font-size: 1rem; margin: 0 0 .5rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 0 }
dd { margin: 0; overflow-wrap: anywhere }
dt { color: var(--soft) }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: .95rem/1.5 ui-monospace, monospace }
iframe { display: block; width: 100%; height: 40rem; border: 0; border-radius: .5rem; background: #fff }
`

/** For `style-src` of the pages' policy. */
export const styleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`
