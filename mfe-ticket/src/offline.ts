import { ticketWorkerPath, workerAddress } from './worker-address.ts'
import type { Ticket } from './api.ts'

/** A ticket as this device last had it from the server (DEC-225). */
export interface SavedTicket {
  readonly ticket: Ticket
  /** When the server said so, an instant in UTC. */
  readonly at: string
}

interface Entry extends SavedTicket {
  /** Milliseconds since 1970 after which it is forgotten. */
  readonly until: number
  readonly files: number
}

/** Days after the day of return for which a device keeps a ticket: as long as its link is good (DEC-206). */
const daysKept = 8
const dayMs = 86_400_000
/** A ticket that stays the same is written down again after so long, that the hour beside it is right. */
const freshMs = 60_000

/** The worker reads by the same names (services/site). */
const nameOf = (token: string): string => `ticket ${token}`
const pathOf = (token: string): string => `/ticket/${token}`
const entryOf = (token: string): string => `${pathOf(token)}/saved`

const canKeep = (): boolean => 'caches' in globalThis && 'serviceWorker' in navigator

async function readEntry(token: string): Promise<Entry | null> {
  if (!canKeep() || !(await caches.has(nameOf(token)))) return null
  const found = await (await caches.open(nameOf(token))).match(entryOf(token))
  // Our own entry, written below by this or an earlier version: what is more than it was is not there.
  return found ? await found.json() as Entry : null
}

/** What this device kept of a ticket, null for nothing or when its time is over. */
export async function readSaved(token: string, now = Date.now()): Promise<SavedTicket | null> {
  const entry = await readEntry(token)
  return entry && entry.until > now ? { ticket: entry.ticket, at: entry.at } : null
}

/** Forgets a ticket: the server said that it is gone. */
export async function forgetTicket(token: string): Promise<void> {
  if (canKeep()) await caches.delete(nameOf(token))
}

/** Forgets every ticket and the worker: this company keeps none. */
export async function forgetAll(): Promise<void> {
  if (!canKeep()) return
  for (const name of await caches.keys()) if (name.startsWith(nameOf(''))) await caches.delete(name)
  await (await navigator.serviceWorker.getRegistration('/ticket/'))?.unregister()
}

/** Files of the release set that this page has loaded so far: addresses below /assets/ are for ever the same. */
const loadedFiles = (): readonly string[] => [...new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name, location.origin))
  .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/')).map(({ pathname }) => pathname))]

/**
 * Keeps a ticket that was just shown, with the page as the server sends it and what this page loaded, for when there is no network (DEC-225). A page of
 * another release set than this one is not kept: its files are not those. What was kept before stays until all of the new is there.
 */
export async function keepTicket(token: string, ticket: Ticket, now = Date.now()): Promise<void> {
  if (!canKeep()) return
  leadToManifest(token)
  const files = loadedFiles()
  const before = await readEntry(token)
  if (before?.ticket.version === ticket.version && before.files === files.length && now - Date.parse(before.at) < freshMs) return
  const cache = await caches.open(nameOf(token))
  const entry: Entry = { ticket, at: new Date(now).toISOString(), until: Date.parse(ticket.dropOff.dateAndTime.slice(0, 10)) + daysKept * dayMs, files: files.length }
  if (before?.files !== files.length || !(await isPageOfThisSet(await cache.match(pathOf(token), { ignoreVary: true })))) {
    const page = await fetch(pathOf(token), { credentials: 'same-origin' })
    if (!page.ok || !(await isPageOfThisSet(page.clone()))) return
    for (const file of files) if (!(await cache.match(file, { ignoreVary: true }))) await cache.add(file)
    await cache.put(pathOf(token), page)
    for (const { url } of await cache.keys()) {
      const { pathname } = new URL(url)
      if (pathname.startsWith('/assets/') && !files.includes(pathname)) await cache.delete(url)
    }
  }
  await cache.put(entryOf(token), new Response(JSON.stringify(entry)))
  await forgetOver(now)
  await navigator.serviceWorker.register(workerAddress(), { scope: ticketWorkerPath.replace(/[^/]*$/, '') })
}

/** Put on a home screen, it is this ticket that opens: the page itself is the same for all tickets and cannot name it. */
function leadToManifest(token: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
  if (link) link.href = `${pathOf(token)}/manifest.webmanifest?lang=${document.documentElement.lang}`
}

async function isPageOfThisSet(page: Response | undefined): Promise<boolean> {
  const set = document.documentElement.dataset['releaseSet']
  return set !== undefined && page !== undefined && (await page.text()).includes(` data-release-set="${set}"`)
}

/** Tickets whose time is over go when another one is kept. */
async function forgetOver(now: number): Promise<void> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(nameOf(''))) continue
    const entry = await readEntry(name.slice(nameOf('').length))
    if (entry !== null && entry.until <= now) await caches.delete(name)
  }
}
