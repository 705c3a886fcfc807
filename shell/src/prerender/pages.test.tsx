import { languages } from '@checkin/i18n'
import { placeholders } from '@checkin/releases/page-data'
import { routeOf, routes } from '@checkin/routes'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it } from 'vitest'
import { $outlet } from '../navigation/visit.model.ts'
import { aPage } from '../test/a-page.ts'
import { pagesIn } from './pages.tsx'

const main = /<main[^>]*>[\s\S]*<\/main>/
/** The addresses that a tab without a session can begin with. */
const entries = [
  ['/', 'verify-reservation'], ['/AbCdEfGh', 'verify-guid'], ['/precheckout/AbCdEfGh', 'precheckout-guid'],
  ['/reservation/AbCdEfGh/success', 'paymentLog'], ['/reservation/AbCdEfGh/cancel', 'paymentCancel'], ['/completed/signed/AbCdEfGh/1', 'complete-signed'],
] as const

beforeEach(() => { sessionStorage.clear() })

describe('the pages that the build renders around first screens', () => {
  it.each(languages)('are one for every screen that opens without a session, and the one that waits (%s)', async (language) => {
    expect(Object.keys(await pagesIn(language)).sort()).toEqual([...entries.map(([, name]) => name), 'waiting', 'waiting-no-step'].sort())
  })

  it('wait without a stepper where the screen is no step of check-in (DEC-257)', async () => {
    const pages = await pagesIn('en')
    const [withIt, without] = ['waiting', 'waiting-no-step'].map((name) => renderToString(pages[name]?.narrow).includes('ck-progress'))
    expect([withIt, without]).toEqual([true, false])
  })

  it('have every language to choose from, as the site looks for them to leave those of the tenant (DEC-112)', async () => {
    const html = renderToString((await pagesIn('fr'))['waiting']?.narrow)
    expect([...html.matchAll(/<option data-language="([a-z]{2})"[^>]*>[^<]*<\/option>/g)].map(([, language]) => language)).toEqual([...languages])
  })

  it.each(entries)('stand around what a tab that knows nothing shows first at %s', async (path, name) => {
    const page = await aPage({ path })
    await page.open(path)
    expect(page.scope.getState($outlet)).toMatchObject({ kind: 'step', visit: { name } })

    const rendered = (await pagesIn('fr'))[name]
    const [html, wide] = [rendered?.narrow, rendered?.wide].map((tree) => renderToString(tree))
    expect(html).toContain(`data-screen="${name}" data-module="${routeOf(name).module}" data-module-version="${placeholders.version}"`)
    expect(html?.split(placeholders.screen)).toHaveLength(2)
    expect(main.exec(wide ?? '')?.[0]).toBe(main.exec(html ?? '')?.[0])
    expect(html).not.toBe(wide)
    // A link is known to its page alone.
    expect(html).not.toMatch(/\bany\b/)
  })

  it.each(routes.filter(({ needs }) => needs !== 'nothing' && needs !== 'sandbox'))('$name at $path waits for its session, so nothing of it can be rendered', async ({ name, path }) => {
    const page = await aPage({ path })
    await page.open(path)
    expect(page.scope.getState($outlet)).not.toMatchObject({ visit: { name } })
  })
})
