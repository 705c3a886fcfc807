import { useDeferredValue, useRef, useState, type RefObject } from 'react'
import { defaultBounds, today as currentDay, type PlainDate } from './calendar.ts'
import type { DateDialog } from './date-dialog.tsx'

/** The dialog of a date field, and what its button does with it. */
export interface DateDialogHandle {
  readonly button: RefObject<HTMLButtonElement | null>
  /** From the press on, also while the dialog is still on its way: its boxes carry the names of the typed parts then. */
  readonly isOpen: boolean
  /** Null until it is open and here. */
  readonly Dialog: typeof DateDialog | null
  readonly close: () => void
  /** Attributes of the button that opens it. */
  readonly opener: {
    readonly 'aria-haspopup': 'dialog'
    readonly onPointerEnter: () => void
    readonly onFocus: () => void
    readonly onClick: () => void
  }
}

/** The dialog comes when its button is first looked at; one that could not be fetched is asked for again at the next press. */
export function useDateDialog(): DateDialogHandle {
  const [Dialog, setDialog] = useState<typeof DateDialog | null>(null)
  const [isOpen, setOpen] = useState(false)
  // The press is answered by its field; forty days are rendered after it (DEC-305).
  const isDue = useDeferredValue(isOpen)
  const button = useRef<HTMLButtonElement>(null)
  const fetchDialog = () => { import('./date-dialog.tsx').then((part) => setDialog(() => part.DateDialog)).catch(() => undefined) }
  return {
    button,
    isOpen,
    Dialog: isOpen && isDue ? Dialog : null,
    close: () => {
      setOpen(false)
      button.current?.focus()
    },
    opener: {
      'aria-haspopup': 'dialog',
      onPointerEnter: fetchDialog,
      onFocus: fetchDialog,
      onClick: () => {
        setOpen(true)
        if (!Dialog) fetchDialog()
      },
    },
  }
}

/** Today, and the first and last day of a calendar, those of SHELL-91 where a field names none. */
export function boundsOf(min: PlainDate | undefined, max: PlainDate | undefined): { readonly today: PlainDate; readonly min: PlainDate; readonly max: PlainDate } {
  const today = currentDay()
  return { today, ...defaultBounds(today), ...(min && { min }), ...(max && { max }) }
}
