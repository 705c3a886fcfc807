import { useEffect, useId, useState, type ReactNode } from 'react'
import { ChevronDown } from '../icons/icons.tsx'

/** One line of the rental's price. */
export interface LedgerLine {
  readonly id: string
  readonly text: string
  /** The amount in words, for example `€20.00` or `Included`. */
  readonly amount: string
  /** What stood here before the renter changed it; shown struck through. */
  readonly before?: string
  /** The line was not there before: a tag says so, nothing is struck through. */
  readonly added?: string
}

export type LedgerAmount = 'total' | 'paid' | 'due'

export interface LedgerTotal {
  readonly kind: LedgerAmount
  readonly label: string
  /** As shown, with its currency. */
  readonly amount: string
  /** The same as a decimal, the page's `data-value`. */
  readonly value: string
}

export interface LedgerProps {
  readonly title: string
  /** Read out before a struck-through text. */
  readonly beforeLabel: string
  readonly lines: readonly LedgerLine[]
  readonly totals: readonly LedgerTotal[]
  /** What the changes cost together, in words. */
  readonly change?: string
  /** New figures are on their way: the old ones stay, dimmed. */
  readonly busy?: boolean
  readonly children?: ReactNode
}

/** The account of the rental: every line, what changed, and what it comes to. Figures stand under each other. */
export function Ledger({ title, beforeLabel, lines, totals, change, busy = false, children }: LedgerProps) {
  return (
    <section className="ck-ledger" aria-label={title} aria-busy={busy || undefined}>
      <h2>{title}</h2>
      <ul>
        {lines.map(({ id, text, amount, before, added }) => (
          <li key={id} data-line={id} data-changed={before === undefined && added === undefined ? undefined : ''}>
            <span>
              {text}
              {added !== undefined && <> <span className="ck-ledger-new">{added}</span></>}
              {before !== undefined && <del><span className="ck-hidden">{beforeLabel}: </span>{before}</del>}
            </span>
            <bdi className="ck-num">{amount}</bdi>
          </li>
        ))}
      </ul>
      {change !== undefined && <p className="ck-ledger-change">{change}</p>}
      <dl aria-live="polite">
        {totals.map(({ kind, label, amount, value }) => (
          <div key={kind} data-kind={kind}>
            <dt>{label}</dt>
            <dd className="ck-num" data-amount={kind} data-value={value}><bdi>{amount}</bdi></dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}

/** Opens and closes a ledger that is a sheet on phones; Escape closes it too. On a desktop the ledger is always in sight. */
export function useLedgerSheet(): { readonly id: string; readonly isOpen: boolean; readonly toggle: () => void } {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return undefined
    const close = ({ key }: KeyboardEvent): void => { if (key === 'Escape') setOpen(false) }
    document.addEventListener('keydown', close)
    return () => { document.removeEventListener('keydown', close) }
  }, [isOpen])
  return { id, isOpen, toggle: () => { setOpen((open) => !open) } }
}

/** Where a ledger lies: beside the step on a desktop; on phones a sheet that is pulled up from behind the bar of buttons. */
export const LedgerSheet = ({ id, isOpen, children }: { readonly id: string; readonly isOpen: boolean; readonly children: ReactNode }) =>
  <div className="ck-ledger-sheet" id={id} data-open={isOpen || undefined}>{children}</div>

export interface LedgerBarProps {
  readonly sheet: ReturnType<typeof useLedgerSheet>
  readonly label: string
  /** The total as shown, with its currency. */
  readonly amount: string
  /** What the button does, for who cannot see the sheet come: shown and hidden. */
  readonly showLabel: string
  readonly hideLabel: string
}

/** The total on the bar of buttons of a phone, always in sight; pressing it pulls the ledger up. */
export function LedgerBar({ sheet: { id, isOpen, toggle }, label, amount, showLabel, hideLabel }: LedgerBarProps) {
  return (
    <button className="ck-bar-total ck-num" type="button" data-action="ToggleAccount" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
      <span>{label}<span className="ck-hidden">. {isOpen ? hideLabel : showLabel}</span></span>
      <span><bdi>{amount}</bdi><ChevronDown /></span>
    </button>
  )
}
