import { formatMoney, type Translate } from '@checkin/i18n'
import { Notice } from '@checkin/ui/notice'
import type { RentalDifference } from './newest.ts'

export interface DifferencesViewProps {
  readonly differences: readonly RentalDifference[]
  readonly currency: string
  readonly words: Translate
}

/** What another device or the company changed while the renter decided: what stood there, and what stands there now (DEC-127). */
export function DifferencesView({ differences, currency, words }: DifferencesViewProps) {
  const shown = ({ quantity, total }: RentalDifference['now']): string => (quantity === 0 ? words('Newer.none') : `${quantity} × ${formatMoney(total, currency)}`)
  return (
    <div data-note="newer">
      <Notice live kind="warn" title={words('Newer.title')}>
        <p>{words('Newer.text')}</p>
        <ul>
          {differences.map((difference) => (
            <li key={difference.id} data-difference={difference.id}>
              {words('Newer.line', { line: difference.description, before: shown(difference.before), now: shown(difference.now) })}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}
