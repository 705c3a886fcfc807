import { escaped, page, pageHeaders } from '@checkin/sandbox-kit'
import type { Message } from './message.ts'

const style = `
:root { color-scheme: light dark }
body { margin: 0 auto; max-width: 34rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif }
ul { list-style: none; margin: 0; padding: 0 }
li { margin-block: 0 1rem; padding: .8rem 1rem; border: 1px solid #8a958e; border-radius: 1rem }
p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere }
small { opacity: .75 }
`

export const messagesHeaders = pageHeaders(style)

/** All messages, newest first. The page looks again by itself, so that a code shows without a key press. */
export const messagesPage = (messages: readonly Message[]): string => page({
  language: 'en', title: 'Text messages', style, head: '<meta http-equiv="refresh" content="5">',
  body: `<main><h1>Text messages</h1><p>Every text message that this demo sends arrives here, and nowhere else.</p>${messages.length === 0 ? '<p>No message yet.</p>' : `<ul>${messages.map(({ from, to, date, text, fault }) =>
    `<li><small>${escaped(from)} to ${escaped(to)}, ${date.slice(0, 10)} ${date.slice(11, 19)} UTC${fault === null ? '' : `, ${fault}`}</small><p>${escaped(text)}</p></li>`).join('')}</ul>`}</main>`,
})
