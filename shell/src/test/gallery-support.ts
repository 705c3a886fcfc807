import { $config, $session } from '@checkin/flow/publish/shell'
import { press } from '@checkin/testing/gallery'
import { allSettled, type Scope } from 'effector'
import { listsNeeded } from '../config/lists.model.ts'
import { idleLimit } from '../session/idle.model.ts'
import { act, settled, stands } from './gallery-acts.ts'

// What a build says of the shell; the late part of the frame reports with it.
Object.assign(globalThis, { CHECKIN_SHELL: { name: 'shell', version: '1.0.0' } })

/** The late part of the frame comes (decision 0081), of a company with every way to help, and both places in it are opened. */
export async function supportOpened(scope: Scope): Promise<void> {
  void allSettled(listsNeeded, { scope })
  // The company is among what comes.
  await settled(scope)
  const config = scope.getState($config)
  void allSettled($config, { scope, params: config && { ...config, phone: '+351 289 000 111', smsLinks: true, help: { hours: 'Mon to Sun 07:00 to 23:00', chatUrl: 'https://chat.costaverde.example/' } } })
  await act(press('Later.open'))
  await act(press('Help.open'))
}

/** Milliseconds before the end of a session at which the gallery has it: within the time of the warning (DEC-190). */
const left = 60_000

/** The renter did nothing since almost the whole time that a session may rest. */
export async function sessionRests(scope: Scope): Promise<void> {
  const { now } = Date
  Date.now = () => now() - idleLimit + left
  await supportOpened(scope)
  await stands()
  Date.now = now
  // Another tab that knows no more makes the page look at the clock again.
  const other = new BroadcastChannel('checkin.session')
  for (const until = performance.now() + 3000; performance.now() < until && document.querySelector('[data-rest]') === null;) {
    other.postMessage({ guid: scope.getState($session)?.guid, touchedAt: 0, calledAt: 0 })
    await new Promise((done) => { setTimeout(done, 50) })
  }
  other.close()
  if (document.querySelector('[data-rest]') === null) throw new Error('no warning comes before the session ends')
}
