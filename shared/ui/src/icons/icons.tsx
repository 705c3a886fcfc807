import type { ReactNode } from 'react'

/** Strokes on a 24 px grid in the colour of the text; always decoration, the words beside them carry the meaning. */
const icon = (paths: ReactNode) => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true" focusable="false">
    {paths}
  </svg>
)

export const ChevronDown = () => icon(<path d="m5 9 7 7 7-7" strokeWidth="3" />)
export const ChevronLeft = () => icon(<path d="m15 5-7 7 7 7" />)
export const ChevronRight = () => icon(<path d="m9 5 7 7-7 7" />)
export const Cross = () => icon(<path d="m6 6 12 12M18 6 6 18" />)
export const Check = () => icon(<path d="m5 13 4.5 4.5L19 7" strokeWidth="3" />)
/** Done, or in order. */
export const Tick = Check
export const Calendar = () => icon(<><rect x="3.5" y="5" width="17" height="15.5" rx="3" /><path d="M3.5 10h17M8 3v4M16 3v4" /></>)
export const Phone = () => icon(<path d="M6.2 3.5h2.6l1.6 4.3-2 1.6a12 12 0 0 0 6.2 6.2l1.6-2 4.3 1.6v2.6a2.2 2.2 0 0 1-2.4 2.2A16.4 16.4 0 0 1 4 5.9a2.2 2.2 0 0 1 2.2-2.4z" />)
export const Warning = () => icon(<><path d="M12 4 2.8 19.5h18.4z" /><path d="M12 10v4M12 17v.1" /></>)
export const Info = () => icon(<><circle cx="12" cy="12" r="9" /><path d="M12 11v5M12 7.9V8" /></>)
export const Exclaim = () => icon(<><circle cx="12" cy="12" r="9" /><path d="M12 7.5V13M12 16.2v.1" /></>)

/** The car of the progress stepper, seen from the side. */
export const Car = () => (
  <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" focusable="false">
    <path d="M3 14c0-2 1-3 3-3l2-4c.5-1 1-1.5 2.5-1.5h3c1.5 0 2 .5 2.5 1.5l2 4c2 0 3 1 3 3v4h-2.5a2 2 0 0 1-4 0h-5a2 2 0 0 1-4 0H3z" />
  </svg>
)
