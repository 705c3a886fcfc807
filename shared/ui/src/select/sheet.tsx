import { useLayoutEffect, useRef, type RefObject } from 'react'
import { useWords } from '@checkin/i18n'
import { Cross } from '../icons/icons.tsx'
import { followVisibleWindow } from '../sheet/visible-window.ts'

/** Widest window, in CSS pixels, that shows a long list as a sheet (DEC-179). */
const widestSheet = 600

/** Browsers without popovers keep the list below its box. */
const canBeSheet = (): boolean => typeof HTMLElement.prototype.showPopover === 'function' && window.matchMedia(`(max-width: ${widestSheet}px)`).matches

/**
 * Puts box and list of an open select into the top layer of a narrow window, as a popover that fills it. The very same input stays
 * where the focus and the keyboard are, and keeps the field's name for whoever fills the page by it. Escape, and the back button
 * where a phone has one, end a popover; `onCancel` is told.
 */
export function useSheet(open: boolean, onCancel: () => void): { readonly isSheet: boolean; readonly combo: RefObject<HTMLDivElement | null> } {
  const combo = useRef<HTMLDivElement>(null)
  const isSheet = open && canBeSheet()
  const cancel = useRef(onCancel)
  useLayoutEffect(() => { cancel.current = onCancel })
  useLayoutEffect(() => {
    const element = combo.current
    if (!isSheet || !element) return
    element.popover = 'auto'
    element.showPopover()
    const stopFollowing = followVisibleWindow(element)
    const closed = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') cancel.current()
    }
    element.addEventListener('beforetoggle', closed)
    return () => {
      element.removeEventListener('beforetoggle', closed)
      stopFollowing()
      element.popover = null
    }
  }, [isSheet])
  return { isSheet, combo }
}

/** What the sheet is about, and the way out of it that changes nothing; the box below is labelled by the field itself. */
export function SheetHead({ label, onClose }: { readonly label: string; readonly onClose: () => void }) {
  const words = useWords()
  return (
    <div className="ck-sheet-head">
      <span aria-hidden="true">{label}</span>
      <button className="ck-icon-button" type="button" data-action="Close" aria-label={words('Close')} onPointerDown={(event) => event.preventDefault()} onClick={onClose}>
        <Cross />
      </button>
    </div>
  )
}
