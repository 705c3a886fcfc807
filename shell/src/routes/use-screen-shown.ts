import { useUnit } from 'effector-react'
import { useEffect, useRef, type RefObject } from 'react'
import { stepShown } from './visit.model.ts'

/**
 * Tells when a new screen is drawn, and moves the focus to its heading, so that a screen reader begins there.
 * The first screen of a page keeps the focus where the browser put it.
 */
export function useScreenShown(root: RefObject<HTMLElement | null>, screen: string): void {
  const shown = useUnit(stepShown)
  const isFirst = useRef(true)
  useEffect(() => {
    const element = root.current
    if (!element) return
    const look = (): boolean => {
      const heading = element.querySelector<HTMLElement>('h1')
      if (!heading) return false
      if (!isFirst.current) heading.focus({ preventScroll: true })
      isFirst.current = false
      shown()
      return true
    }
    if (look()) return
    const observer = new MutationObserver(() => {
      if (look()) observer.disconnect()
    })
    observer.observe(element, { childList: true, subtree: true })
    return () => { observer.disconnect() }
  }, [root, screen, shown])
}
