import { $lists, $loading, $terms, languageChanged } from '@checkin/flow/publish/shell'
import { describe, expect, it } from 'vitest'
import { aPage } from '../test/a-page.ts'
import { listsNeeded } from './lists.model.ts'

it('the tracker knows seven loads, each pending until its answer is there (SHELL-50)', async () => {
  let answer = (): void => undefined
  const countries = new Promise<never[]>((resolve) => { answer = () => { resolve([]) } })
  const page = await aPage({ fakes: { listCountries: () => countries } })
  const pending = (): string[] => Object.entries(page.scope.getState($loading)).filter(([, isPending]) => isPending).map(([name]) => name)
  expect(Object.keys(page.scope.getState($loading)).sort()).toEqual(['configs', 'countries', 'documentType', 'fields', 'nationalities', 'reservationExtras', 'reservationFull'])
  const published = page.publish(listsNeeded, undefined)
  expect(pending()).toContain('countries')
  answer()
  await published
  expect(pending()).toEqual([])
})

describe('lists that carry words', () => {
  it('come again in the new language, the rules and the configuration do not (SHELL-72, SHELL-35)', async () => {
    const asked: string[] = []
    const counted = <Data>(name: string, data: Data) => () => { asked.push(name); return data }
    const title = (): string => (asked.filter((name) => name === 'terms').length > 1 ? 'Conditions de location' : 'Terms of rental')
    const page = await aPage({
      fakes: {
        listTerms: () => { asked.push('terms'); return [{ tag: 'rental', title: title() }] },
        listCountries: counted('countries', []), listDocumentTypes: counted('documentTypes', []), listNationalities: counted('nationalities', []),
        getFieldRules: counted('fields', { main: { second: {} }, additional: {} }),
      },
    })
    await page.publish(listsNeeded, undefined)
    const before = asked.length
    await page.publish(languageChanged, { language: 'fr' })
    expect(asked.slice(before).sort()).toEqual(['countries', 'documentTypes', 'nationalities', 'terms'])
    expect(page.scope.getState($terms)).toEqual([{ tag: 'rental', title: 'Conditions de location' }])
    expect(page.scope.getState($lists).fields).not.toBeNull()
  })
})
