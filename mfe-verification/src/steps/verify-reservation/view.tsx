import { useWords } from '@checkin/i18n'
import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { FindView } from './find.view.tsx'
import { MailView } from './mail.view.tsx'
import { $view } from './model.ts'

/** Both views of `/`; when one takes the other's place, the focus goes to its heading as it does between screens. */
export function VerifyReservationView() {
  const words = useWords('mfe-verification')
  const view = useUnit($view)
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current !== view) box.current?.querySelector<HTMLElement>('h1')?.focus()
    shown.current = view
  }, [view])
  return <div ref={box} data-view={view}>{view === 'find' ? <FindView words={words} /> : <MailView words={words} />}</div>
}
