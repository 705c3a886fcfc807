import { escaped, page, pageHeaders } from '@checkin/sandbox-kit'
import type { Message } from './message-store.ts'

const style = `
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

/** Headers of the mailbox's pages: one frame of its own, in which a mail is shown. */
export const mailboxHeaders = pageHeaders(style, { 'frame-src': "'self'" })

const mailboxPage = (title: string, main: string, head = ''): string => page({
  language: 'en', title, style, head,
  body: `<header><a href="/">Mailbox</a><p>Every mail that this demo sends arrives here, and nowhere else.</p></header>\n<main>${main}</main>`,
})

const time = (date: string): string => `<time datetime="${date}">${date.slice(0, 10)} ${date.slice(11, 19)} UTC</time>`

/** All mails, newest first. The page looks again by itself, so that a code shows without a key press. */
export function listPage(messages: readonly Message[], to: string): string {
  const rows = messages.map((message) => `<li><a href="/messages/${message.id}"><strong>${escaped(message.subject || '(no subject)')}</strong>
<span class="soft">${time(message.date)}</span><span class="soft">${escaped(message.to)}</span></a></li>`)
  const search = `<form action="/" method="get" role="search"><input type="search" name="to" value="${escaped(to)}" placeholder="name@example.com"
aria-label="Mails to this address"><button>Show</button></form>`
  const list = rows.length > 0 ? `<ul class="mails">${rows.join('')}</ul>` : `<p class="card">No mail${to === '' ? '' : ` to ${escaped(to)}`} yet.</p>`
  return mailboxPage('Mailbox', `<h1>Mails</h1>${search}${list}`, to === '' ? '<meta http-equiv="refresh" content="5">' : '')
}

export function messagePage(message: Message): string {
  const attachments = message.attachments.map(({ filename, contentType, size }, index) =>
    `<li><a href="/messages/${message.id}/attachments/${index}" download>${escaped(filename)}</a> <span class="soft">${escaped(contentType)}, ${size} bytes</span></li>`)
  return mailboxPage(message.subject || '(no subject)', `
<article><div class="card"><h1>${escaped(message.subject || '(no subject)')}</h1>
<dl><dt>To</dt><dd>${escaped(message.to)}</dd><dt>From</dt><dd>${escaped(message.from)}</dd><dt>Date</dt><dd>${time(message.date)}</dd></dl></div>
${message.html ? `<section class="card"><h2>As it looks</h2><iframe title="The mail as it looks" src="/messages/${message.id}/html"
sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe></section>` : ''}
${message.text ? `<section class="card"><h2>As text</h2><pre>${escaped(message.text)}</pre></section>` : ''}
${attachments.length > 0 ? `<section class="card"><h2>Attachments</h2><ul>${attachments.join('')}</ul></section>` : ''}</article>`)
}

/** The mail's own HTML for the frame; a link in it opens in a tab of its own. */
export const framedHtml = (message: Message): string => `<base target="_blank">${message.html}`
