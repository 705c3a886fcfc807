/** How much of the window's height a phone's keyboard covers at its bottom, in CSS pixels; less than a keyboard's worth is the browser's own bar. */
export function coveredHeight(windowHeight: number, visible: { readonly height: number; readonly offsetTop: number; readonly scale: number } | null | undefined): number {
  // A page that is zoomed in sees less of itself, too, and nothing covers it.
  if (!visible || visible.scale > 1.01) return 0
  return Math.max(0, Math.round(windowHeight - visible.height - visible.offsetTop))
}

/**
 * Keeps `--covered` of an element at the height that the keyboard covers, so that what lies at the window's bottom can lie above it (DEC-178).
 * Gives back what ends it. Browsers shrink the visible window and leave the page's own height as it is.
 */
export function followVisibleWindow(element: HTMLElement): () => void {
  const visible = window.visualViewport
  const follow = () => { element.style.setProperty('--covered', `${coveredHeight(window.innerHeight, visible)}px`) }
  follow()
  visible?.addEventListener('resize', follow)
  visible?.addEventListener('scroll', follow)
  return () => {
    visible?.removeEventListener('resize', follow)
    visible?.removeEventListener('scroll', follow)
  }
}
