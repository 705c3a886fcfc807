import { layoutOf, readDevice } from '../layout/device.ts'
import { isFreshTab } from '../session/fresh-tab.ts'
import { captureInput } from './early-input.ts'

// This script stands in the HTML right behind the pre-rendered page and runs before it is painted. Everything that it needs is
// in the HTML; when it runs, nothing else of the product is there yet.
const app = document.getElementById('app')
const part = (id: string): DocumentFragment | undefined => (document.getElementById(id) as HTMLTemplateElement | null)?.content

if (app) {
  const main = (): HTMLElement | null => app.querySelector('main')
  // A tab that has begun already shows something else than the first screen.
  const waiting = part('waiting')
  if (waiting && !isFreshTab(document.documentElement.lang)) {
    main()?.replaceChildren(waiting)
    app.dataset['drawn'] = 'waiting'
  }
  const wide = part('wide')
  if (wide && layoutOf(readDevice()) === 'desktop') {
    wide.querySelector('main')?.replaceChildren(...(main()?.childNodes ?? []))
    app.replaceChildren(wide)
  }
  // What stands in the HTML is there: fading in, it would be painted, and counted, a third of a second later. Only what turns for ever goes on.
  for (const movement of document.getAnimations()) if (movement.effect?.getComputedTiming().endTime !== Infinity) movement.finish()
  Object.assign(window, { checkinCapture: captureInput(app) })
}
