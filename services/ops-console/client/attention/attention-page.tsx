import { Input, Select } from 'antd'
import { Link } from 'react-router'
import { ReplacedKeys } from '../access/replaced-keys.tsx'
import type { Attention } from '@checkin/internal'
import { useAttention } from '../api/queries.ts'
import { useOperator } from '../api/session.ts'
import { QueryResult } from '../frame/query-result.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { Moment } from '../frame/format.tsx'
import { Paged } from '../frame/paged.tsx'
import { useAddress } from '../frame/use-address.ts'
import { chosenItems, messageOf, owners, subjectOf } from './attention-text.ts'

const ownerNames = { mine: 'mine', nobody: 'of nobody yet', overdue: 'overdue' } as const

/** The work list: what no machine will mend by itself. What is shown of it stands in the address. */
export function AttentionPage() {
  const attention = useAttention()
  const self = useOperator().data?.label ?? ''
  const address = useAddress()
  const owner = owners.find((each) => each === address.of('owner')) ?? ''
  const search = address.of('search')
  return (
    <>
      <PageHead title="Needs a person" lead="What no machine will mend by itself, what is due first on top" />
      <ReplacedKeys />
      <section className="panel">
        <form className="filters" role="search" onSubmit={(event) => { event.preventDefault() }}>
          <label>Host, reference or person <Input type="search" value={search} onChange={({ target }) => { address.choose({ search: target.value, page: '' }) }} /></label>
          <label>Show <Select aria-label="Show" allowClear placeholder="all" value={owner === '' ? null : owner} options={owners.map((value) => ({ value, label: ownerNames[value] }))} onChange={(value: string | undefined) => { address.choose({ owner: value ?? '', page: '' }) }} /></label>
        </form>
        <QueryResult query={attention}>
          {(rows) => {
            const chosen = chosenItems(rows, { search, owner, self, now: Date.now() })
            if (rows.length > 0 && chosen.length === 0) return <p>Nothing of this kind waits. Show all to see the other {rows.length}.</p>
            return <Paged rows={chosen}>{(shown) => <AttentionList rows={shown} />}</Paged>
          }}
        </QueryResult>
      </section>
    </>
  )
}

/** The list itself, also shown beside the releases. */
export function AttentionList({ rows }: { readonly rows: readonly Attention[] }) {
  if (rows.length === 0) return <p>Nothing waits for a person.</p>
  return (
    <ul className="rows">
      {rows.map((item) => {
        const [what, todo] = messageOf(item.kind)
        const isLate = Date.parse(item.dueAt) < Date.now()
        return (
          <li key={`${item.tenant} ${item.id}`} data-item={item.id}>
            <p><Link to={`/attention/${item.tenant}/${item.id}`}>{what}</Link> {subjectOf(item)}, {item.host}, since <Moment at={item.since} />. {todo}</p>
            <p><span className={item.assignee === null ? 'pill off' : 'pill'}>{item.assignee ?? 'nobody has it'}</span> <span className={isLate ? 'pill back' : 'pill'}>{isLate ? 'overdue since' : 'due'} <Moment at={item.dueAt} /></span></p>
          </li>
        )
      })}
    </ul>
  )
}
