import { questionAnswered, questionRaised } from '@checkin/flow'
import { combine, createEvent, createStore, sample } from 'effector'
import { modalAbandoned, modalOpened } from '../feedback/modal.model.ts'
import { $restoring } from '../session/restore.model.ts'
import { clearRequested } from '../session/clear.model.ts'
import { addressOf, visitOf } from './addresses.ts'
import { asksBeforeLeaving, blocksLeaving, leftAs, type Move } from './guards.ts'
import { $historyIndex, addressChanged, walkHistoryFx, type Address } from './history.ts'
import { $isLeavingDocument } from './page-document.model.ts'
import { $variant, $visit, home, navigationRequested } from './visit.model.ts'

/** The logo or another link of the frame that leads to `/`. */
export const homeChosen = createEvent()

const quitKeys = ['AreYouSureQuit', 'YourProgressWillBeLost']

/** An address that came before the session was restored; guards run after that (SHELL-39). */
const $early = createStore<Address | null>(null)
const outside = sample({ clock: addressChanged, filter: ({ own }) => !own })
sample({ clock: outside, source: $restoring, filter: (restoring) => restoring !== 'done', fn: (_, address) => address, target: $early })

const arrived = sample({
  clock: [
    sample({ clock: outside, source: $restoring, filter: (restoring) => restoring === 'done', fn: (_, address) => address }),
    sample({ clock: $restoring, source: $early, filter: (early, restoring) => early !== null && restoring === 'done', fn: (early) => early as Address }),
  ],
  source: { visit: $visit, index: $historyIndex, variant: $variant },
  fn: ({ visit, index, variant }, address) => {
    const delta = index === null ? 0 : address.index - index
    const move: Move = delta < 0 ? 'back' : 'forward'
    const here = visit !== null && addressOf(visit) === address.pathname + address.search
    const row = visit === null ? null : leftAs(visit)
    return {
      address, delta, target: visitOf(address.pathname, address.search, variant),
      // The ending stands twice in the history: a step back within it is taken back like any other.
      outcome: row && delta !== 0 && blocksLeaving(row, move) ? 'blocked' : here ? 'here' : row && asksBeforeLeaving(row, move) ? 'asks' : 'leaves',
    } as const
  },
})
$early.reset(arrived)

sample({ clock: arrived, filter: ({ outcome }) => outcome === 'leaves' || outcome === 'here', fn: ({ address }) => address.index, target: $historyIndex })
sample({ clock: arrived, filter: ({ outcome }) => outcome === 'leaves', fn: ({ target }) => ({ visit: target, origin: 'address' as const }), target: navigationRequested })

sample({ clock: arrived, filter: ({ outcome }) => outcome === 'leaves', fn: () => undefined, target: modalAbandoned })

// The move is taken back: the address is again that of the screen that stays.
sample({
  clock: arrived,
  filter: ({ outcome, delta }) => (outcome === 'blocked' || outcome === 'asks') && delta !== 0,
  fn: ({ delta }) => -delta,
  target: walkHistoryFx,
})

/** SHELL-41: the leave-page question is open; its answer is the shell's own to read. */
const $asking = createStore(false)
const asked = createEvent()
sample({ clock: arrived, filter: ({ outcome }) => outcome === 'asks', fn: () => undefined, target: asked })
sample({ clock: asked, fn: () => ({ keys: quitKeys }), target: modalOpened })
const answered = sample({ clock: questionAnswered, source: $asking, filter: (asking) => asking, fn: (_, { action }) => action })
$asking.on(asked, () => true).reset(answered, questionRaised)

sample({ clock: answered, filter: (action) => action === 'confirm', fn: () => ({ byChoice: true }), target: clearRequested })

const homeRequested = sample({ clock: homeChosen, source: $visit, fn: (visit) => visit !== null && asksBeforeLeaving(leftAs(visit), 'forward') })
sample({ clock: homeRequested, filter: (asks) => asks, fn: () => undefined, target: asked })
sample({ clock: homeRequested, filter: (asks) => !asks, fn: () => ({ visit: home, origin: 'step' as const }), target: navigationRequested })

/** DEC-15: closing the tab on such a screen raises the browser's own question. */
export const $promptsOnClose = combine($visit, $isLeavingDocument, (visit, leaving) => !leaving && visit !== null && leftAs(visit).leave !== 'free')
