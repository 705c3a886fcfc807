import { formatDateTime, useLanguage, type Translate } from '@checkin/i18n'
import type { Reservation } from '@checkin/api'
import { Button } from '@checkin/ui/button'
import { Panel } from '@checkin/ui/step'
import type { CheckRow, Section } from '../domain/check-rows.ts'
import styles from './check.module.css'

export interface CheckViewProps {
  readonly rows: readonly CheckRow[]
  readonly stops: Pick<Reservation, 'checkOut' | 'checkIn'>
  /** Something is stored or paid just now. */
  readonly disabled: boolean
  readonly words: Translate
  readonly onChange: (section: Section) => void
}

/** Everything that is checked before paying, each part with the way to its screen and back (DEC-184). */
export function CheckView({ rows, stops: { checkOut, checkIn }, disabled, words, onChange }: CheckViewProps) {
  const language = useLanguage()
  const stop = ({ place, dateAndTime }: Reservation['checkOut']): string => `${place}, ${formatDateTime(dateAndTime, language)}`
  return (
    <section aria-labelledby="check-title">
      <Panel>
        <h2 id="check-title">{words('Check.title')}</h2>
        <ul className={styles['rows']}>
          {rows.map(({ section, text, canChange }) => (
            <li key={section} data-check={section}>
              <div className={styles['what']}>
                <span>{words(`Check.${section}`)}</span>
                <b><bdi>{text ?? words(section === 'extras' ? 'Check.asListed' : 'Check.none')}</bdi></b>
              </div>
              {canChange && (
                <Button kind="plain" action={`Change.${section}`} disabled={disabled} onClick={() => onChange(section)}>
                  {words(section === 'offer-driver' ? 'Check.add' : 'Check.change')}<span className="ck-hidden">: {words(`Check.${section}`)}</span>
                </Button>
              )}
            </li>
          ))}
          <li data-check="stops">
            <div className={styles['what']}>
              <span>{words('Check.stops')}</span>
              <b>{stop(checkOut)}</b>
              <b>{stop(checkIn)}</b>
              <span>{words('Check.byCompany')}</span>
            </div>
          </li>
        </ul>
      </Panel>
    </section>
  )
}
