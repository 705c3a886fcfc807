import type { ReactNode, SubmitEventHandler } from 'react'
import { useAfterPress } from '../press/use-after-press.ts'

export interface StepHeadingProps {
  readonly eyebrow?: string
  readonly title: string
  readonly lead?: ReactNode
}

/** The heading of a screen; the shell moves the focus to it when the screen changes. */
export function StepHeading({ eyebrow, title, lead }: StepHeadingProps) {
  return (
    <div className="ck-heading">
      {eyebrow && <p className="ck-eyebrow">{eyebrow}</p>}
      <h1 tabIndex={-1}>{title}</h1>
      {lead && <p className="ck-lead">{lead}</p>}
    </div>
  )
}

/** A screen without a form. */
export function StepBody({ children }: { readonly children: ReactNode }) {
  return <div className="ck-step">{children}</div>
}

export interface StepFormProps {
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** A screen that is one form; the browser's own checks stay off, ours speak the renter's language. */
export function StepForm({ onSubmit, children }: StepFormProps) {
  const check = useAfterPress(onSubmit)
  const submit: SubmitEventHandler<HTMLFormElement> = (event) => {
    event.preventDefault()
    check()
  }
  return <form className="ck-step" noValidate onSubmit={submit}>{children}</form>
}

/** Fields side by side where there is room. */
export function FieldGrid({ children }: { readonly children: ReactNode }) {
  return <div className="ck-grid">{children}</div>
}

/** A quiet card around things that belong together. */
export function Panel({ children }: { readonly children: ReactNode }) {
  return <div className="ck-panel">{children}</div>
}

export interface ActionsProps {
  readonly children: ReactNode
  /** Answers of equal weight: none is wider than another. */
  readonly equal?: boolean
}

/** The ways out of a screen, Back and Exit: one group at the end of its buttons, and the main one above has a row of its own. */
export function WaysOut({ children }: { readonly children: ReactNode }) {
  return <div className="ck-ways-out">{children}</div>
}

/** The buttons of a screen, the main one first; on a phone a bar at the bottom that stays in reach. */
export function Actions({ children, equal = false }: ActionsProps) {
  return <div className="ck-actions" data-equal={equal || undefined}>{children}</div>
}
