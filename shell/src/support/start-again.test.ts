import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PageData } from '@checkin/releases'
import { lastGoodKey, modulesToRun } from '../remotes/last-good.ts'
import { noticeKey } from '../session/fresh-tab.ts'
import { keepOpen, startAgain } from './start-again.ts'

const page = { release: { setId: 7, shellVersion: '1.0.0' }, modules: { 'mfe-offers': { version: '1.1.0', lastGood: { version: '1.0.0' } }, 'mfe-driver': { version: '1.0.0' } } } as unknown as PageData
const versions = () => Object.values(modulesToRun(page)).map(({ version }) => version)
const reload = vi.fn()
const damaged = () => startAgain(reload)

beforeEach(() => {
  dispatchEvent(new Event('pagehide'))
  sessionStorage.clear()
  reload.mockClear()
  document.documentElement.dataset['releaseSet'] = '7'
  document.body.innerHTML = '<div id="app"></div>'
})

describe('a page that is damaged', () => {
  it('is loaded again once, with the last good modules, and says so (DEC-242, ROL-6)', async () => {
    expect(versions()).toEqual(['1.1.0', '1.0.0'])
    await damaged()
    expect(reload).toHaveBeenCalledTimes(1)
    expect(versions()).toEqual(['1.0.0', '1.0.0'])
    expect(JSON.parse(sessionStorage.getItem(noticeKey) ?? 'null')).toEqual({ key: 'Notice.startedAgain', text: expect.stringContaining('loaded again') as string, state: 'info', stays: true })
  })

  it('is not loaded again a second time: the renter reads that check-in goes on at the counter (DEC-242)', async () => {
    sessionStorage.setItem(lastGoodKey, '7')
    await damaged()
    expect(reload).not.toHaveBeenCalled()
    expect(document.querySelector('[data-broken-page] h1')).not.toBeNull()
  })

  it('is loaded again also while it is kept that it is open, and in another release set as it is (DEC-242)', async () => {
    keepOpen()
    await damaged()
    expect(reload).toHaveBeenCalledTimes(1)
    dispatchEvent(new Event('pagehide'))
    expect(versions()).toEqual(['1.0.0', '1.0.0'])
    expect(Object.values(modulesToRun({ ...page, release: { ...page.release, setId: 8 } })).map(({ version }) => version)).toEqual(['1.1.0', '1.0.0'])
  })
})

describe('a page that stopped answering while it was seen', () => {
  it('is followed by one with the last good modules; one that was left is not (DEC-242)', () => {
    keepOpen()
    expect(versions()).toEqual(['1.0.0', '1.0.0'])
    dispatchEvent(new Event('pagehide'))
    expect(versions()).toEqual(['1.1.0', '1.0.0'])
  })

  it('stays with the last good modules, also when the page after it is left (DEC-242)', () => {
    sessionStorage.setItem(lastGoodKey, '7')
    keepOpen()
    dispatchEvent(new Event('pagehide'))
    expect(versions()).toEqual(['1.0.0', '1.0.0'])
  })
})
