/** What a renter did with the page before its code was there. */
export interface CapturedInput {
  /** Typed and chosen values by the control's name, in the order in which they came. */
  readonly values: ReadonlyMap<string, string>
  /** Selector of the button that was pressed last and sends nothing; null without. */
  readonly pressed: string | null
  /** The form was sent. */
  readonly sent: boolean
  /** Name of the control that has the focus. */
  readonly focused: string | null
}

/** Capturing, until the page's own code is there. */
export interface InputCapture {
  /** Reads all controls once more: a browser that fills them in by itself fires no event. */
  readonly readControls: () => void
  /** Ends the capture and returns what was captured. */
  readonly release: () => CapturedInput
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Boxes to tick have another value than the one they are sent with; no pre-rendered screen has one. */
const isControl = (target: unknown): target is Control =>
  (target instanceof HTMLInputElement && !['hidden', 'checkbox', 'radio'].includes(target.type)) || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement

/** The value that the HTML came with. */
const givenValue = (control: Control): string =>
  control instanceof HTMLSelectElement ? ([...control.options].find((option) => option.defaultSelected) ?? control.options[0])?.value ?? '' : control.defaultValue

/** Captures everything that a renter does in `root` before the page is hydrated; nothing is sent by the browser itself. */
export function captureInput(root: HTMLElement): InputCapture {
  const values = new Map<string, string>()
  const controls = (): Control[] => [...root.querySelectorAll('input[name],select[name],textarea[name]')].filter(isControl)
  let pressed: string | null = null
  let sent = false

  const typed = ({ target }: Event): void => {
    if (isControl(target) && target.name !== '') values.set(target.name, target.value)
  }
  const submitted = (event: Event): void => {
    event.preventDefault()
    sent = true
  }
  const clicked = ({ target }: Event): void => {
    const button = target instanceof Element ? target.closest('button[type=button]') : null
    if (button) pressed = button.id === '' ? `[data-action="${button.getAttribute('data-action') ?? ''}"]` : `[id="${button.id}"]`
  }
  const listeners = [['input', typed], ['change', typed], ['submit', submitted], ['click', clicked]] as const
  for (const [name, listener] of listeners) root.addEventListener(name, listener, true)

  const readControls = (): void => {
    for (const control of controls()) if (control.value !== givenValue(control)) values.set(control.name, control.value)
  }
  return {
    readControls,
    release: () => {
      for (const [name, listener] of listeners) root.removeEventListener(name, listener, true)
      const focus = document.activeElement
      return { values, pressed, sent, focused: isControl(focus) ? focus.name : null }
    },
  }
}

/** Types a value into a control as the renter would, so that the model behind it gets the event. */
function enter(control: Control, value: string): void {
  const [from, to] = control instanceof HTMLSelectElement ? [null, null] : [control.selectionStart, control.selectionEnd]
  // React looks whether the value is another than the one it wrote last; written past its setter, it is.
  if (!(control instanceof HTMLSelectElement)) control.value = ''
  Reflect.set(Object.getPrototypeOf(control) as object, 'value', value, control)
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  if (document.activeElement === control && from !== null && !(control instanceof HTMLSelectElement)) control.setSelectionRange(from, to)
}

const named = (root: HTMLElement, name: string): Control | null =>
  root.querySelector(`input[name="${CSS.escape(name)}"],select[name="${CSS.escape(name)}"],textarea[name="${CSS.escape(name)}"]`)

/** Replays in the hydrated page what was captured before: type, then press or send. */
export function replayInput(root: HTMLElement, { values, pressed, sent, focused }: CapturedInput): void {
  for (const [name, value] of values) {
    const control = named(root, name)
    if (control) enter(control, value)
  }
  if (focused !== null && document.activeElement === document.body) named(root, focused)?.focus({ preventScroll: true })
  if (sent) root.querySelector('form')?.requestSubmit()
  else if (pressed !== null) root.querySelector<HTMLElement>(pressed)?.click()
}
