const gap = 8

/** In the mobile layout the stylesheet makes a sheet at the bottom of the dialog. */
export const isSheet = (dialog: HTMLElement): boolean => dialog.closest('[data-layout="mobile"]') !== null

/** Puts the dialog below its field, as far as the window has room; a sheet stays where it is. */
export function placeBelow(dialog: HTMLElement, field: Element | null): void {
  if (!field || isSheet(dialog)) return
  const box = field.getBoundingClientRect()
  const { offsetHeight: height, offsetWidth: width } = dialog
  const top = Math.max(gap, Math.min(box.bottom + gap, window.innerHeight - height - gap))
  const left = Math.max(gap, Math.min(box.left, window.innerWidth - width - gap))
  Object.assign(dialog.style, { margin: '0', top: `${top}px`, left: `${left}px` })
}
