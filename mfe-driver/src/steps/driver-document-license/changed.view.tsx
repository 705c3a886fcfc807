import { useLanguage, type Translate } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Notice } from '@checkin/ui/notice'
import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { $facts } from '../../forms/facts.ts'
import { labelOf, shownAs } from '../../forms/shown-values.ts'
import type { LicenceModel } from './model.ts'

/** Stays until the driver is saved: each field that another device saved otherwise, with both values, and the saved one to take (DEC-140). */
export function ChangedView({ model, words }: { readonly model: LicenceModel; readonly words: Translate }) {
  const { differences, facts, take } = useUnit({ differences: model.$differences, facts: $facts, take: model.takePressed })
  const language = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  const count = differences?.length ?? null
  const before = useRef(count)
  useEffect(() => {
    // It comes above what the renter looks at, and a value that is taken goes with its button; not when the screen has just come.
    if (count !== null && before.current !== count) box.current?.focus()
    before.current = count
  }, [count])
  if (differences === null) return null
  return (
    <div ref={box} tabIndex={-1} data-note="driver-changed">
      <Notice kind="warn" title={words('Changed.title')} live>
        <p>{words(differences.length > 0 ? 'Changed.text' : 'Changed.none')}</p>
        {differences.length > 0 && (
          <ul>
            {differences.map((difference) => (
              <li key={`${difference.form}.${difference.field}`} data-difference={`${difference.form}.${difference.field}`}>
                {words('Changed.line', { field: words(labelOf(difference)), here: shownAs(difference, difference.here, { facts, language, words }), saved: shownAs(difference, difference.saved, { facts, language, words }) })}
                {' '}
                <Button kind="plain" action="TakeSaved" onClick={() => { take(difference) }}>{words('Changed.take')}<span className="ck-hidden">: {words(labelOf(difference))}</span></Button>
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  )
}
