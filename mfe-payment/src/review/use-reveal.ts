import { useEffect, useRef, type RefObject } from 'react'

const calm = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** True once the renter has pressed something on this page: what the page finds out by itself while it loads moves nobody. */
const hasActed = (): boolean => (navigator as { readonly userActivation?: { readonly hasBeenActive: boolean } }).userActivation?.hasBeenActive ?? true

/**
 * Brings an answer into sight when it appears, because the button that asked for it rides at the bottom of a phone. `quiet` is the value of
 * nothing to show; `focus` selects what inside takes the focus.
 */
export function useReveal<E extends HTMLElement>(value: string, quiet: string, focus?: string): RefObject<E | null> {
  const element = useRef<E>(null)
  const before = useRef(value)
  useEffect(() => {
    const isNews = before.current !== value && value !== quiet
    before.current = value
    if (!isNews || !hasActed()) return
    // What is higher than the window is shown from its heading on.
    const isHigh = (element.current?.offsetHeight ?? 0) > window.innerHeight * 0.7
    element.current?.scrollIntoView({ block: isHigh ? 'start' : 'center', behavior: calm() ? 'auto' : 'smooth' })
    if (focus !== undefined) element.current?.querySelector<HTMLElement>(focus)?.focus({ preventScroll: true })
  }, [value, quiet, focus])
  return element
}
