import type { Page } from '@playwright/test'

/** Which screens a page has shown, and whose code drew them. */
export interface ScreensShown {
  /** Name of the latest screen; null before the first. */
  readonly last: () => string | null
  readonly modules: () => ReadonlySet<string>
  /** The first screen that another version drew than the set says: something stood in for what could not run. */
  readonly stranger: () => { readonly step: string; readonly words: string } | null
}

/** Notes from now on what each screen of a page says about itself: that a journey passes tells nothing of who carried it. */
export async function watchScreens(page: Page, versions: Readonly<Record<string, string>>): Promise<ScreensShown> {
  let last: string | null = null
  let stranger: { readonly step: string; readonly words: string } | null = null
  const modules = new Set<string>()
  await page.exposeFunction('rehearsalSaw', (step: string, module: string, version: string) => {
    last = step
    modules.add(module)
    if (module in versions && versions[module] !== version) stranger ??= { step, words: `${module}@${version} was shown at ${step}, not ${versions[module]}` }
  })
  await page.addInitScript(() => {
    let told = ''
    const look = (): void => {
      const shown = document.querySelector<HTMLElement>('[data-screen][data-module-version]')
      const { screen = '', module = '', moduleVersion = '' } = shown?.dataset ?? {}
      const words = `${screen} ${module} ${moduleVersion}`
      if (!shown || words === told) return
      told = words
      void (Reflect.get(window, 'rehearsalSaw') as (...words: string[]) => unknown)(screen, module, moduleVersion)
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-screen', 'data-module', 'data-module-version'] })
  })
  return { last: () => last, modules: () => modules, stranger: () => stranger }
}
