import { $config, $language, appStarted, languageChanged } from '@checkin/flow/publish/shell'
import { aConfig } from '@checkin/api/testing'
import { allSettled, createWatch, fork, type Scope } from 'effector'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { initI18n } from '@checkin/i18n'
import { $alert } from '../feedback/alert.model.ts'
import { languageChosen, switchLanguageFx } from './language.model.ts'
import { headingShown, setTitleFx } from './title.model.ts'

beforeEach(() => { document.cookie = 'language=; Path=/; Max-Age=0' })

describe('the title of the page (SHELL-65)', () => {
  const written = async (act: (scope: Scope) => Promise<unknown>): Promise<string[]> => {
    const titles: string[] = []
    const scope = fork({ values: [[$config, aConfig({ firmName: 'Acme Rent' })]], handlers: [[setTitleFx, (title: string) => { titles.push(title) }]] })
    await act(scope)
    return titles
  }

  it('is the screen\'s own title, then the fixed label, a dash and the company\'s name (DEC-51, DEC-104)', async () => {
    const scope = fork({ values: [[$config, aConfig({ firmName: 'Acme Rent' })]] })
    await allSettled(headingShown, { scope, params: 'Your documents' })
    expect(document.title).toBe('Your documents - Express Checkout - Acme Rent')
  })

  it('is label and company while no screen is shown (DEC-104)', async () => {
    expect(await written(async (scope) => {
      await allSettled(headingShown, { scope, params: 'Your documents' })
      await allSettled(headingShown, { scope, params: null })
    })).toEqual(['Your documents - Express Checkout - Acme Rent', 'Express Checkout - Acme Rent'])
  })

  it('is not written again while it stays the same', async () => {
    expect(await written(async (scope) => {
      await allSettled(appStarted, { scope })
      await allSettled(headingShown, { scope, params: null })
    })).toEqual([])
  })

  it('follows the name in the loaded configuration', async () => {
    expect(await written((scope) => allSettled($config, { scope, params: aConfig({ firmName: 'Alpen' }) }))).toEqual(['Express Checkout - Alpen'])
  })
})

describe('the language (SHELL-72, SHELL-81)', () => {
  it('changes words, page language, flow and the stored choice together, without a reload (DEC-03)', async () => {
    const i18n = await initI18n({ language: 'en' })
    const scope = fork()
    const published: string[] = []
    createWatch({ unit: languageChanged, scope, fn: ({ language }) => { published.push(language) } })
    await allSettled(languageChosen, { scope, params: 'fr' })
    expect([scope.getState($language), document.documentElement.lang, i18n.t('Back'), published]).toEqual(['fr', 'fr', 'Retour', ['fr']])
    expect(document.cookie).toContain('language=fr')
  })

  it('is kept under https by the name that no other host can set, and the name of before goes (SEC-15)', async () => {
    await initI18n({ language: 'en' })
    const written: string[] = []
    const setter = vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => { written.push(cookie) })
    vi.stubGlobal('location', { protocol: 'https:' })
    await allSettled(languageChosen, { scope: fork(), params: 'fr' })
    vi.unstubAllGlobals()
    setter.mockRestore()
    expect(written).toEqual(['language=; Path=/; Max-Age=0', expect.stringMatching(/^__Host-language=fr; Path=\/; Max-Age=\d+; SameSite=Lax; Secure$/)])
  })

  it('chosen again does nothing', async () => {
    const switched: string[] = []
    const scope = fork({ values: [[$language, 'pt']], handlers: [[switchLanguageFx, (language: string) => { switched.push(language) }]] })
    await allSettled(languageChosen, { scope, params: 'pt' })
    expect(switched).toEqual([])
  })

  it('stays and says so when the words don\'t come', async () => {
    const scope = fork({ handlers: [[switchLanguageFx, () => { throw new TypeError('no network') }]] as never })
    await allSettled(languageChosen, { scope, params: 'fr' })
    expect(scope.getState($language)).toBe('en')
    expect(scope.getState($alert)).toMatchObject({ visible: true, key: 'SomethingHappened' })
  })

  it('restored from the tab wins over the one that the page came in (SHELL-56)', async () => {
    await initI18n({ language: 'en' })
    const switched: string[] = []
    const scope = fork({ values: [[$language, 'pt']], handlers: [[switchLanguageFx, (language: string) => { switched.push(language) }]] })
    await allSettled(appStarted, { scope })
    expect(switched).toEqual(['pt'])
  })

  it('restored from the tab is given up where the tenant has it no longer (DEC-112)', async () => {
    await initI18n({ language: 'en' })
    const switched: string[] = []
    const scope = fork({
      values: [[$language, 'pt'], [$config, aConfig({ locales: ['de', 'en'] })]], handlers: [[switchLanguageFx, (language: string) => { switched.push(language) }]],
    })
    await allSettled(appStarted, { scope })
    expect([scope.getState($language), switched]).toEqual(['en', []])
  })
})
