import { useEffect, useRef } from 'react'
import { useWords } from '@checkin/i18n'
import { fieldId } from '../field/index.tsx'

export interface SummaryItem {
  /** The field's name. */
  readonly name: string
  readonly text: string
}

export interface ErrorSummaryProps {
  readonly items: readonly SummaryItem[]
  /** Changes with every refused submit; the summary then takes the focus, so that it is read and seen. */
  readonly refusal: number
}

/** All that is wrong in a form after a refused submit, each line a way to its field. */
export function ErrorSummary({ items, refusal }: ErrorSummaryProps) {
  const words = useWords()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal > 0) box.current?.focus()
  }, [refusal])
  if (items.length === 0) return null
  return (
    <div className="ck-summary" ref={box} tabIndex={-1} role="group" aria-labelledby="error-summary-title">
      <h2 id="error-summary-title">{words('Errors.title', { count: items.length })}</h2>
      <ul>
        {items.map(({ name, text }) => (
          <li key={name}>
            <a
              href={`#${fieldId(name)}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(fieldId(name))?.focus()
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
