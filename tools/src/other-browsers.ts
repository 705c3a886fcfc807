import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { otherBrowsers, type OtherBrowser } from '@checkin/e2e/support/browser'
import { miniBrowserPaths } from '@checkin/e2e/browsers/webkit/driver'

const isProgram = (name: string): boolean => spawnSync('which', [name], { stdio: 'ignore' }).status === 0

/** What each browser needs, and whether it is there. */
const wanted: Readonly<Record<OtherBrowser, { readonly packages: string; readonly isThere: () => boolean }>> = {
  firefox: { packages: 'firefox-esr', isThere: () => isProgram(process.env['CHECKIN_FIREFOX'] ?? 'firefox-esr') },
  webkit: {
    packages: 'webkit2gtk-driver xvfb openbox',
    isThere: () => isProgram('WebKitWebDriver') && (process.env['DISPLAY'] !== undefined || isProgram('Xvfb'))
      && [...miniBrowserPaths, process.env['CHECKIN_WEBKIT'] ?? ''].some((path) => path !== '' && existsSync(path)),
  },
}

/** The browsers beside Chromium that this machine has. Of the others it says that nothing is walked in them, and what to install. */
export function installedBrowsers(): readonly OtherBrowser[] {
  return otherBrowsers.filter((name) => {
    const { packages, isThere } = wanted[name]
    const found = isThere()
    if (!found) console.warn(`No journey will be walked in ${name}: install the packages "${packages}" (Debian).`)
    return found
  })
}
