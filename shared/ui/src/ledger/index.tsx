import type { ReactNode } from 'react'

/** One line of the rental's price. */
export interface LedgerLine {
  readonly id: string
  readonly text: string
  /** The amount in words, for example `€20.00` or `Included`. */
  readonly amount: string
  /** What stood here before the renter changed it; shown struck through. */
  readonly before?: string
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
        {lines.map(({ id, text, amount, before }) => (
          <li key={id} data-line={id} data-changed={before === undefined ? undefined : ''}>
            <span>
              {text}
              {before !== undefined && <del><span className="ck-hidden">{beforeLabel}: </span>{before}</del>}
            </span>
            <span className="ck-num">{amount}</span>
          </li>
        ))}
      </ul>
      {change !== undefined && <p className="ck-ledger-change">{change}</p>}
      <dl aria-live="polite">
        {totals.map(({ kind, label, amount, value }) => (
          <div key={kind} data-kind={kind}>
            <dt>{label}</dt>
            <dd className="ck-num" data-amount={kind} data-value={value}>{amount}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}
