import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PageData, PageModule } from '@checkin/releases'
import { entryDeadlineMs, entryScripts, integrityByAddress, NotInReleaseError, runScript } from './entry-script.ts'
import { LoadError } from './report.ts'

const origin = 'https://costaverde.example'
const module = (version: string, lastGood?: PageModule): PageModule => ({
  name: 'mfe-driver', version, uniqueName: `mfe_driver_${version}`, base: `/assets/mfe-driver/${version}/`, entry: `/assets/mfe-driver/${version}/remoteEntry.js`,
  integrity: { [`/assets/mfe-driver/${version}/remoteEntry.js`]: `sha384-${version}` }, steps: [], ...(lastGood ? { lastGood } : {}),
})
const page: PageData = {
  tenant: { host: 'costaverde.example', name: 'Costa Verde', timeZone: 'UTC' }, language: 'en', config: {}, terms: [],
  release: { setId: 1, shellVersion: '1.0.0' }, modules: { 'mfe-driver': module('1.1.0', module('1.0.0')) },
}

const scriptFor = (address: string, makeScript = entryScripts(page, origin)): HTMLScriptElement => makeScript(address)

describe('the script of an entry', () => {
  it('has its hash and the mode of the preloads', () => {
    const script = scriptFor(`${origin}/assets/mfe-driver/1.1.0/remoteEntry.js`)
    expect(script.integrity).toBe('sha384-1.1.0')
    expect(script.crossOrigin).toBe('anonymous')
    expect(script.src).toBe(`${origin}/assets/mfe-driver/1.1.0/remoteEntry.js`)
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
    const makeScript = entryScripts(page, origin)
    const address = `${origin}/assets/mfe-driver/1.1.0/remoteEntry.js`
    scriptFor(address, makeScript)
    const script = scriptFor(address, makeScript)
    expect(script.src).toBe(`${address}?try=2`)
    expect(script.integrity).toBe('sha384-1.1.0')
  })
})

describe('running it', () => {
  afterEach(() => { vi.useRealTimers() })

  const run = (): { readonly script: HTMLScriptElement; readonly ended: Promise<void> } => {
    const script = document.createElement('script')
    return { script, ended: runScript(script) }
  }

  it('ends when it has run', async () => {
    const { script, ended } = run()
    script.dispatchEvent(new Event('load'))
    await expect(ended).resolves.toBeUndefined()
  })

  it('fails as unreachable when it does not come or is not what was signed', async () => {
    const { script, ended } = run()
    script.dispatchEvent(new Event('error'))
    await expect(ended).rejects.toEqual(new LoadError('unreachable'))
  })

  it('fails as too slow after its deadline, and not before', async () => {
    vi.useFakeTimers()
    const { ended } = run()
    const failed = vi.fn()
    ended.catch(failed)
    await vi.advanceTimersByTimeAsync(entryDeadlineMs - 1)
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(failed).toHaveBeenCalledExactlyOnceWith(new LoadError('too-slow'))
  })
})
