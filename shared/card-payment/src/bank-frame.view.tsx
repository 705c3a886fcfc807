import { useWords } from '@checkin/i18n'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import styles from './card-payment.module.css'

/** Message of the provider's last page to the page around it; it is not trusted and only makes us ask our server. */
const Finished = z.object({ channel: z.literal('payment-js-3ds'), type: z.literal('finished') })

/** Whether a message is the end of the bank's page at `url`: from its origin and in its form (P17). */
export const isFinished = ({ origin, data }: Pick<MessageEvent<unknown>, 'origin' | 'data'>, url: string): boolean =>
  origin === new URL(url).origin && z.safeParse(Finished, data).success

export interface BankFrameProps {
  readonly url: string
  readonly title: string
  readonly onFinished: () => void
}

/** The bank's question inside our page; it takes the focus where it stands, so that its heading stays in sight, and ends on the provider's own page. A bar says that it loads (DEC-172). */
export function BankFrame({ url, title, onFinished }: BankFrameProps) {
  const words = useWords()
  const frame = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => { setLoaded(false) }, [url])
  useEffect(() => {
    const listen = (message: MessageEvent<unknown>): void => {
      if (message.source === frame.current?.contentWindow && isFinished(message, url)) onFinished()
    }
    window.addEventListener('message', listen)
    return () => { window.removeEventListener('message', listen) }
  }, [url, onFinished])
  useEffect(() => { frame.current?.focus({ preventScroll: true }) }, [])
  return (
    <div className={styles['bank']} aria-busy={!isLoaded || undefined}>
      {!isLoaded && <div className="ck-card-loading" role="progressbar" aria-label={words('Loading.label')} />}
      <iframe ref={frame} className={styles['frame']} src={url} title={title} referrerPolicy="no-referrer" data-frame="bank" onLoad={() => { setLoaded(true) }} />
    </div>
  )
}
