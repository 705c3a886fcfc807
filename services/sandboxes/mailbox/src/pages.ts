import type { Message } from './message.ts'
import { style } from './style.ts'

/** Text for HTML: nothing of a mail may become markup of this page. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const page = (title: string, body: string, head = ''): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${head}<style>${style}</style></head>
<body><header><a href="/">Mailbox</a><p>Every mail that this demo sends arrives here, and nowhere else.</p></header>
<main>${body}</main></body></html>`

const time = (date: string): string => `<time datetime="${date}">${date.slice(0, 10)} ${date.slice(11, 19)} UTC</time>`

/** All mails, newest first. The page looks again by itself, so that a code shows without a key press. */
export function listPage(messages: readonly Message[], to: string): string {
  const rows = messages.map((message) => `<li><a href="/messages/${message.id}"><strong>${escaped(message.subject || '(no subject)')}</strong>
<span class="soft">${time(message.date)}</span><span class="soft">${escaped(message.to)}</span></a></li>`)
  const search = `<form action="/" method="get" role="search"><input type="search" name="to" value="${escaped(to)}" placeholder="name@example.com"
aria-label="Mails to this address"><button>Show</button></form>`
  const list = rows.length > 0 ? `<ul class="mails">${rows.join('')}</ul>` : `<p class="card">No mail${to === '' ? '' : ` to ${escaped(to)}`} yet.</p>`
  return page('Mailbox', `<h1>Mails</h1>${search}${list}`, to === '' ? '<meta http-equiv="refresh" content="5">' : '')
}

export function messagePage(message: Message): string {
  const attachments = message.attachments.map(({ filename, contentType, size }, index) =>
    `<li><a href="/messages/${message.id}/attachments/${index}" download>${escaped(filename)}</a> <span class="soft">${escaped(contentType)}, ${size} bytes</span></li>`)
  return page(message.subject || '(no subject)', `
<article><div class="card"><h1>${escaped(message.subject || '(no subject)')}</h1>
<dl><dt>To</dt><dd>${escaped(message.to)}</dd><dt>From</dt><dd>${escaped(message.from)}</dd><dt>Date</dt><dd>${time(message.date)}</dd></dl></div>
${message.html ? `<section class="card"><h2>As it looks</h2><iframe title="The mail as it looks" src="/messages/${message.id}/html"
sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe></section>` : ''}
${message.text ? `<section class="card"><h2>As text</h2><pre>${escaped(message.text)}</pre></section>` : ''}
${attachments.length > 0 ? `<section class="card"><h2>Attachments</h2><ul>${attachments.join('')}</ul></section>` : ''}</article>`)
}

/** The mail's own HTML for the frame; a link in it opens in a tab of its own. */
export const framedHtml = (message: Message): string => `<base target="_blank">${message.html}`
