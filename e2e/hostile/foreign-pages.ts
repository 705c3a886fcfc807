import type { BrowserContext, Page } from '@playwright/test'
import { bothWays, changesAnswers, pagePolicies, type Outcome, type World } from './both-ways.ts'

/** A page of the product by what it is called here. */
export type Places = Readonly<Record<string, string>>

/** Where a foreign page stands: another site, or a name below the tenant's own, whose calls count as of the same site. */
const neighbours = { 'another site': 'evil.localhost', 'a name below the tenant\'s': 'evil.costaverde.localhost' } as const

/** Opens a foreign page whose script is `code`, in a context where product pages may lack their policies. */
async function foreignPage({ foreign }: World, context: BrowserContext, host: string, path: string, html: string): Promise<Page> {
  foreign.serves(path, `<!doctype html><title>Foreign</title><body>${html}`)
  const page = await context.newPage()
  await page.goto(`${foreign.origin(host)}${path}`)
  return page
}

const lacks = async (context: BrowserContext, address: string, isBare: boolean): Promise<void> => {
  await changesAnswers(context, new URL(address).origin, isBare ? { without: pagePolicies } : {})
}

/** Frames pages of the product, to be pressed by whoever means to press something else. */
export async function frames(world: World, places: Places): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [from, host] of Object.entries(neighbours)) {
    outcomes.push(...await bothWays(world, Object.keys(places).map((place) => `${place} in a frame of ${from}`), async ({ run, isBare, context }) => {
      const opened = await context()
      for (const origin of new Set(Object.values(places).map((address) => new URL(address).origin))) await lacks(opened, origin, isBare)
      const page = await foreignPage(world, opened, host, `/frames-${run}`, Object.entries(places).map(([place, address]) => `<iframe name="${place}" src="${address}"></iframe>`).join(''))
      return async () => {
        const shown = await Promise.all(page.frames().map(async (frame) => {
          // The browser's own page about a frame that was refused may come at any moment: what it is and what it shows are read at once.
          const text = await frame.evaluate(() => (location.protocol === 'chrome-error:' ? '' : document.body.innerHTML)).catch(() => '')
          return places[frame.name()] !== undefined && text !== '' ? [`${frame.name()} in a frame of ${from}`] : []
        }))
        return shown.flat()
      }
    }))
  }
  return outcomes
}

/** Opens pages of the product in a window and holds on to it: to lead it elsewhere, to speak to it, to look into it. */
export async function opensWindows(world: World, places: Places): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [place, address] of Object.entries(places)) {
    const [led, spoken, led2] = [`${place}: its window is led elsewhere by who opened it`, `${place}: a message of who opened it`, `${place}: it leads who opened it`]
    outcomes.push(...await bothWays(world, [led, spoken, led2], async ({ run, isBare, context }) => {
      const opened = await context()
      await lacks(opened, address, isBare)
      await opened.addInitScript(() => { addEventListener('message', ({ data }) => { if (data === 'foreign') Reflect.set(globalThis, 'heard', true) }) })
      const page = await foreignPage(world, opened, neighbours['another site'], `/opener-${run}`, '')
      const [shown] = await Promise.all([opened.waitForEvent('page'), page.evaluate((target) => { Reflect.set(globalThis, 'held', open(target)) }, address)])
      await shown.waitForLoadState('load')
      const got = new Set<string>()
      await page.evaluate(() => { (Reflect.get(globalThis, 'held') as Window).postMessage('foreign', '*') })
      if (await shown.evaluate(() => Boolean(globalThis.opener))) got.add(led2)
      return async () => {
        if (await shown.evaluate(() => Reflect.get(globalThis, 'heard') === true).catch(() => false)) got.add(spoken)
        if (got.has(spoken) || !isBare) await page.evaluate((away) => { (Reflect.get(globalThis, 'held') as Window).location.href = away }, `${world.foreign.origin()}/led`).catch(() => undefined)
        if (new URL(shown.url()).pathname === '/led') got.add(led)
        return got
      }
    }))
  }
  return outcomes
}

/** Speaks from a tenant's page, as code in it could, to what another tenant's page listens to and has stored. */
export async function speaksToOtherTenant(world: World, own: string, other: string): Promise<readonly Outcome[]> {
  const names = ['a message to all tabs', 'a note in the store', 'a call with the renter\'s cookie', 'the cookie by script', 'a lock of the other tabs'] as const
  const outcomes = await bothWays(world, names, async ({ isBare, context }) => {
    const opened = await context()
    // Where the defence is missing both pages have one origin.
    const target = isBare ? own : other
    await opened.addCookies([{ name: 'checkin_session', value: 'of-a-renter', url: new URL(other).origin, httpOnly: !isBare, sameSite: 'Lax' }, ...(isBare ? [{ name: 'checkin_session', value: 'of-a-renter', url: new URL(own).origin, httpOnly: false }] : [])])
    const page = await opened.newPage()
    await page.goto(target)
    await page.evaluate(() => {
      Reflect.set(globalThis, 'heard', [])
      new BroadcastChannel('foreign').onmessage = () => { (Reflect.get(globalThis, 'heard') as string[]).push('a message to all tabs') }
      localStorage.setItem('told', 'here')
      void navigator.locks.request('foreign', () => new Promise(() => undefined))
    })
    const attacker = await opened.newPage()
    await attacker.goto(own)
    const said = await attacker.evaluate(async (address) => {
      const got: string[] = []
      new BroadcastChannel('foreign').postMessage('told')
      if (localStorage.getItem('told') === 'here') got.push('a note in the store')
      if (document.cookie.includes('of-a-renter')) got.push('the cookie by script')
      if ((await navigator.locks.query()).held?.some(({ name }) => name === 'foreign')) got.push('a lock of the other tabs')
      await fetch(`${address}api/config`, { credentials: 'include' }).then(async (answer) => { if (answer.ok && (await answer.text()).length > 0) got.push('a call with the renter\'s cookie') }).catch(() => undefined)
      return got
    }, target)
    return async () => [...said, ...await page.evaluate(() => Reflect.get(globalThis, 'heard') as string[]).catch(() => [])]
  })
  return outcomes.map((outcome) => ({ ...outcome, what: `another tenant's page: ${outcome.what}` }))
}
