import { aConfig, fakeApi } from '@checkin/api/testing'
import { payloadRefused } from '@checkin/flow'
import { $config } from '@checkin/flow/publish/shell'
import { codeSent } from '@checkin/flow/publish/verification'
import { routeNames, type RouteName } from '@checkin/remote'
import { endings, leaveWithinMs, settleMs } from '@checkin/telemetry'
import { allSettled, fork, type Scope } from 'effector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reportFx } from './screen-reports.model.ts'
import { leaveSiteFx } from '../flow/flow.model.ts'
import { transitions } from '../flow/transitions.ts'
import type { PageReport } from '../remotes/report.ts'
import { routeOf } from '@checkin/routes'
import { navigationRequested } from '../navigation/visit.model.ts'
import { stepOpened } from './screen-reports.model.ts'

let scope: Scope
let reports: string[]
/** A page that has just begun. */
function begin(): void {
  const note = (report: PageReport): void => { reports.push(report.phase === 'step' ? `${report.module}@${report.version} ${report.step ?? ''} ${report.outcome}` : report.phase) }
  scope = fork({ values: [[$config, aConfig()]], handlers: [...fakeApi(), [reportFx, note], [leaveSiteFx, () => undefined]] as never })
}
beforeEach(() => {
  vi.useFakeTimers()
  reports = []
  begin()
})
afterEach(() => { vi.useRealTimers() })

// Nothing is waited for: what is told is told at once, and what a navigation loads is no matter here.
const opens = (step: RouteName, version = '1.0.0') => void allSettled(stepOpened, { scope, params: { module: routeOf(step).module, version, step } })
const requests = (name: RouteName, origin: 'step' | 'address') => void allSettled(navigationRequested, { scope, params: { visit: { name, params: {}, query: {} }, origin } })

describe('what a page tells of a screen', () => {
  it.each(routeNames)('is the same for %s of every version: that it was reached, and that its module led on', (step) => {
    const other = step === 'verify-reservation' ? 'verify-guid' : 'verify-reservation'
    for (const version of ['1.0.0', '1.1.0']) {
      begin()
      opens(step, version)
      requests(other, 'step')
      const { module } = routeOf(step)
      expect(reports.splice(0)).toEqual([`${module}@${version} ${step} reached`, `${module}@${version} ${step} left`])
    }
  })

  it('is not that it was left when the renter goes Back or types an address: dead buttons drive renters to just that', () => {
    opens('upselling')
    requests('verify-reservation', 'address')
    expect(reports).toEqual(['mfe-offers@1.0.0 upselling reached'])
  })

  it('is that it was left also when the next view of the same screen comes', () => {
    opens('verify-reservation')
    void allSettled(codeSent, { scope, params: { mail: 'm•••@example.com' } })
    expect(reports).toEqual(['mfe-verification@1.0.0 verify-reservation reached', 'mfe-verification@1.0.0 verify-reservation left'])
  })

  it('is once that its page still answers when the screen has settled, and not where the renter was gone by then', () => {
    opens('upselling')
    vi.advanceTimersByTime(settleMs * 4)
    expect(reports.splice(0)).toEqual(['mfe-offers@1.0.0 upselling reached', 'mfe-offers@1.0.0 upselling alive'])
    begin()
    opens('extras')
    requests('verify-reservation', 'step')
    vi.advanceTimersByTime(settleMs * 4)
    expect(reports).toEqual(['mfe-offers@1.0.0 extras reached', 'mfe-offers@1.0.0 extras left'])
  })
})

describe('an event whose content breaks the contract', () => {
  afterEach(() => { document.body.replaceChildren() })
  /** As the page marks the screen whose code it got from the loader. */
  const shows = (module: string, version: string, screen: string): void => {
    const place = document.createElement('div')
    Object.assign(place.dataset, { module, moduleVersion: version, screen })
    document.body.append(place)
  }
  const failures: PageReport[] = []
  const chargedFor = (event: string): PageReport | undefined => {
    failures.length = 0
    const inPage = fork({ handlers: [[reportFx, (report: PageReport) => { failures.push(report) }]] as never })
    void allSettled(payloadRefused, { scope: inPage, params: { event, fields: ['amount'] } })
    return failures.at(-1)
  }

  it('is charged to the module on the screen, in whose name it was told or not (ROL-7)', () => {
    shows('mfe-offers', '2.0.0', 'upselling')
    for (const event of ['payment/payerProved', 'offers/extrasSubmitted', 'common/problemOccurred']) expect(chargedFor(event)).toEqual({ module: 'mfe-offers', version: '2.0.0', step: 'upselling', phase: 'step', outcome: 'failed', reason: 'threw' })
  })

  it('is nobody\'s where no screen is there, and never a module\'s where the frame told it', () => {
    expect(chargedFor('payment/payerProved')).toBeUndefined()
    shows('mfe-offers', '2.0.0', 'upselling')
    expect(chargedFor('shell/configLoaded')).toBeUndefined()
  })
})

describe('screens where check-in ends', () => {
  /** A screen leads on where its own event opens another screen or a provider's page. */
  const leadsOn = (name: RouteName): boolean =>
    transitions.some(({ on, to }) => on !== 'any' && on.includes(name) && (typeof to === 'function' || ['screen', 'next', 'leave-site'].includes(to.kind)))

  it('are those that the table of transitions leads nowhere from, and completions, whose one way on is offered and not asked for', () => {
    const ends = routeNames.filter((name) => !leadsOn(name) || routeOf(name).needs === 'completion' || name === 'complete-signed')
    expect([...endings].sort()).toEqual([...ends].sort())
    expect(endings.map(leaveWithinMs)).toEqual(endings.map(() => null))
  })

  it('give every other screen a time that is shorter than a session', () => {
    for (const name of routeNames.filter((each) => !endings.includes(each))) expect(leaveWithinMs(name)).toBeLessThan(15 * 60_000)
  })
})
