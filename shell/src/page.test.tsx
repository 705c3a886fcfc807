import { aConfig, aReservation, fakeApi } from '@checkin/api/testing'
import { $config, appStarted } from '@checkin/flow/publish/shell'
import * as verification from '@checkin/flow/publish/verification'
import { initI18n } from '@checkin/i18n'
import type { RemoteModule, RouteName, Step, StepVisit } from '@checkin/remote'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { allSettled, createEvent, createStore, createWatch, fork, type EventCallable, type Scope } from 'effector'
import { Provider, useUnit } from 'effector-react'
import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { idleMomentFx } from './config/lists.model.ts'
import './models.ts'
import { reportFx } from './telemetry/screen-reports.model.ts'
import { Page } from './page.tsx'
import type { RemoteLoader, RemoteState } from './remotes/load-remote.ts'
import type { PageReport } from './remotes/report.ts'
import { RemoteLoaderProvider } from './remotes/mount-step.tsx'
import { $availableSteps } from './navigation/visit.model.ts'
import { reloadPageFx, endOnServerFx } from './session/clear.model.ts'
import { reportMissingScreenFx } from './telemetry/screen-reports.model.ts'
import { watchVitalsFx } from './telemetry/vitals.model.ts'

const names: readonly RouteName[] = ['verify-reservation', 'verify-guid', 'verify-code', 'reservation']
const opened = createEvent<StepVisit>()
const step = (name: RouteName): Step => ({ name, opened, View: () => <h1 tabIndex={-1}>{`screen ${name}`}</h1> })
const words = async (): Promise<{ default: Record<string, string> }> => ({ default: {} })
const remote: RemoteModule = { name: 'mfe-verification', steps: names.map(step), words: { en: words, pt: words, fr: words } }

const loaderOf = (state: RemoteState, load = vi.fn<RemoteLoader['load']>()): RemoteLoader => ({ load, prepare: () => Promise.resolve(), fetchAhead: () => Promise.resolve(), stateOf: () => state, subscribe: () => () => undefined, markFailed: () => undefined })
const ready = loaderOf({ kind: 'ready', remote, version: '1.0.0' })

async function show(path: string, loader = ready): Promise<Scope> {
  window.history.replaceState(null, '', path)
  const scope = fork({
    values: [[$config, aConfig()], [$availableSteps, { 'mfe-verification': [...names] }]],
    handlers: [...fakeApi(), [idleMomentFx, () => undefined], [watchVitalsFx, () => undefined], [reportFx, (report: PageReport) => { reports.push(report) }], [reportMissingScreenFx, (step: RouteName) => { absent.push(step); return 'K7QF-2M9X' }], [reloadPageFx, () => undefined], [endOnServerFx, () => undefined]] as never,
  })
  await allSettled(appStarted, { scope })
  render(<Provider value={scope}><RemoteLoaderProvider value={loader}><BrowserRouter><Page /></BrowserRouter></RemoteLoaderProvider></Provider>)
  return scope
}

const dispatch = async <Payload,>(scope: Scope, event: EventCallable<Payload>, params: NoInfer<Payload>): Promise<void> => {
  await act(async () => { await allSettled(event as EventCallable<unknown>, { scope, params }) })
}
const accepted = { guid: 'guid-of-cv1001', sessionKey: 'session-key-1', reservation: aReservation().reservation }

const reports: PageReport[] = []
const absent: RouteName[] = []

beforeEach(async () => {
  reports.length = 0
  absent.length = 0
  sessionStorage.clear()
  await initI18n({ language: 'en' })
})

