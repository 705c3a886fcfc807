import type { ReactNode } from 'react'
import { Check, Exclaim, Info, Warning } from '../icons/icons.tsx'

export type NoticeKind = 'info' | 'warn' | 'ok' | 'danger'

const marks = { info: Info, warn: Warning, ok: Check, danger: Exclaim }

export interface NoticeProps {
  readonly kind?: NoticeKind
  readonly title?: string
  readonly children?: ReactNode
  /** A button or link that answers the notice. */
  readonly action?: ReactNode
  /** It appeared by itself: read it out. */
  readonly live?: boolean
}

/** A note inside the page that stays until its reason is gone. */
export function Notice({ kind = 'info', title, children, action, live = false }: NoticeProps) {
  const Mark = marks[kind]
  return (
    <div className="ck-notice" data-kind={kind} role={live ? 'status' : undefined}>
      <Mark />
      <div>
        {title && <b>{title}</b>}
        {children}
      </div>
      {action}
    </div>
  )
}
