/** What a renter did with the page before its code was there. */
export interface Held {
  /** Typed and chosen values by the control's name, in the order in which they came. */
  readonly values: ReadonlyMap<string, string>
  /** Selector of the button that was pressed last and sends nothing; null without. */
  readonly pressed: string | null
  /** The form was sent. */
  readonly sent: boolean
  /** Name of the control that has the focus. */
  readonly focused: string | null
}

/** The page's own script takes over from here. */
export interface Hold {
  /** Looks once more at all controls: a browser that fills them in by itself tells nobody. */
  readonly look: () => void
  /** Ends the holding and gives what was held. */
  readonly release: () => Held
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Boxes to tick have another value than the one they are sent with; no drawn screen has one. */
const isControl = (target: unknown): target is Control =>
  (target instanceof HTMLInputElement && !['hidden', 'checkbox', 'radio'].includes(target.type)) || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement

/** The value that the HTML came with. */
const givenValue = (control: Control): string =>
  control instanceof HTMLSelectElement ? ([...control.options].find((option) => option.defaultSelected) ?? control.options[0])?.value ?? '' : control.defaultValue

/** Keeps everything that a renter does in `root` until the page's code takes over; nothing is sent by the browser itself. */
export function holdInput(root: HTMLElement): Hold {
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
  const heard = [['input', typed], ['change', typed], ['submit', submitted], ['click', clicked]] as const
  for (const [name, listener] of heard) root.addEventListener(name, listener, true)

  const look = (): void => {
    for (const control of controls()) if (control.value !== givenValue(control)) values.set(control.name, control.value)
  }
  return {
    look,
    release: () => {
      for (const [name, listener] of heard) root.removeEventListener(name, listener, true)
      const focus = document.activeElement
      return { values, pressed, sent, focused: isControl(focus) ? focus.name : null }
    },
  }
}
