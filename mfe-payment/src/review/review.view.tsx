import type { Translate } from '@checkin/i18n'
import { LedgerView, type LedgerViewProps } from '@checkin/rental-summary/ledger'
import { ReviewPage, Trip, type TripProps } from '@checkin/rental-summary/review'
import { Button } from '@checkin/ui/button'
import { Notice } from '@checkin/ui/notice'
import type { ReactNode } from 'react'
import type { FiguresState } from './review.model.ts'
import styles from './review.module.css'

export interface ReviewViewProps extends TripProps {
  /** Null as long as there are no figures. */
  readonly ledger: LedgerViewProps['ledger'] | null
  readonly currency: string
  readonly state: FiguresState
  readonly words: Translate
  readonly onRetry: () => void
  readonly children?: ReactNode
}

/** Trip and figures of a review, and another try where the figures did not come; the same in check-in and in pre-checkout (PAY-01, PAY-05). */
export function ReviewView({ loaded, vehicleBefore, ledger, currency, state, words, onRetry, children }: ReviewViewProps) {
  return (
    <ReviewPage
      trip={<Trip loaded={loaded} vehicleBefore={vehicleBefore} words={words} />}
      ledger={ledger && <LedgerView ledger={ledger} currency={currency} busy={state === 'loading'} words={words} />}
    >
      {state === 'failed' && (
        <Notice kind="warn" live title={words('Figures.failed.title')} action={<Button kind="soft" action="Detour.retry" onClick={onRetry}>{words('Detour.retry')}</Button>}>
          {words('Figures.failed.text')}
        </Notice>
      )}
      {/* On a phone it stands below the amounts: before these it would move down by their height. Beside them it is there from the beginning, else the buttons below would move down by its own (DEC-257). */}
      {children !== undefined && <div className={styles['below']} data-awaits={ledger === null && state !== 'failed' ? 'amounts' : undefined}>{children}</div>}
    </ReviewPage>
  )
}
