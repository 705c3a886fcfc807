import type { BrowserContext, Route } from '@playwright/test'
import { port, site } from '../support/addresses.ts'
import { bothWays, type Outcome, type World } from './both-ways.ts'
import { mailedLink, sessionCookieName, type RenterSession } from './renter-session.ts'

/** What a foreign page sends: a form, a call without asking, a beacon. `at` is the address, `body` the text. */
const ways: Readonly<Record<string, string>> = {
  'a form': 'const form = document.createElement("form"); form.method = "post"; form.enctype = "text/plain"; form.action = at; const input = document.createElement("input"); input.name = body.slice(0, -1) + \',"x":"\'; input.value = "\\"}"; form.append(input); document.body.append(form); form.submit()',
  'a form without fields': 'const form = document.createElement("form"); form.method = "post"; form.action = at; document.body.append(form); form.submit()',
  'a call that sees no answer': 'await fetch(at, { method: "POST", mode: "no-cors", credentials: "include", body, headers: { "content-type": "text/plain" } })',
  'a call with its cookie': 'await fetch(at, { method: "POST", credentials: "include", body, headers: { "content-type": "application/json" } })',
  'a beacon': 'navigator.sendBeacon(at, new Blob([body], { type: "text/plain" }))',
}

/** Makes the server see calls as the site's own page sends them: without it no server could tell them apart. */
async function looksOwn(context: BrowserContext, own: string, cookie?: RenterSession['cookie']): Promise<void> {
  const { host, origin } = new URL(own)
  await context.route((url) => url.host === host, async (route: Route) => {
    const request = route.request()
    const { pathname, search } = new URL(request.url())
    const answer = await route.fetch({
      url: `http://127.0.0.1:${port}${pathname}${search}`, maxRedirects: 0,
      headers: { ...request.headers(), host, origin, identifier: host, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', 'content-type': 'application/json', ...(cookie && { cookie: `${cookie.name}=${cookie.value}` }) },
      ...(request.method() === 'POST' && { data: '{}' }),
    })
    return route.fulfill({ response: answer, headers: { ...answer.headers(), 'access-control-allow-origin': request.headers()['origin'] ?? '*', 'access-control-allow-credentials': 'true', 'access-control-allow-headers': 'content-type' } })
  })
}

/** Ends a renter's session from a page of somebody else's: another site's, or one below the tenant's own name, to which the cookie goes. */
export async function callsAcrossSites(world: World, newSession: () => Promise<RenterSession>): Promise<readonly Outcome[]> {
  const own = site('costaverde')
  const outcomes: Outcome[] = []
  for (const [from, host] of Object.entries({ 'another site': 'evil.localhost', 'a name below the tenant\'s': 'evil.costaverde.localhost' })) {
    for (const [way, code] of Object.entries(ways)) {
      const what = `${way} of ${from} ends a session`
      outcomes.push(...await bothWays(world, [what], async ({ run, isBare, context }) => {
        const opened = await context()
        const session = await newSession()
        await opened.addCookies([session.cookie])
        if (isBare) await looksOwn(opened, own, session.cookie)
        world.foreign.serves(`/calls-${run}`, '<!doctype html><body>')
        const page = await opened.newPage()
        await page.goto(`${world.foreign.origin(host)}/calls-${run}`)
        await page.evaluate(`void (async () => { const at = ${JSON.stringify(`${own}session/end`)}, body = "{}"; ${code} })().catch(() => undefined)`)
        return async () => (await session.isOpen() ? [] : [what])
      }))
    }
  }
  return outcomes
}

/** Opens a session of the attacker's own in somebody's browser, so that what its renter types is the attacker's. */
export async function plantsSessions(world: World): Promise<readonly Outcome[]> {
  const own = site('costaverde')
  const planting: Readonly<Record<string, string>> = {
    'a followed address': 'location.href = at',
    'a picture': 'new Image().src = at',
    'a call that sees no answer': 'await fetch(at, { mode: "no-cors", credentials: "include" })',
    'a form by GET': 'const form = document.createElement("form"); form.action = at; document.body.append(form); form.submit()',
    'a window': 'open(at)',
  }
  const outcomes: Outcome[] = []
  for (const [way, code] of Object.entries(planting)) {
    const what = `${way} of a name below the tenant's opens a foreign session`
    outcomes.push(...await bothWays(world, [what], async ({ run, isBare, context }) => {
      const opened = await context()
      if (isBare) await looksOwn(opened, own)
      world.foreign.serves(`/plants-${run}`, '<!doctype html><body>')
      const page = await opened.newPage()
      await page.goto(`${world.foreign.origin('evil.costaverde.localhost')}/plants-${run}`)
      await page.evaluate(`void (async () => { const at = ${JSON.stringify(`${own}api/reservation/resume/${await mailedLink()}`)}; ${code} })().catch(() => undefined)`).catch(() => undefined)
      return async () => ((await opened.cookies(own)).some(({ name }) => name === sessionCookieName) ? [what] : [])
    }))
  }
  return outcomes
}
