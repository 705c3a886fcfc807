import { languages } from '@checkin/i18n'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it } from 'vitest'
import { routeOf, routeTable } from '../routes/route-table.ts'
import { $stage } from '../routes/visit.model.ts'
import { aPage } from '../test/a-page.ts'
import { gaps } from './gaps.ts'
import { pagesIn } from './pages.tsx'

const main = /<main[^>]*>[\s\S]*<\/main>/
/** The addresses that a tab without a session can begin with. */
const entries = [
  ['/', 'verify-reservation'], ['/AbCdEfGh', 'verify-guid'], ['/precheckout/AbCdEfGh', 'precheckout-guid'],
  ['/reservation/AbCdEfGh/success', 'paymentLog'], ['/reservation/AbCdEfGh/cancel', 'paymentCancel'], ['/completed/signed/AbCdEfGh/1', 'complete-signed'],
] as const

beforeEach(() => { sessionStorage.clear() })

describe('the pages that the build draws around first screens', () => {
  it.each(languages)('are one for every screen that opens without a session, and the one that waits (%s)', async (language) => {
    expect(Object.keys(await pagesIn(language)).sort()).toEqual([...entries.map(([, name]) => name), 'waiting'].sort())
  })

  it.each(entries)('stand around what a tab that knows nothing shows first at %s', async (path, name) => {
    const page = await aPage({ path })
    await page.open(path)
    expect(page.scope.getState($stage)).toMatchObject({ kind: 'step', visit: { name } })

    const drawn = (await pagesIn('fr'))[name]
    const [html, wide] = [drawn?.narrow, drawn?.wide].map((tree) => renderToString(tree))
    expect(html).toContain(`data-screen="${name}" data-module="${routeOf(name).module}" data-module-version="${gaps.version}"`)
    expect(html?.split(gaps.screen)).toHaveLength(2)
    expect(main.exec(wide ?? '')?.[0]).toBe(main.exec(html ?? '')?.[0])
    expect(html).not.toBe(wide)
    // A link is known to its page alone.
    expect(html).not.toMatch(/\bany\b/)
  })

  it.each(routeTable.filter(({ needs }) => needs !== 'nothing' && needs !== 'sandbox'))('$name at $path waits for its session, so nothing of it can be drawn', async ({ name, path }) => {
    const page = await aPage({ path })
    await page.open(path)
    expect(page.scope.getState($stage)).not.toMatchObject({ visit: { name } })
  })
})
