import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { LateCheck } from '../../check/late-check.tsx'
import { $isChecking } from '../../forms/checking.ts'
import { VerifyFormView } from './verify-form.view.tsx'

/** The first screen of a driver: who it is, and after pictures of the documents everything to be checked (DEC-176). */
export function VerifyDriverView() {
  const isChecking = useUnit($isChecking)
  const before = useRef(isChecking)
  const screen = useRef<HTMLDivElement>(null)
  // The shell moves the focus when the screen changes; of its views only this module knows.
  useEffect(() => {
    if (before.current !== isChecking) screen.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    before.current = isChecking
  }, [isChecking])
  return <div ref={screen}>{isChecking ? <LateCheck /> : <VerifyFormView />}</div>
}
