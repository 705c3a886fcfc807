import type { Translate } from '@checkin/i18n'
import { useEffect, useRef } from 'react'
import { isFinished } from './frame-message.ts'
import look from './bank-frame.module.css'

export interface BankFrameProps {
  readonly address: string
  readonly onFinished: () => void
  readonly words: Translate
}

/** The bank's question inside our page; it ends on the provider's own page, which tells so. */
export function BankFrame({ address, onFinished, words }: BankFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => {
      if (event.source === frame.current?.contentWindow && isFinished(event, address)) onFinished()
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [address, onFinished])
  useEffect(() => frame.current?.focus(), [])
  return <iframe ref={frame} className={look['frame']} src={address} title={words('Bank.title')} data-frame="bank" />
}
