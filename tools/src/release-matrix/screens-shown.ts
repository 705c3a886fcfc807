import type { Page } from '@playwright/test'

/** Which screens a page has shown, and whose code rendered them. */
export interface ScreensShown {
  /** Name of the latest screen; null before the first. */
  readonly last: () => string | null
  readonly modules: () => ReadonlySet<string>
  /** The first screen that another version rendered than the set names: a fallback for what could not run. */
  readonly fallback: () => { readonly step: string; readonly message: string } | null
}

/** Records from now on which module and version each screen of a page names: a journey may pass though a fallback ran. */
export async function watchScreens(page: Page, versions: Readonly<Record<string, string>>): Promise<ScreensShown> {
  let last: string | null = null
  let fallback: { readonly step: string; readonly message: string } | null = null
  const modules = new Set<string>()
  await page.exposeFunction('screenShown', (step: string, module: string, version: string) => {
    last = step
    modules.add(module)
    if (module in versions && versions[module] !== version) fallback ??= { step, message: `${module}@${version} was shown at ${step}, not ${versions[module]}` }
  })
  await page.addInitScript(() => {
    let reported = ''
    const look = (): void => {
      const shown = document.querySelector<HTMLElement>('[data-screen][data-module-version]')
      const { screen = '', module = '', moduleVersion = '' } = shown?.dataset ?? {}
      const key = `${screen} ${module} ${moduleVersion}`
      if (!shown || key === reported) return
      reported = key
      void (Reflect.get(window, 'screenShown') as (...names: string[]) => unknown)(screen, module, moduleVersion)
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-screen', 'data-module', 'data-module-version'] })
  })
  return { last: () => last, modules: () => modules, fallback: () => fallback }
}
