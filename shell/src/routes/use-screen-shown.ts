import { useUnit } from 'effector-react'
import { useEffect, useMemo, useRef, type RefObject } from 'react'
import { stepShown } from './visit.model.ts'

/** A step tells that it is opened and closed: what stands in the HTML looks like a screen before it is one. */
export interface StepWatch {
  readonly opened: () => void
  readonly closed: () => void
}

/**
 * Tells when a new screen is drawn and works, and moves the focus to its heading, so that a screen reader begins there.
 * The first screen of a page keeps the focus where the browser put it.
 */
export function useScreenShown(root: RefObject<HTMLElement | null>, screen: string): StepWatch {
  const shown = useUnit(stepShown)
  const isFirst = useRef(true)
  const isOpen = useRef(false)
  const again = useRef<() => void>(() => undefined)
  useEffect(() => {
    const element = root.current
    if (!element) return
    let seen = false
    const look = (): boolean => {
      if (seen) return true
      const heading = element.querySelector<HTMLElement>('h1')
      if (!heading || (element.querySelector('[data-screen]') && !isOpen.current)) return false
      if (!isFirst.current) heading.focus({ preventScroll: true })
      isFirst.current = false
      seen = true
      shown()
      return true
    }
    if (look()) return
    const observer = new MutationObserver(() => {
      if (look()) observer.disconnect()
    })
    observer.observe(element, { childList: true, subtree: true })
    again.current = () => { look() }
    return () => {
      observer.disconnect()
      again.current = () => undefined
    }
  }, [root, screen, shown])
  return useMemo(() => ({
    opened: () => {
      isOpen.current = true
      again.current()
    },
    closed: () => { isOpen.current = false },
  }), [])
}
