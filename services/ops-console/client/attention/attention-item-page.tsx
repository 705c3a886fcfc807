import { Alert, App, Button, Input, Select, Space } from 'antd'
import { useId, useState } from 'react'
import { Link, useParams } from 'react-router'
import { type AttentionHistory, type AttentionRequest, internalContract, resolutions } from '@checkin/internal'
import { call } from '../api/client.ts'
import { useAttentionItem, useChange } from '../api/queries.ts'
import { useOperator } from '../api/session.ts'
import { Moment, momentText } from '../frame/format.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { deedText, messageOf, resolutionNames, subjectOf } from './attention-text.ts'

/** One piece of work at an address of its own: what it is, what was done about it, and what one can do (DEC-222). */
export function AttentionItemPage() {
  const { tenant = '', item = '' } = useParams()
  const history = useAttentionItem(tenant, item)
  const [what, todo] = messageOf(history.data?.item.kind ?? '')
  return (
    <>
      <PageHead title={what.replace(/\.$/, '') || 'Needs a person'} lead={history.data ? `${subjectOf(history.data.item)}, ${history.data.item.host}. ${todo}` : 'Somebody has to look at this'} />
      <QueryResult query={history}>{(data) => <Item data={data} />}</QueryResult>
      <p><Link to="/attention">Everything that needs a person</Link></p>
    </>
  )
}

function Item({ data: { item, changes } }: { readonly data: AttentionHistory }) {
  const operator = useOperator().data
  const mayAct = operator?.role === 'operator' || operator?.role === 'approver'
  return (
    <div className="pair">
      <section className="panel" aria-label="What was done">
        <h2>What was done</h2>
        <p>Since <Moment at={item.since} />. {item.resolution === null ? <>{item.assignee === null ? 'Nobody has it yet' : `${item.assignee} has it`}, due <Moment at={item.dueAt} />.</> : `Resolved: ${resolutionNames[item.resolution]}.`}</p>
        {changes.length === 0 && <p>Nobody has done anything about it yet.</p>}
        <ul className="rows">
          {changes.map(({ version, at, actor, comment, ...deed }) => <li key={version}><p><Moment at={at} />, {actor} {deedText(deed, momentText)}</p>{comment !== '' && <p>“{comment}”</p>}</li>)}
        </ul>
      </section>
      {mayAct && <Deeds key={item.version} item={item} self={operator.label} />}
    </div>
  )
}

/** What one can do; each deed names the version that was seen, so that of two people at once the second looks again. */
function Deeds({ item, self }: { readonly item: AttentionHistory['item']; readonly self: string }) {
  const { message } = App.useApp()
  const change = useChange()
  const ids = { comment: useId(), person: useId(), due: useId() }
  const [comment, setComment] = useState('')
  const [person, setPerson] = useState('')
  const [due, setDue] = useState('')
  const [reason, setReason] = useState<(typeof resolutions)[number] | null>(null)
  const isOpen = item.resolution === null
  const act = (request: AttentionRequest, done: string): void => {
    change.mutate(() => call(internalContract.changeAttention, { params: { id: item.tenant, item: item.id }, body: request }, { ifMatch: item.version }), { onSuccess: () => { void message.success(done) } })
  }
  return (
    <section className="panel" aria-label="What to do">
      <h2>What to do</h2>
      {change.error && <Alert type="error" showIcon role="alert" title={change.error.message} />}
      <label htmlFor={ids.comment}>Comment, for colleagues; no personal data</label>
      <Input.TextArea id={ids.comment} rows={2} maxLength={1000} value={comment} onChange={({ target }) => { setComment(target.value) }} />
      <div className="actions">
        <Button disabled={comment.trim() === ''} loading={change.isPending} onClick={() => { act({ action: 'comment', comment }, 'The comment is kept') }}>Add the comment</Button>
        {isOpen && item.assignee !== self && <Button type="primary" loading={change.isPending} onClick={() => { act({ action: 'assign', assignee: self, comment }, 'It is yours') }}>Take it</Button>}
        {isOpen && item.assignee !== null && <Button loading={change.isPending} onClick={() => { act({ action: 'assign', assignee: null, comment }, 'Nobody has it now') }}>Give it back</Button>}
        {!isOpen && <Button loading={change.isPending} onClick={() => { act({ action: 'reopen', comment }, 'It is on the list again') }}>Open it again</Button>}
      </div>
      {isOpen && (
        <>
          <label htmlFor={ids.person}>Another person</label>
          <Space.Compact block>
            <Input id={ids.person} maxLength={100} value={person} placeholder="name at the console" onChange={({ target }) => { setPerson(target.value) }} />
            <Button disabled={person.trim() === ''} loading={change.isPending} onClick={() => { act({ action: 'assign', assignee: person, comment }, `${person} has it`) }}>Assign</Button>
          </Space.Compact>
          <label htmlFor={ids.due}>Due, in your time zone</label>
          <Space.Compact block>
            <Input id={ids.due} type="datetime-local" value={due} onChange={({ target }) => { setDue(target.value) }} />
            <Button disabled={due === ''} loading={change.isPending} onClick={() => { act({ action: 'due', dueAt: new Date(due).toISOString(), comment }, 'The due time is set') }}>Set the due time</Button>
          </Space.Compact>
          <label>Why it is resolved
            <Select aria-label="Why it is resolved" style={{ inlineSize: '100%' }} placeholder="Choose a reason" value={reason} options={resolutions.map((value) => ({ value, label: resolutionNames[value] }))} onChange={(value) => { setReason(value) }} />
          </label>
          <Button style={{ justifySelf: 'start' }} disabled={reason === null} loading={change.isPending} onClick={() => { if (reason) act({ action: 'resolve', reason, comment }, 'Resolved') }}>Resolve</Button>
        </>
      )}
    </section>
  )
}
