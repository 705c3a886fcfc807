import type { Held } from './held-input.ts'

/** Writes past the setter that React put on the element, with the one of the element's kind. */
function writePast(control: HTMLElement, value: string): void {
  Reflect.set(Object.getPrototypeOf(control) as object, 'value', value, control)
}

/** Types a value into a control as the renter would, so that the model behind it hears of it. */
function enter(control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, value: string): void {
  const [from, to] = control instanceof HTMLSelectElement ? [null, null] : [control.selectionStart, control.selectionEnd]
  // React looks whether the value is another than the one it wrote last; written past it, it is.
  if (!(control instanceof HTMLSelectElement)) control.value = ''
  writePast(control, value)
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  if (document.activeElement === control && from !== null && !(control instanceof HTMLSelectElement)) control.setSelectionRange(from, to)
}

const named = (root: HTMLElement, name: string): HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | null =>
  root.querySelector(`input[name="${CSS.escape(name)}"],select[name="${CSS.escape(name)}"],textarea[name="${CSS.escape(name)}"]`)

/** Does once more, in the running page, what the renter did before its code was there: type, then press or send. */
export function giveBack(root: HTMLElement, { values, pressed, sent, focused }: Held): void {
  for (const [name, value] of values) {
    const control = named(root, name)
    if (control) enter(control, value)
  }
  if (focused !== null && document.activeElement === document.body) named(root, focused)?.focus({ preventScroll: true })
  if (sent) root.querySelector('form')?.requestSubmit()
  else if (pressed !== null) root.querySelector<HTMLElement>(pressed)?.click()
}
