import { useId } from 'react'
import { useWords } from '@checkin/i18n'
import { Exclaim } from '../icons/icons.tsx'
import type { DateParts } from './date-parts.ts'

export interface DatePartsInputProps {
  readonly name: string
  readonly parts: DateParts
  readonly refused: boolean
  readonly onChange: (parts: DateParts) => void
  readonly onEnter: () => void
}

const boxes = [
  { part: 'day', label: 'Date.day', maxLength: 2, inputMode: 'numeric' },
  { part: 'month', label: 'Date.month', maxLength: 10, inputMode: 'text' },
  { part: 'year', label: 'Date.year', maxLength: 4, inputMode: 'numeric' },
] as const

/** Day, month and year to type; the month takes its number or its name. */
export function DatePartsInput({ name, parts, refused, onChange, onEnter }: DatePartsInputProps) {
  const words = useWords()
  const errorId = useId()
  return (
    <div>
      <div className="ck-date-parts">
        {boxes.map(({ part, label, maxLength, inputMode }) => (
          <label key={part}>
            {words(label)}
            <input
              className="ck-box"
              name={`${name}.${part}`}
              value={parts[part]}
              inputMode={inputMode}
              autoComplete="off"
              aria-invalid={refused || undefined}
              aria-describedby={refused ? errorId : undefined}
              // Cut here: with the attribute a browser may count a selected text as staying, and let nothing take its place.
              onChange={(event) => onChange({ ...parts, [part]: event.target.value.slice(0, maxLength) })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                onEnter()
              }}
            />
          </label>
        ))}
      </div>
      <div aria-live="polite">
        {refused && <p className="ck-error" id={errorId}><Exclaim /><span>{words('Date.notReal')}</span></p>}
      </div>
    </div>
  )
}
