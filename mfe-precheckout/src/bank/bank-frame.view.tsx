import type { Translate } from '@checkin/i18n'
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import look from './bank-frame.module.css'

/** What the provider's own page says when the bank is done; nothing in it is believed, it only makes us ask our server (DEC-83). */
const Finished = z.object({ channel: z.literal('payment-js-3ds'), type: z.literal('finished') })

export interface BankFrameProps {
  readonly address: string
  readonly onFinished: () => void
  readonly words: Translate
}

/** The bank's question inside our page; it ends on the provider's own page, which tells so. */
export function BankFrame({ address, onFinished, words }: BankFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const { origin } = new URL(address)
    const listen = (event: MessageEvent<unknown>) => {
      if (event.origin === origin && event.source === frame.current?.contentWindow && z.safeParse(Finished, event.data).success) onFinished()
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [address, onFinished])
  useEffect(() => frame.current?.focus(), [])
  return <iframe ref={frame} className={look['frame']} src={address} title={words('Bank.title')} data-frame="bank" />
}
