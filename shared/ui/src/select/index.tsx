import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useWords } from '@checkin/i18n'
import { Field, wiring, type FieldProps } from '../field/index.tsx'
import { ChevronDown } from '../icons/icons.tsx'
import { moved } from './keys.ts'
import { folded, keptText, longestText, matching, meant, named, type Choice } from './matching.ts'
import { OptionList } from './option-list.tsx'
import { SheetHead, useSheet } from './sheet.tsx'

export { keptText, matching, meant, type Choice } from './matching.ts'

export interface SelectProps extends FieldProps {
  readonly choices: readonly Choice[]
  /** Value of the chosen one, empty for none. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly autoComplete?: string
  /** The renter left the box after a text that matches nothing: what hangs on the choice may go too (DRIVER-26, DEC-103). */
  readonly onUnrecognised?: () => void
}

/** Longest list that is chosen from without typing: it is seen whole, and no phone's keyboard comes up over it (0159). */
const shortList = 7

/**
 * One of a list, by pressing or by typing (SHELL-92): a text box with the pattern of an ARIA combobox. Whoever leaves the box takes
 * the option that is highlighted; Escape leaves what was; a text that may mean several and has none highlighted stays to be mended (DEC-103).
 * In a narrow window box and list become a sheet at its bottom (DEC-179).
 */
export function Select({ choices, value, onChange, placeholder, disabled = false, autoComplete = 'off', onUnrecognised, ...field }: SelectProps) {
  const words = useWords()
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  /** Nothing of what was typed matches anything, so that nothing of it is left. */
  const [isLost, setIsLost] = useState(false)
  const before = useRef(value)
  const input = useRef<HTMLInputElement>(null)
  const wired = wiring(field)
  const listId = `${wired.id}-list`
  const chosen = choices.find((choice) => choice.value === value)
  const text = typed ?? chosen?.label ?? ''
  const shown = typed === null ? choices : matching(choices, typed)
  const hasChoices = choices.length > 0
  const isShort = hasChoices && choices.length <= shortList

  // A value set from outside, as a draft that was restored, replaces what was typed.
  useEffect(() => {
    if (value !== '') setTyped(null)
  }, [value])

  // A list that comes after the renter typed and went on: what was typed is taken as on leaving the box.
  useEffect(() => {
    if (!hasChoices || typed === null || document.activeElement === input.current) return
    const choice = meant(choices, typed)
    if (choice) take(choice.value)
  }, [hasChoices])

  const change = (next: string) => {
    if (next !== value) onChange(next)
  }
  const begin = () => {
    if (!open) before.current = value
    setOpen(true)
  }
  const show = () => {
    if (disabled) return
    begin()
    setActive(typed === null ? choices.findIndex((choice) => choice.value === value) : -1)
  }
  const hide = () => {
    setOpen(false)
    setActive(-1)
  }
  const take = (next: string) => {
    setTyped(null)
    setIsLost(false)
    change(next)
    hide()
  }
  const pick = (choice: Choice) => {
    take(choice.value)
    input.current?.focus()
  }
  const cancel = () => take(before.current)
  const { isSheet, combo } = useSheet(open && !isShort, cancel)
  const type = (next: string) => {
    // Nothing can be said of a text before the list is there: all of it is kept.
    const kept = hasChoices ? keptText(choices, next) : next.slice(0, longestText)
    // What comes at once, from the browser's memory or the clipboard, is complete; what is typed may go on after "1" or "PT".
    const comesAtOnce = next.length > text.length + 1
    const exact = comesAtOnce ? meant(choices, next) : named(choices, next)
    const dropped = Math.min(next.length, longestText) - kept.length
    setTyped(exact ? null : kept)
    setIsLost(kept === '' && folded(next) !== '')
    begin()
    // The rest of a longer text that was dropped says little about what was meant: that is not guessed.
    setActive(kept === '' || exact || dropped > 1 ? -1 : 0)
    change(exact?.value ?? '')
  }
  const leave = () => {
    const choice = (open ? shown[active] : undefined) ?? (typed === null ? undefined : meant(choices, typed))
    if (choice) {
      take(choice.value)
      return
    }
    hide()
    const matchesNothing = isLost || (typed !== null && shown.length === 0)
    if (!hasChoices || !onUnrecognised || !matchesNothing) return
    setTyped(null)
    setIsLost(false)
    onUnrecognised()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const selects = event.shiftKey || event.ctrlKey || event.metaKey
    const next = selects ? undefined : moved(event.key, active, shown.length - 1)
    const current = shown[active]
    // As in a list of the browser's own, the space bar opens and takes where there is no text that it could belong to.
    const isPress = event.key === 'Enter' || (isShort && event.key === ' ' && typed === null)
    if (open && next !== undefined) {
      event.preventDefault()
      setActive(next)
    } else if (!open && !selects && (event.key === 'ArrowDown' || event.key === 'ArrowUp' || (isPress && event.key === ' '))) {
      event.preventDefault()
      show()
    } else if (isPress && open && current) {
      event.preventDefault()
      pick(current)
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation()
      cancel()
    }
  }

  return (
    <Field {...field}>
      <div className="ck-combo-place">
        <div
          className="ck-combo"
          ref={combo}
          data-sheet={isSheet ? '' : undefined}
          data-short={isShort ? '' : undefined}
          onPointerDown={(event) => {
            if (event.target !== event.currentTarget || !isSheet) return
            // Beside the sheet: left like any other box, and the focus stays at it.
            event.preventDefault()
            leave()
          }}
        >
          <div className="ck-combo-panel">
            {isSheet && <SheetHead label={field.label} onClose={cancel} />}
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
              inputMode={isShort ? 'none' : undefined}
              spellCheck={false}
              value={text}
              placeholder={placeholder}
              disabled={disabled}
              onChange={(event) => type(event.target.value)}
              onClick={() => {
                if (isShort && open) hide()
                else show()
              }}
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
        </div>
      </div>
    </Field>
  )
}
