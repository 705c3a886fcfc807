import { useDeferredValue, useEffect, useRef } from 'react'
import { useWords } from '@checkin/i18n'
import type { Choice } from './matching.ts'

interface OptionListProps {
  readonly id: string
  readonly label: string
  readonly open: boolean
  readonly choices: readonly Choice[]
  readonly value: string
  /** Position of the choice that keys are on, -1 for none. */
  readonly active: number
  readonly onPick: (choice: Choice) => void
}

/** As many options as a phone's window shows at once, and a few more. */
const firstOptions = 20

/** The choices below the box; how many fit what was typed is said aloud. What was typed stands in the box before the list follows it (DEC-305). */
export function OptionList({ id, label, open, choices: fitting, value, active: current, onPick }: OptionListProps) {
  const words = useWords()
  const list = useRef<HTMLUListElement>(null)
  const [choices, active] = [useDeferredValue(fitting), useDeferredValue(current)]
  // The press is answered by what a window holds; the rest of 250 countries is rendered after it (DEC-305).
  const isDue = useDeferredValue(open)
  const rendered = isDue ? choices : choices.slice(0, Math.max(firstOptions, active + 1))
  useEffect(() => {
    // Below a box at the window's edge, or at a phone's bar of buttons, the list would be cut off.
    if (open) list.current?.scrollIntoView({ block: 'nearest' })
  }, [open])
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [active, open])
  return (
    <>
      <ul className="ck-options" ref={list} id={id} role="listbox" aria-label={label} hidden={!open} onPointerDown={(event) => event.preventDefault()}>
        {open && rendered.map((choice, index) => (
          <li
            className="ck-option"
            key={choice.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={choice.value === value}
            data-active={index === active ? '' : undefined}
            data-value={choice.value}
            onClick={() => onPick(choice)}
          >
            {choice.label}
            {choice.note && <span>{choice.note}</span>}
          </li>
        ))}
      </ul>
      <span className="ck-hidden" role="status">{open ? (choices.length > 0 ? words('Field.matches', { count: choices.length }) : words('Field.noMatch')) : ''}</span>
    </>
  )
}
