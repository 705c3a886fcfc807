import type { ReactNode } from 'react'

/** Stands in for `@checkin/ui/button`, as an async chunk of the host. */
export function Button({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }): ReactNode {
  return <button type="button" onClick={onClick}>{children}</button>
}
