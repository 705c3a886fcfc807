import { BankFrame } from '@checkin/card-payment/bank-frame'
import type { Translate } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Actions, StepBody, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { submission } from './model.ts'

/** The bank's question takes the place of the cards: its heading, its page, and a way back (DEC-172). */
export function BankView({ url, words }: { readonly url: string; readonly words: Translate }) {
  const { finished, cancel } = useUnit({ finished: submission.bankFinished, cancel: submission.bankCancelled })
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => { top.current?.scrollIntoView({ block: 'start' }) }, [])
  return (
    <div ref={top}>
      <StepBody>
        <StepHeading eyebrow={words('Precheckout.eyebrow')} title={words('Bank.title')} lead={words('Bank.text')} />
        <BankFrame url={url} title={words('Bank.title')} onFinished={finished} />
        <Actions><Button kind="ghost" action="Cancel" onClick={() => cancel()}>{words('Cancel')}</Button></Actions>
      </StepBody>
    </div>
  )
}
