import { describe, expect, it } from 'vitest'
import { PageDataError, readPageData } from './page-data.ts'

const module = { name: 'mfe-driver', version: '1.1.0', uniqueName: 'mfe_driver_1_1_0', base: '/a/', entry: '/a/remoteEntry.js', integrity: { '/a/remoteEntry.js': 'sha384-x' }, steps: [] }
const page = {
  tenant: { host: 'costaverde.localhost', name: 'Costa Verde', timeZone: 'Europe/Lisbon' }, language: 'en', config: { firmName: 'Costa Verde' }, terms: [],
  release: { setId: 3, shellVersion: '1.0.0' }, modules: { 'mfe-driver': { ...module, settings: { cards: 3 }, lastGood: { ...module, version: '1.0.0', settings: { cards: 1 } } } },
}
const pageWith = (text: string | null) => ({ getElementById: (id: string) => (id === 'page-data' && text !== null ? ({ textContent: text } as HTMLElement) : null) })

describe('the data in the page', () => {
  it('is read as the site server wrote it, last good versions and settings included', () => {
    expect(readPageData(pageWith(JSON.stringify(page)))).toEqual(page)
  })

  it.each([
    ['missing', null],
    ['empty', ''],
    ['cut off', JSON.stringify(page).slice(0, -20)],
    ['of another shape', JSON.stringify({ ...page, modules: { 'mfe-driver': { name: 'mfe-driver' } } })],
    ['without a release set', JSON.stringify({ ...page, release: undefined })],
  ])('is refused when it is %s', (_what, text) => {
    expect(() => readPageData(pageWith(text))).toThrow(PageDataError)
  })
})
