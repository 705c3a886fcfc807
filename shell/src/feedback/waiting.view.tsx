import { useUnit } from 'effector-react'
import { useWords } from '@checkin/i18n'
import { $waiting } from './waiting.model.ts'

/** Says what is waited for as long as it is; always in the page, so that a screen reader hears it appear. */
export function WaitingView() {
  const words = useWords()
  const waiting = useUnit($waiting)
  return <div className="ck-waiting" role="status" data-waiting={waiting ?? undefined}>{waiting !== null && <span>{words(`Notice.${waiting}`)}</span>}</div>
}
