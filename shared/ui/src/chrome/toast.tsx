import { Check, Exclaim, Info, Warning } from '../icons/icons.tsx'

/** Look of an alert or a question. */
export type AlertState = 'error' | 'warning' | 'success' | 'info'

/** The mark of each look. */
export const marks = { error: Exclaim, warning: Warning, success: Check, info: Info }

export interface ToastProps {
  /** Null: nothing to say. The live region stays, so that the next one is read out. */
  readonly alert: { readonly key: string; readonly text: string; readonly state: AlertState } | null
  /** The renter reads it: the pointer or the focus is on it. */
  readonly onHeld?: (held: boolean) => void
}

/** The alert of SHELL-73 and 74. */
export function Toast({ alert, onHeld }: ToastProps) {
  const Mark = alert ? marks[alert.state] : null
  return (
    <div className="ck-toasts" role="alert">
      {alert && Mark && (
        <div
          className="ck-toast"
          key={`${alert.key} ${alert.text}`}
          data-alert-key={alert.key}
          data-state={alert.state}
          onPointerEnter={() => onHeld?.(true)}
          onPointerLeave={() => onHeld?.(false)}
        >
          <Mark />
          <span>{alert.text}</span>
        </div>
      )}
    </div>
  )
}
