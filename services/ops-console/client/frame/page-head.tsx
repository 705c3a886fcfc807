import { useEffect, useRef, type ReactNode } from 'react'

interface PageHeadProps {
  readonly title: string
  readonly lead: string
  /** The page's one primary action. */
  readonly action?: ReactNode
}

/** Title, one sentence, one action. The title takes the focus when the page opens, so that a screen reader says where one is. */
export function PageHead({ title, lead, action }: PageHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Control room`
    heading.current?.focus()
  }, [title])
  return (
    <header className="page-head">
      <div>
        <h1 ref={heading} tabIndex={-1}>{title}</h1>
        <p>{lead}</p>
      </div>
      {action}
    </header>
  )
}
