import { describe, expect, it } from 'vitest'
import type { PageData, PageModule } from '@checkin/releases'
import { entryDeadlineMs, integrityByAddress, loaderPlugin, NotInReleaseError } from './loader-plugin.ts'

const origin = 'https://costaverde.example'
const module = (version: string, lastGood?: PageModule): PageModule => ({
  name: 'mfe-driver', version, uniqueName: `mfe_driver_${version}`, base: `/assets/mfe-driver/${version}/`, entry: `/assets/mfe-driver/${version}/remoteEntry.js`,
  integrity: { [`/assets/mfe-driver/${version}/remoteEntry.js`]: `sha384-${version}` }, steps: [], ...(lastGood ? { lastGood } : {}),
})
const page: PageData = {
  tenant: { host: 'costaverde.example', name: 'Costa Verde', timeZone: 'UTC' }, language: 'en', config: {}, terms: [],
  release: { setId: 1, shellVersion: '1.0.0' }, modules: { 'mfe-driver': module('1.1.0', module('1.0.0')) },
}

function scriptFor(address: string, plugin = loaderPlugin(page, origin)) {
  const made = plugin.createScript?.({ url: address })
  return made as { readonly script: HTMLScriptElement; readonly timeout: number }
}

describe('the loader’s hand on the federation runtime', () => {
  it('gives every script its hash, its deadline and the mode of the preloads', () => {
    const { script, timeout } = scriptFor(`${origin}/assets/mfe-driver/1.1.0/remoteEntry.js`)
    expect(script.integrity).toBe('sha384-1.1.0')
    expect(script.crossOrigin).toBe('anonymous')
    expect(script.src).toBe(`${origin}/assets/mfe-driver/1.1.0/remoteEntry.js`)
    expect(timeout).toBe(entryDeadlineMs)
  })

  it('knows the last good versions too', () => {
    expect([...integrityByAddress(page, origin).keys()]).toEqual([`${origin}/assets/mfe-driver/1.1.0/remoteEntry.js`, `${origin}/assets/mfe-driver/1.0.0/remoteEntry.js`])
  })

  it.each([
    `${origin}/assets/mfe-driver/1.2.0/remoteEntry.js`,
    `https://elsewhere.example/assets/mfe-driver/1.1.0/remoteEntry.js`,
    `${origin}/assets/mfe-driver/1.1.0/../1.2.0/remoteEntry.js`,
    'javascript:alert(1)',
    'data:text/javascript,alert(1)',
  ])('refuses %s, which no release names', (address) => {
    expect(() => scriptFor(address)).toThrow(NotInReleaseError)
  })

  it('asks by another name at a retry, with the same hash', () => {
    const plugin = loaderPlugin(page, origin)
    const address = `${origin}/assets/mfe-driver/1.1.0/remoteEntry.js`
    scriptFor(address, plugin)
    const { script } = scriptFor(address, plugin)
    expect(script.src).toBe(`${address}?try=2`)
    expect(script.integrity).toBe('sha384-1.1.0')
  })
})
