import type { ReactNode } from 'react'

/** Strokes in the colour of the text; always decoration, the texts beside them carry the meaning. */
const icon = (paths: ReactNode) => (
  <svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true" focusable="false">
    {paths}
  </svg>
)

export const Tick = () => icon(<path d="m5 13 4.5 4.5L19 7" />)
export const Cross = () => icon(<path d="m6 6 12 12M18 6 6 18" />)
