/** The site's word that versions of this page were withdrawn: the next step comes with a page of its own. */
export const isReleaseEnded = (): boolean => typeof document !== 'undefined' && /(^|; )release-ended=1/.test(document.cookie)

/** Loads a page instead of changing the address in place: drafts and the session are kept, the code is new. */
export function loadAnew(to: string, replace: boolean): void {
  // The renter goes on and leaves nothing: the browser is not to ask whether to stay.
  window.addEventListener('beforeunload', (event) => { event.stopImmediatePropagation() }, { capture: true, once: true })
  if (replace) window.location.replace(to)
  else window.location.assign(to)
}
