import { aConfig, aReservation, fakeApi } from '@checkin/api/testing'
import { $config, $progress, $reservation, appStarted } from '@checkin/flow/publish/shell'
import { initI18n } from '@checkin/i18n'
import type { RemoteModule, StepVisit } from '@checkin/remote'
import { setScreens } from '@checkin/routes'
import { act, render, screen, waitFor } from '@testing-library/react'
import { allSettled, createEvent, fork, type Scope } from 'effector'
import { Provider } from 'effector-react'
import { BrowserRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { idleMomentFx } from './config/lists.model.ts'
import './models.ts'
import { $availableSteps, $visit, navigationRequested } from './navigation/visit.model.ts'
import { openDocumentFx } from './navigation/page-document.model.ts'
import { Page } from './page.tsx'
import type { RemoteLoader, RemoteState } from './remotes/load-remote.ts'
import { RemoteLoaderProvider } from './remotes/mount-step.tsx'
import { reportFx } from './telemetry/screen-reports.model.ts'
import { watchVitalsFx } from './telemetry/vitals.model.ts'

const opened = createEvent<StepVisit>()
const done = createEvent()
const words = async (): Promise<{ default: Record<string, string> }> => ({ default: {} })
const heading = (name: string) => () => <h1 tabIndex={-1}>{`screen ${name}`}</h1>
const module = (name: RemoteModule['name'], step: RemoteModule['steps'][number]): RemoteState => ({ kind: 'ready', remote: { name, steps: [step], words: { en: words } }, version: '1.0.0' })
const states: Readonly<Record<string, RemoteState>> = {
  'mfe-parking': module('mfe-parking', { name: 'park', View: heading('park'), opened, events: { 'parking/done': done } }),
  'mfe-offers': module('mfe-offers', { name: 'add-extras', View: heading('add-extras'), opened }),
}
const idle: RemoteState = { kind: 'idle' }
const documents: string[] = []

/** The page on a screen that its release set brings, with a reservation loaded. */
async function onPark(parking: RemoteState | undefined): Promise<Scope> {
  window.history.replaceState(null, '', '/')
  const loader: RemoteLoader = {
    load: () => new Promise(() => undefined), prepare: () => Promise.resolve(), fetchAhead: () => Promise.resolve(), subscribe: () => () => undefined, markFailed: () => undefined,
    stateOf: (name) => (name === 'mfe-parking' && parking ? parking : states[name] ?? idle),
  }
  const scope = fork({
    values: [[$config, aConfig()], [$reservation, aReservation()], [$availableSteps, { 'mfe-parking': ['park'], 'mfe-payment': ['overview'] }]] as never,
    handlers: [...fakeApi(), [idleMomentFx, () => undefined], [watchVitalsFx, () => undefined], [reportFx, () => undefined], [openDocumentFx, ({ to }: { to: string }) => { documents.push(to) }]] as never,
  })
  await allSettled(appStarted, { scope })
  render(<Provider value={scope}><RemoteLoaderProvider value={loader}><BrowserRouter><Page /></BrowserRouter></RemoteLoaderProvider></Provider>)
  await act(async () => { await allSettled(navigationRequested, { scope, params: { visit: { name: 'park', params: {}, query: {} }, origin: 'step' } }) })
  return scope
}

describe('a screen that the release set brings', () => {
  beforeEach(async () => {
    documents.length = 0
    sessionStorage.clear()
    await initI18n({ language: 'en' })
    setScreens([{ name: 'park', module: 'mfe-parking', path: '/park', after: 'add-extras', leads: { 'parking/done': { to: 'next' } } }])
  })
  afterEach(() => { setScreens([]) })

  it('leads on by its own event (DEC-195, DEC-199)', async () => {
    const scope = await onPark(undefined)
    await screen.findByText('screen park')
    expect(scope.getState($visit)?.name).toBe('park')
    await act(async () => { await allSettled(done, { scope }) })
    await waitFor(() => { expect(documents).toEqual(['/overview']) })
    expect(scope.getState($progress).passed).toEqual(['park'])
  })

  it('is passed where its module does not come: nobody is sent to the counter for it (DEC-197)', async () => {
    const scope = await onPark({ kind: 'failed', problem: 'unreachable', code: 'K7QF-2M9X' })
    await waitFor(() => { expect(documents).toEqual(['/overview']) })
    expect(scope.getState($progress).passed).toEqual(['park'])
    expect(screen.queryByText(/K7QF/)).toBeNull()
  })
})
