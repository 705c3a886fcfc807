import type { Act } from '@checkin/testing/gallery'
import { allSettled, type Scope } from 'effector'

/** Milliseconds for what a press begins; an answer that never comes is not waited for. */
const patience = 250

const frame = (): Promise<void> => new Promise((done) => { requestAnimationFrame(() => { done() }) })

/** Until the scope is quiet, or waits for an answer, and what came of it is painted. */
export async function settled(scope: Scope): Promise<void> {
  await Promise.race([allSettled(scope), new Promise((done) => { setTimeout(done, patience) })])
  await frame()
  await frame()
}

/** Milliseconds between two looks at a page, and how many in a row see the same when it is quiet. */
const [pause, looks] = [40, 3]

/** Until chunks and fonts have come and the page stands still; what never does is taken as it is after a while. */
export async function stands(): Promise<void> {
  const seen = (): string => `${document.documentElement.scrollHeight} ${document.body.innerHTML.length} ${document.fonts.status}`
  let [before, same] = ['', 0]
  for (const until = performance.now() + searchTime; performance.now() < until && same < looks;) {
    // What follows the window's size is told with a frame, which a busy machine renders late.
    await new Promise((done) => { requestAnimationFrame(() => { setTimeout(done, pause) }) })
    const now = seen()
    same = now === before ? same + 1 : 0
    before = now
  }
}

/** Milliseconds for what the screen shows only after an answer or a chunk has come. */
const searchTime = 3000

async function found<Wanted extends Element>(selector: string): Promise<Wanted> {
  for (const until = performance.now() + searchTime; performance.now() < until;) {
    const element = document.querySelector<Wanted>(selector)
    if (element) return element
    await frame()
  }
  throw new Error(`nothing on the screen is ${selector}`)
}

/** A value as if it were typed: React reads the setter of the element's own class. */
function enter(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

function choosePicture(input: HTMLInputElement): void {
  const files = new DataTransfer()
  files.items.add(new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], 'side.png', { type: 'image/png' }))
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Does what a renter would; throws where the screen has no such thing. */
export async function act(what: Act): Promise<void> {
  switch (what.kind) {
    case 'press': (await found<HTMLElement>(`[data-action="${what.action}"]`)).click(); break
    case 'type': enter(await found(`input[name="${what.name}"]`), what.value); break
    case 'choose': (await found<HTMLElement>(`input[name="${what.name}"]${what.value === undefined ? '' : `[value="${what.value}"]`}`)).click(); break
    case 'picture': choosePicture(await found(`input[type="file"][name="${what.name}"]`)); break
    case 'open': {
      const box = await found<HTMLElement>(`[data-field="${what.name}"], input[name="${what.name}"]:not([type="hidden"])`)
      box.focus()
      box.click()
    }
  }
}
