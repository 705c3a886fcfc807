import { routeOf, type RouteName } from '@checkin/routes'
import { allSettled, type Scope } from 'effector'
import { alertRaised } from '../feedback/alert.model.ts'
import { modalOpened } from '../feedback/modal.model.ts'
import { connectionChanged } from '../feedback/waiting.model.ts'
import { $restoring } from '../session/restore.model.ts'
import { counterChosen } from '../navigation/visit.model.ts'
import { sessionRests, supportOpened } from './gallery-support.ts'

/** What may happen to a screen that its module knows nothing of. */
export interface ShellState {
  /** Screens that it can happen to; all of them when missing. */
  readonly only?: (screen: RouteName) => boolean
  /** How the module's code arrives; it is there when missing. */
  readonly module?: 'loading' | 'failed'
  /** Begins it. Nobody waits for a call, because an answer of the screen may never come; what is pressed is waited for. */
  readonly happens?: (scope: Scope) => void | Promise<void>
}

/** One screen of each look: the frame differs by it, the message in it does not. */
const firstOf = (screen: RouteName): boolean => ['verify-reservation', 'driver-contact', 'extras', 'overview', 'rental-agreement'].includes(screen)

/** One screen of each layout that a renter who proved a code is on. */
const hasRenter = (screen: RouteName): boolean => ['driver-contact', 'extras', 'overview'].includes(screen)

/** States of any screen by the shell's doing, beside those of its module's table. */
export const ofAnyScreen: Readonly<Record<string, ShellState>> = {
  'module-loading': { module: 'loading' },
  'module-failed': { module: 'failed' },
  /** SHELL-73, DEC-102: a refusal that the renter can only read, in the toast and above the screen. */
  refused: { happens: (scope) => { void allSettled(alertRaised, { scope, params: { key: 'CannotUpdateReservation' } }) } },
  offline: { happens: (scope) => { void allSettled(connectionChanged, { scope, params: { online: false } }) } },
  /** SHELL-41: the question before the screen is left. */
  question: {
    only: (screen) => routeOf(screen).leave !== 'free',
    happens: (scope) => { void allSettled(modalOpened, { scope, params: { keys: ['AreYouSureQuit', 'YourProgressWillBeLost'] } }) },
  },
  counter: { only: firstOf, happens: (scope) => { void allSettled(counterChosen, { scope, params: 'K7M2PX' }) } },
  /** The session is there and the server cannot be reached. */
  unreachable: { only: firstOf, happens: (scope) => { void allSettled($restoring, { scope, params: 'failed' }) } },
  /** DEC-186, DEC-188, DEC-281: what the frame has below each screen, opened. */
  support: { only: hasRenter, happens: async (scope) => { await supportOpened(scope) } },
  /** DEC-190: the warning before a session ends by rest. */
  resting: { only: hasRenter, happens: sessionRests },
  /** DEC-55: why the session is over. */
  ended: { only: (screen) => screen === 'verify-reservation', happens: (scope) => { void allSettled(alertRaised, { scope, params: { key: 'Notice.sessionEnded', state: 'info', stays: true } }) } },
}
