import type { DraftDecision, SettingsDraft } from '@checkin/internal'
import { Alert, App, Button, Input } from 'antd'
import { useId, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useTenant } from '../api/queries.ts'
import { useOperator } from '../api/session.ts'
import { Moment } from '../frame/format.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { RealPage } from './real-page.tsx'
import { SettingsDifferences } from './settings-differences.tsx'
import { useDecideDraft, useSettingsDraft } from './settings-queries.ts'
import { draftStateNames } from './settings-text.ts'

/** One draft at an address of its own: what it changes, how it would look, and what one may do about it (DEC-320). */
export function DraftPage() {
  const { id = '', draft: draftId = '' } = useParams()
  const draft = useSettingsDraft(id, draftId)
  const host = useTenant(id).data?.host
  return (
    <>
      <PageHead title="Draft of settings" lead={`${id}: nobody is served by it until it is applied`} />
      <QueryResult query={draft}>
        {(data) => (
          <div className="pair">
            <div style={{ display: 'grid', gap: 18 }}>
              <section className="panel">
                <h2>{data.draft.note}</h2>
                <DraftState draft={data.draft} />
                <SettingsDifferences before={data.base} after={data.settings} names={[`Revision ${data.draft.baseRevision}`, 'Draft']} />
              </section>
              <Deeds key={data.draft.state} id={id} draft={data.draft} />
            </div>
            <div style={{ display: 'grid', gap: 18 }}>
              {host !== undefined && <RealPage key={data.draft.at} host={host} draftId={draftId} />}
              <section className="panel"><h2>Preview</h2><BrandPreview settings={data.settings} /></section>
            </div>
          </div>
        )}
      </QueryResult>
      <p><Link to={`/tenants/${id}/history`}>All revisions and drafts</Link></p>
    </>
  )
}

function DraftState({ draft: { state, by, at, applyAt, decidedBy, decidedAt, appliedRevision, problem } }: { readonly draft: SettingsDraft }) {
  return (
    <>
      <p>
        <span className="pill" data-state={state}>{draftStateNames[state]}</span> by {by}, <Moment at={at} />
        {decidedBy !== null && decidedAt !== null && <>; decided by {decidedBy}, <Moment at={decidedAt} /></>}
        {applyAt !== null && <>; for <Moment at={applyAt} /></>}
        {appliedRevision !== null && `; revision ${appliedRevision}`}
      </p>
      {problem !== '' && <Alert type="warning" showIcon title={problem} description="The tenant stays as it is. Begin another draft from the present settings." />}
    </>
  )
}

/** What one may do about a draft that has not ended. */
function Deeds({ id, draft: { draftId, state, by } }: { readonly id: string; readonly draft: SettingsDraft }) {
  const { message } = App.useApp()
  const operator = useOperator().data
  const decision = useDecideDraft()
  const navigate = useNavigate()
  const hourId = useId()
  const [hour, setHour] = useState('')
  const [isOperator, isApprover] = [operator?.role === 'operator', operator?.role === 'approver']
  if (!['draft', 'waiting', 'approved'].includes(state) || !(isOperator || isApprover)) return null
  const decide = (chosen: DraftDecision): void => {
    decision.mutate({ id, draftId, decision: chosen }, { onSuccess: ({ draft }) => { void message.info(draftStateNames[draft.state]) } })
  }
  return (
    <section className="panel" aria-label="What to do">
      <h2>What to do</h2>
      {decision.error && <Alert type="error" showIcon role="alert" title={decision.error.message} />}
      {state === 'draft' && isOperator && (
        <>
          <label htmlFor={hourId}>When, in your time zone; empty for at once</label>
          <Input id={hourId} type="datetime-local" value={hour} onChange={({ target }) => { setHour(target.value) }} />
        </>
      )}
      <div className="actions">
        {state === 'draft' && isOperator && <Button type="primary" loading={decision.isPending} onClick={() => { decide({ action: 'submit', applyAt: hour === '' ? null : new Date(hour).toISOString() }) }}>Submit</Button>}
        {state === 'draft' && isOperator && <Button onClick={() => { void navigate(`/tenants/${id}?draft=${draftId}`) }}>Edit</Button>}
        {state === 'draft' && isOperator && <Button onClick={() => { void navigate(`/tenants/${id}/texts?draft=${draftId}`) }}>Edit texts</Button>}
        {state === 'draft' && isOperator && <Button onClick={() => { void navigate(`/tenants/${id}/stations?draft=${draftId}`) }}>Edit stations</Button>}
        {state === 'waiting' && isApprover && by !== operator?.label && <Button type="primary" loading={decision.isPending} onClick={() => { decide({ action: 'approve' }) }}>Approve</Button>}
        <Button loading={decision.isPending} onClick={() => { decide({ action: 'reject' }) }}>Give it up</Button>
      </div>
      {state === 'waiting' && isOperator && <p>An approver who is somebody else than {by} approves it here.</p>}
    </section>
  )
}
