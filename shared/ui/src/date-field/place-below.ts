const gap = 8

/**
 * Puts the dialog below its field, or above it where there is no room. In the mobile layout it stays the sheet
 * at the bottom that the stylesheet makes of it.
 */
export function placeBelow(dialog: HTMLElement, field: Element | null): void {
  if (!field || dialog.closest('[data-layout="mobile"]')) return
  const box = field.getBoundingClientRect()
  const { offsetHeight: height, offsetWidth: width } = dialog
  const below = box.bottom + gap
  const top = below + height <= window.innerHeight ? below : Math.max(gap, Math.min(box.top - gap - height, window.innerHeight - height - gap))
  const left = Math.max(gap, Math.min(box.left, window.innerWidth - width - gap))
  Object.assign(dialog.style, { margin: '0', top: `${top}px`, left: `${left}px` })
}
