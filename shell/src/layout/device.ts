/** CONST-22: narrower than this is the mobile layout. */
export const mobileBelow = 991

export type Layout = 'mobile' | 'desktop'

/** What the browser reports about its device. */
export interface Device {
  /** Inner width of the window in CSS pixels. */
  readonly width: number
  readonly userAgent: string
  /** Points that the screen can be touched at; an iPad reports a Mac and is recognised by this. */
  readonly touchPoints: number
}

const phoneOrTablet = /Android|iPhone|iPad|iPod|Mobile|Tablet|Silk|Kindle|PlayBook/i

/** SHELL-67: mobile below 991 px or on a phone or tablet of any width. Pure. */
export function layoutOf({ width, userAgent, touchPoints }: Device): Layout {
  const disguisedTablet = /Macintosh/.test(userAgent) && touchPoints > 1
  return width < mobileBelow || disguisedTablet || phoneOrTablet.test(userAgent) ? 'mobile' : 'desktop'
}

/** The device that this page is on. */
export const readDevice = (): Device => ({ width: window.innerWidth, userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints })
