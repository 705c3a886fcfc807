import type { MouseEvent, ReactNode, Ref } from 'react'
import { useAfterPress } from '../press/use-after-press.ts'

/** One `primary` per screen; `ghost` for the way back, `soft` for a helper, `plain` for a quiet link-like action. */
export type ButtonKind = 'primary' | 'ghost' | 'soft' | 'plain'

interface ActionProps {
  readonly kind?: ButtonKind
  /** Key of the label (docs/spec/texts.md), the page's `data-action`. */
  readonly action: string
  readonly children: ReactNode
}

export interface ButtonProps extends ActionProps {
  readonly type?: 'button' | 'submit'
  readonly disabled?: boolean
  /** Its work is under way: it keeps the focus, turns a wheel and takes no second press. */
  readonly busy?: boolean
  /** The press is shown before `onClick` runs (DEC-305): for work that takes long, not for what only a press may do, as opening a window. */
  readonly deferred?: boolean
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  readonly describedBy?: string
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button that acts, with its wait state and its `data-action`. */
export function Button({ kind = 'primary', action, type = 'button', disabled = false, busy = false, deferred = false, onClick, describedBy, ref, children }: ButtonProps) {
  const later = useAfterPress<MouseEvent<HTMLButtonElement>>((event) => onClick?.(event))
  return (
    <button
      ref={ref}
      className="ck-button"
      data-kind={kind}
      data-action={action}
      type={type}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      aria-describedby={describedBy}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else if (deferred) later(event)
        else onClick?.(event)
      }}
    >
      {busy && <span className="ck-spinner" aria-hidden="true" />}
      {children}
    </button>
  )
}

export interface ActionLinkProps extends ActionProps {
  readonly href: string
  /** File name when the link saves a file instead of leaving the page. */
  readonly download?: string
  readonly onClick?: (event: MouseEvent<HTMLAnchorElement>) => void
}

/** A link that looks like a button. */
export function ActionLink({ kind = 'primary', action, href, download, onClick, children }: ActionLinkProps) {
  return (
    <a className="ck-button" data-kind={kind} data-action={action} href={href} download={download} onClick={onClick}>
      {children}
    </a>
  )
}
