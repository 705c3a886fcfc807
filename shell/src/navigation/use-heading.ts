import { useUnit } from 'effector-react'
import { useEffect, type RefObject } from 'react'
import { headingShown } from '../config/title.model.ts'

/** The words of the first heading within an element, as they are read; null for none. */
const headingIn = (element: HTMLElement): string | null => element.querySelector('h1')?.textContent.replaceAll('\u00ad', '').replace(/\s+/g, ' ').trim() || null

/**
 * Tells the heading of what an element shows, and each change of it: another screen, another view of one, another language (SHELL-65, DEC-104).
 * Screens come from modules and have no title beside their heading, so it is read where the renter reads it.
 */
export function useHeading(root: RefObject<HTMLElement | null>): void {
  const shown = useUnit(headingShown)
  useEffect(() => {
    const element = root.current
    if (!element) return
    const look = (): void => { shown(headingIn(element)) }
    look()
    const observer = new MutationObserver(look)
    observer.observe(element, { childList: true, subtree: true, characterData: true })
    return () => { observer.disconnect() }
  }, [root, shown])
}
