import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useWords } from '@checkin/i18n'
import { Field, wiring, type FieldProps } from '../field/index.tsx'
import { ChevronDown } from '../icons/icons.tsx'
import { keptText, matching, meant as meantBy, named, type Choice } from './matching.ts'

export type { Choice } from './matching.ts'

export interface SelectProps extends FieldProps {
  readonly choices: readonly Choice[]
  /** Value of the chosen one, empty for none. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly autoComplete?: string
  /** The renter left the box with a text that names no choice: the text goes, and what hangs on the choice may go too (DRIVER-26). Without it the text stays. */
  readonly onUnrecognised?: () => void
}

/**
 * One of a list, by pressing or by typing (SHELL-92): a text box with the pattern of an ARIA combobox.
 * A text that names no choice leaves the value empty and stays to be mended.
 */
export function Select({ choices, value, onChange, placeholder, disabled = false, autoComplete = 'off', onUnrecognised, ...field }: SelectProps) {
  const words = useWords()
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  const wired = wiring(field)
  const listId = `${wired.id}-list`
  const chosen = choices.find((choice) => choice.value === value)
  const text = typed ?? chosen?.label ?? ''
  const shown = typed === null ? [...choices] : matching(choices, typed)

  // A value set from outside, as a draft that was restored, replaces what was typed.
  useEffect(() => {
    if (value !== '') setTyped(null)
  }, [value])

  const show = () => {
    if (disabled) return
    setOpen(true)
    setActive(typed === null ? choices.findIndex((choice) => choice.value === value) : -1)
  }
  const hide = () => {
    setOpen(false)
    setActive(-1)
  }
  const pick = (choice: Choice) => {
    setTyped(null)
    if (choice.value !== value) onChange(choice.value)
    hide()
    input.current?.focus()
  }
  const type = (next: string) => {
    const kept = keptText(choices, next)
    const exact = named(choices, kept)
    setTyped(kept)
    setOpen(true)
    setActive(kept === '' || exact ? -1 : 0)
    const meant = exact?.value ?? ''
    if (meant !== value) onChange(meant)
  }
  const leave = () => {
    hide()
    if (typed === null || typed === '') return
    const choice = meantBy(choices, typed)
    if (choice) {
      setTyped(null)
      if (choice.value !== value) onChange(choice.value)
    } else if (onUnrecognised) {
      setTyped(null)
      onUnrecognised()
    }
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const last = shown.length - 1
    const moves: Readonly<Record<string, number>> = { ArrowDown: active >= last ? 0 : active + 1, ArrowUp: active <= 0 ? last : active - 1 }
    const next = moves[event.key]
    const current = shown[active]
    if (next !== undefined) {
      event.preventDefault()
      if (open) setActive(next)
      else show()
    } else if (event.key === 'Enter' && open && current) {
      event.preventDefault()
      pick(current)
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation()
      hide()
    } else if (event.key === 'Tab') {
      hide()
    }
  }

  return (
    <Field {...field}>
      <div className="ck-combo">
        <input
          {...wired}
          ref={input}
          className="ck-box"
          name={field.name}
          type="text"
          role="combobox"
          aria-expanded={open}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
          autoComplete={autoComplete}
          spellCheck={false}
          value={text}
          placeholder={placeholder}
          disabled={disabled}
          onChange={(event) => type(event.target.value)}
          onClick={show}
          onKeyDown={onKeyDown}
          onBlur={leave}
        />
        <button
          className="ck-combo-open"
          type="button"
          tabIndex={-1}
          aria-label={`${words('Field.showOptions')}: ${field.label}`}
          disabled={disabled}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => {
            input.current?.focus()
            if (open) hide()
            else show()
          }}
        >
          <ChevronDown />
        </button>
        <OptionList id={listId} label={field.label} open={open} choices={shown} value={value} active={active} onPick={pick} />
      </div>
    </Field>
  )
}

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

/** The choices below the box; how many fit what was typed is said aloud. */
function OptionList({ id, label, open, choices, value, active, onPick }: OptionListProps) {
  const words = useWords()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [active, open])
  return (
    <>
      <ul className="ck-options" ref={list} id={id} role="listbox" aria-label={label} hidden={!open} onPointerDown={(event) => event.preventDefault()}>
        {open && choices.map((choice, index) => (
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
