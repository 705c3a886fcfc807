import { escaped, page, pageHeaders } from '@checkin/sandbox-kit'
import type { WalletObject } from './objects.ts'
import { pickUpOf, referenceOf, type Phone } from './phone.ts'
import type { Push } from './push-service.ts'

const style = `
:root { color-scheme: light dark }
body { margin: 0 auto; max-width: 40rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif }
ul { list-style: none; margin: 0; padding: 0 }
li { margin-block: 0 1rem; padding: .8rem 1rem; border: 1px solid #8a958e; border-radius: 1rem; overflow-wrap: anywhere }
input { box-sizing: border-box; width: 100%; padding: .5rem; font: inherit }
button { margin-block: .5rem 1rem; padding: .5rem 1rem; font: inherit }
p { margin: 0 }
small { opacity: .75 }
`

export const walletsHeaders = pageHeaders(style)

const time = (date: string): string => `${date.slice(0, 10)} ${date.slice(11, 19)} UTC`
const list = (items: readonly string[], none: string): string => (items.length === 0 ? `<p>${none}</p>` : `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`)

export interface Shown {
  readonly phones: readonly Phone[]
  readonly pushes: readonly Push[]
  readonly objects: readonly WalletObject[]
  /** The ticket that was given last had no pass. */
  readonly isRefused: boolean
}

/** Phones with their passes, pushes and changed objects, newest first. With a phone the page looks again by itself; before, that would take what is being typed. */
export const walletsPage = ({ phones, pushes, objects, isRefused }: Shown): string => page({
  language: 'en', title: 'Wallets', style, head: phones.length === 0 ? '' : '<meta http-equiv="refresh" content="5; url=/">',
  body: `<main><h1>Wallets</h1><p>A phone that has the pass of a ticket, and what both wallets are told of changes.</p>
<form method="post" action="/phone"><label>Address of a ticket<input name="ticket" required></label><button>Add its pass to a phone</button></form>
${isRefused ? '<p role="alert">There is no pass at this address.</p>' : ''}
<h2>Phones</h2>${list(phones.map((phone) =>
    `<strong>${escaped(referenceOf(phone))}</strong> pick-up <span data-pick-up>${escaped(pickUpOf(phone))}</span>${phone.pass.voided ? ', void' : ''}<br><small>changed ${phone.changes} times</small>`), 'No phone has a pass yet.')}
<h2>Pushes</h2>${list(pushes.map(({ to, topic, date, fault }) => `<small>${time(date)}, ${escaped(topic)}${fault === null ? '' : `, ${fault}`}</small><p data-push>${escaped(to.slice(0, 12))}…</p>`), 'No push yet.')}
<h2>Objects</h2>${list(objects.map(({ id, date, object }) => `<small>${time(date)}</small><p>${escaped(id)}: ${escaped(JSON.stringify(object['state'] ?? ''))}</p><p><small>${escaped(JSON.stringify(object['textModulesData'] ?? []))}</small></p>`), 'No object was changed yet.')}</main>`,
})
