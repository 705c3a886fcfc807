import type { Translate } from '@checkin/i18n'
import type { QrCodeProps } from '@checkin/ui/qr'
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import styles from './counter-code.module.css'

/** Without its code a ticket is still one: the reference stands there as text as well. */
const QrCode = lazy<ComponentType<QrCodeProps>>(() => import('@checkin/ui/qr').then((slice) => ({ default: slice.QrCode }), () => ({ default: () => null })))

export interface CounterCodeProps {
  readonly reference: string
  readonly words: Translate
  /** What stands beside the code, below the reference. */
  readonly children?: ReactNode
}

/** Below a ticket's tear line: what is shown at the counter. The code holds the reference alone (DEC-105). */
export function CounterCode({ reference, words, children }: CounterCodeProps) {
  return (
    <div className={styles['counter-stub']}>
      <div className={styles['counter-code']}><Suspense fallback={null}><QrCode value={reference} label={words('End.code', { reference })} /></Suspense></div>
      <div className={styles['counter-shown']}>
        <div>
          <p className="ck-hint">{words('Counter.show')}</p>
          <p className="ck-reference">{reference}</p>
        </div>
        {children}
      </div>
    </div>
  )
}
