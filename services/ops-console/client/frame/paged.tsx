import { Pagination } from 'antd'
import type { ReactNode } from 'react'
import { useAddress } from './use-address.ts'

const pageSize = 50

/** Rows that are here already, fifty at a time; the page stands in the address. */
export function Paged<Row>({ rows, children }: { readonly rows: readonly Row[]; readonly children: (shown: readonly Row[]) => ReactNode }) {
  const address = useAddress()
  const page = Math.min(Number(address.of('page')) || 1, Math.max(1, Math.ceil(rows.length / pageSize)))
  return (
    <>
      {children(rows.slice((page - 1) * pageSize, page * pageSize))}
      {rows.length > pageSize && <Pagination current={page} pageSize={pageSize} total={rows.length} showSizeChanger={false} showTitle={false} onChange={(next) => { address.choose({ page: next === 1 ? '' : String(next) }) }} />}
    </>
  )
}
