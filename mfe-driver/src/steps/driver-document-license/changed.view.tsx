import { formatDate, useLanguage, type Language, type Translate } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Notice } from '@checkin/ui/notice'
import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import type { DriverDifference } from '../../domain/driver-differences.ts'
import { $facts, type Facts } from '../../forms/facts.ts'
import type { LicenceModel } from './model.ts'

/** Key of a field's label, as on its own screen. */
function labelOf({ form, field }: DriverDifference): string {
  if (form === 'second') return 'AddSecondDriverLicense'
  if (form === 'licence') return field.startsWith('second.') ? `Field.${field}` : `Field.licence.${field}`
  return form === 'document' && field.startsWith('image') ? `Field.document.${field}` : `Field.${field}`
}

/** A value as a person reads it. */
function shownAs({ field }: DriverDifference, value: string, { facts, language, words }: { readonly facts: Facts; readonly language: Language; readonly words: Translate }): string {
  const name = field.slice(field.lastIndexOf('.') + 1)
  if (name === 'enabled') return words(value === '' ? 'No' : 'Yes')
  if (value === '') return words('Changed.nothing')
  if (name.startsWith('image')) return words('Changed.image')
  if (name.endsWith('Date')) return formatDate(value, language)
  if (name === 'countryId' || name === 'issueCountry') return facts.countries.find(({ id }) => String(id) === value)?.country ?? value
  return name === 'idType' ? facts.documentTypes.find(({ id }) => id === value)?.name ?? value : value
}

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
