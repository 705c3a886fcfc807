import type { SettingsHistory, TenantForOperators } from '@checkin/internal'
import { Alert, Button, Upload } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useTenant } from '../api/queries.ts'
import { useOperator } from '../api/session.ts'
import { download } from '../frame/download.ts'
import { Moment } from '../frame/format.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { Paged } from '../frame/paged.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { KeepDraft } from './keep-draft.tsx'
import { useSettingsHistory } from './settings-queries.ts'
import { draftStateNames, readSettingsFile, settingsFile, type ReadFile } from './settings-text.ts'

/** What a tenant's settings were, what is prepared, and their way in and out as a file (DEC-320, DEC-322). */
export function SettingsHistoryPage() {
  const { id = '' } = useParams()
  const history = useSettingsHistory(id)
  const present = useTenant(id).data
  return (
    <>
      <PageHead title="Settings over time" lead={present ? `${present.settings.firmName}, ${present.host}` : id} action={<Link to={`/tenants/${id}`}>Edit the settings</Link>} />
      <QueryResult query={history}>{(data) => <><Drafts id={id} history={data} /><Revisions id={id} history={data} /></>}</QueryResult>
      {present && <AsFile key={present.revision} tenant={present} />}
    </>
  )
}

function Drafts({ id, history: { drafts, needsApproval } }: { readonly id: string; readonly history: SettingsHistory }) {
  return (
    <section className="panel" aria-label="Drafts">
      <h2>Drafts</h2>
      <p>{needsApproval ? 'Changes wait for a second person.' : 'One person may apply a draft; the tenant\'s settings can ask for a second one.'}</p>
      {drafts.length === 0 && <p>Nobody has prepared anything. Edit the settings and keep them as a draft, or take a file in.</p>}
      <ul className="rows">
        {drafts.map(({ draftId, note, state, by, at, fields }) => (
          <li key={draftId} data-state={state}>
            <p><Link to={`/tenants/${id}/drafts/${draftId}`}>{note}</Link> <span className="pill">{draftStateNames[state]}</span></p>
            <p><Moment at={at} />, {by}: {fields.join(', ') || 'nothing'}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Revisions({ id, history: { revisions, revision: present } }: { readonly id: string; readonly history: SettingsHistory }) {
  return (
    <section className="panel" aria-label="Revisions">
      <h2>Revisions</h2>
      <Paged rows={revisions}>
        {(shown) => (
          <ul className="rows">
            {shown.map(({ revision, at, actor, fields }) => (
              <li key={revision}><p>{revision === present ? <b>Revision {revision}, now</b> : <Link to={`/tenants/${id}/revisions/${revision}`}>Revision {revision}</Link>}: <Moment at={at} />, {actor}: {fields.length > 8 ? `${fields.length} settings` : fields.join(', ') || 'the host name'}</p></li>
            ))}
          </ul>
        )}
      </Paged>
    </section>
  )
}

/** Settings leave as a file, and come in as a draft, so that what a file changes is seen before anybody is served by it. */
function AsFile({ tenant: { id, host, revision, settings } }: { readonly tenant: TenantForOperators }) {
  const mayChange = useOperator().data?.role === 'operator'
  const [read, setRead] = useState<ReadFile | null>(null)
  return (
    <section className="panel" aria-label="As a file">
      <h2>As a file</h2>
      <p>For another tenant or another installation. Accounts of providers, documents of terms and whether money is real are not in it.</p>
      <div className="actions">
        <Button onClick={() => { download(`${id}-${revision}.json`, settingsFile(host, revision, settings)) }}>Export the present settings</Button>
        {mayChange && (
          <Upload accept="application/json" maxCount={1} showUploadList={false} beforeUpload={(file) => { void file.text().then((text) => { setRead(readSettingsFile(text, settings)) }); return false }}>
            <Button>Take a file in</Button>
          </Upload>
        )}
      </div>
      {read && 'problem' in read && <Alert type="error" showIcon role="alert" title={read.problem} />}
      {read && 'settings' in read && (read.fields.length === 0 ? <p role="status">The file changes nothing.</p> : (
        <>
          <p role="status">The file changes {read.fields.join(', ')}.</p>
          <KeepDraft id={id} revision={revision} label="Keep the file as a draft" isPrimary settingsNow={() => Promise.resolve(read.settings)} />
        </>
      ))}
    </section>
  )
}
