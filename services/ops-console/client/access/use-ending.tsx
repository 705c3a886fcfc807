import { Alert, App } from 'antd'
import type { ReactNode } from 'react'
import { useChange } from '../api/queries.ts'

/** A call that ends something: says afterwards that it is done, or shows why it was refused. */
export function useEnding(): { readonly end: (send: () => Promise<unknown>, done: string) => void; readonly refusal: ReactNode } {
  const { message } = App.useApp()
  const change = useChange()
  return {
    end: (send, done) => { change.mutate(send, { onSuccess: () => { void message.success(done) } }) },
    refusal: change.error && <Alert type="error" showIcon role="alert" title={change.error.message} />,
  }
}
