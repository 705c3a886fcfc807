import type { UseQueryResult } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { Coming } from './coming.tsx'

/** What was asked for, while it comes and when it does not: the last answer stays visible under a notice. */
export function QueryResult<Data>({ query, children }: { readonly query: UseQueryResult<Data>; readonly children: (data: Data) => ReactNode }) {
  return (
    <>
      {query.error && (
        <Alert type="error" showIcon role="alert" title={query.error.message} action={<Button size="small" onClick={() => { void query.refetch() }}>Try again</Button>} />
      )}
      {query.data === undefined ? query.isPending && <Coming /> : children(query.data)}
    </>
  )
}