describe('the page around the steps', () => {
  it('shows the screen of the address, marked with its module and version (SHELL-07)', async () => {
    await show('/')
    const heading = await screen.findByText('screen verify-reservation')
    expect(heading.closest('[data-screen]')?.getAttribute('data-screen')).toBe('verify-reservation')
    expect(heading.closest('[data-module]')?.getAttribute('data-module-version')).toBe('1.0.0')
    expect(document.activeElement).toBe(document.body)
  })

  it('is titled by its screen, and by the next one after a step (SHELL-65, DEC-104, UX-17)', async () => {
    const scope = await show('/')
    await waitFor(() => { expect(document.title).toBe('screen verify-reservation - Express Checkout - Costa Verde') })
    await dispatch(scope, verification.codeAccepted, accepted)
    await waitFor(() => { expect(document.title).toBe('screen reservation - Express Checkout - Costa Verde') })
  })

  it('tells which screen was reached and left, and of which version the code is', async () => {
    const scope = await show('/')
    await screen.findByText('screen verify-reservation')
    await dispatch(scope, verification.codeAccepted, accepted)
    await screen.findByText('screen reservation')
    const report = (step: RouteName, outcome: 'reached' | 'left') => ({ module: 'mfe-verification', version: '1.0.0', step, phase: 'step', outcome })
    expect(reports).toEqual([report('verify-reservation', 'reached'), report('verify-reservation', 'left'), report('reservation', 'reached')])
  })

  it('follows a step with address, heading focus and a scroll to the top (SHELL-09, SHELL-42)', async () => {
    const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
    const scope = await show('/')
    await screen.findByText('screen verify-reservation')
    await dispatch(scope, verification.reservationLocated, { reference: 'CV1001', surname: 'Silva', checkoutdate: '', needsTerms: false })
    await dispatch(scope, verification.codeSent, { mail: 'maria.silva@example.com' })
    const heading = await screen.findByText('screen verify-code')
    await waitFor(() => { expect(document.activeElement).toBe(heading) })
    expect(window.location.pathname).toBe('/verify-code')
    await waitFor(() => { expect(scrolled).toHaveBeenCalledWith(0, 0) })
    scrolled.mockRestore()
  })

  it('leaves the focus to what took it before the new screen was painted (SHELL-42, DEC-371)', async () => {
    const scope = await show('/')
    const aside = document.body.appendChild(document.createElement('button'))
    const frames: FrameRequestCallback[] = []
    const asked = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
    await dispatch(scope, verification.codeAccepted, accepted)
    await screen.findByText('screen reservation')
    aside.focus()
    frames.forEach((frame) => { frame(0) })
    expect([frames.length > 0, document.activeElement === aside]).toEqual([true, true])
    asked.mockRestore()
    aside.remove()
  })

  it('tells a step what the operator set about its module', async () => {
    const visits: StepVisit[] = []
    const unwatch = createWatch({ unit: opened, fn: (visit) => { visits.push(visit) } })
    await show('/', loaderOf({ kind: 'ready', remote, version: '1.0.0', settings: { usualAge: 50 } }))
    await screen.findByText('screen verify-reservation')
    expect(visits).toMatchObject([{ name: 'verify-reservation', settings: { usualAge: 50 } }])
    unwatch()
  })

  it('says in the frame, in place of a screen that is not built, that check-in continues at the counter', async () => {
    const scope = await show('/a-link-token-of-some-length')
    await dispatch(scope, verification.linkAccepted, { ...accepted, termsAccepted: true })
    await screen.findByText('screen reservation')
    await dispatch(scope, verification.reservationConfirmed, {})
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Check-in continues at the counter')
    expect(document.body.textContent).toContain('CV1001')
    expect(screen.getByText('Code for support: K7QF-2M9X')).toBeTruthy()
    expect(absent).toEqual(['verify-driver'])
    expect(window.location.pathname).toBe('/reservation')
  })

  it('shows the logo and the bar until the screen is ready (SHELL-68, SHELL-69)', async () => {
    await show('/', loaderOf({ kind: 'loading' }))
    expect(await screen.findByRole('progressbar')).toBeTruthy()
  })

  it('shows the same while the screen itself has nothing to show yet, and no longer (SHELL-68)', async () => {
    const answered = createEvent()
    const $answer = createStore('').on(answered, () => 'extras and prices')
    const View = (): ReactNode => { const answer = useUnit($answer); return answer === '' ? null : <h1 tabIndex={-1}>{answer}</h1> }
    const scope = await show('/', loaderOf({ kind: 'ready', remote: { ...remote, steps: names.map((name) => ({ name, opened, View })) }, version: '1.0.0' }))
    expect(await screen.findByRole('progressbar')).toBeTruthy()
    await dispatch(scope, answered, undefined)
    expect(await screen.findByText('extras and prices')).toBeTruthy()
    await waitFor(() => { expect(screen.queryByRole('progressbar')).toBeNull() })
  })

  it('offers another try and the counter when a module does not come', async () => {
    const load = vi.fn<RemoteLoader['load']>()
    await show('/', loaderOf({ kind: 'failed', problem: 'unreachable', code: 'CVX2-9KMT' }, load))
    const retry = await waitFor(() => {
      const button = document.querySelector<HTMLButtonElement>('[data-action="Detour.retry"]')
      if (!button) throw new Error('no retry yet')
      return button
    })
    fireEvent.click(retry)
    expect(load).toHaveBeenCalledWith('mfe-verification', 'verify-reservation')
    expect(screen.getByText('Code for support: CVX2-9KMT')).toBeTruthy()
    await act(async () => { document.querySelector<HTMLButtonElement>('[data-action="Detour.counter"]')?.click() })
    await waitFor(() => { expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Check-in continues at the counter') })
    expect(screen.getByText('Code for support: CVX2-9KMT')).toBeTruthy()
    expect(absent).toEqual([])
  })

  it('gives up on a version that lacks the screen its manifest names', async () => {
    const markFailed = vi.fn<RemoteLoader['markFailed']>()
    await show('/', { ...loaderOf({ kind: 'ready', remote: { ...remote, steps: [] }, version: '1.0.0' }), markFailed })
    await waitFor(() => { expect(markFailed.mock.calls).toEqual([['mfe-verification', '1.0.0', 'verify-reservation', 'no-such-step']]) })
  })

  it('shows an alert and a modal over it (SHELL-73)', async () => {
    const scope = await show('/')
    await dispatch(scope, verification.problemOccurred, { key: 'ReservationNotFound' })
    expect(document.querySelector('[data-alert-key="ReservationNotFound"]')?.textContent).toContain('We could not find your reservation')
    await dispatch(scope, verification.questionRaised, { type: 'confirm', keys: ['AreYouSureQuit', 'YourProgressWillBeLost'] })
    expect(document.querySelector('[role="dialog"]')?.getAttribute('data-modal-keys')).toBe('AreYouSureQuit YourProgressWillBeLost')
  })

  it('speaks the chosen language at once (SHELL-72)', async () => {
    await show('/')
    const selector = document.querySelector<HTMLSelectElement>('select[name="language"]')
    if (!selector) throw new Error('no language selector')
    fireEvent.change(selector, { target: { value: 'fr' } })
    await waitFor(() => { expect(document.documentElement.lang).toBe('fr') })
    await waitFor(() => { expect(document.querySelector('.ck-skip')?.textContent).not.toBe('Skip to content') })
  })
})
