import { Alert, App, Button } from 'antd'
import { Link, useNavigate, useParams } from 'react-router'
import { useTenant } from '../api/queries.ts'
import { useOperator } from '../api/session.ts'
import { Moment } from '../frame/format.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { KeepDraft } from './keep-draft.tsx'
import { SettingsDifferences } from './settings-differences.tsx'
import { useRestoreSettings, useSettingsRevision } from './settings-queries.ts'

/** One revision of a tenant's settings beside the present ones, and the ways back to it (DEC-321). */
export function RevisionPage() {
  const { id = '', revision = '' } = useParams()
  const number = Number(revision)
  const wanted = useSettingsRevision(id, number)
  const present = useTenant(id).data
  const { message } = App.useApp()
  const navigate = useNavigate()
  const restore = useRestoreSettings()
  const mayChange = useOperator().data?.role === 'operator'
  return (
    <>
      <PageHead title={`Revision ${number}`} lead={`${id}: what it had, beside what it has now`} />
      <QueryResult query={wanted}>
        {({ settings, at, actor }) => (
          <section className="panel">
            <p><Moment at={at} />, {actor}</p>
            {present && <SettingsDifferences before={settings} after={present.settings} names={[`Revision ${number}`, `Now (${present.revision})`]} />}
            {restore.error && <Alert type="error" showIcon role="alert" title={restore.error.message} />}
            {present && mayChange && number === present.revision - 1 && (
              <Button
                style={{ justifySelf: 'start' }} type="primary" loading={restore.isPending}
                onClick={() => { restore.mutate({ id, to: number, present: present.revision }, { onSuccess: () => { void message.success('Taken back. New pages of renters show it within seconds.'); void navigate(`/tenants/${id}/history`) } }) }}
              >
                Take the last change back
              </Button>
            )}
            {present && mayChange && number < present.revision && <KeepDraft id={id} revision={present.revision} label="Make a draft of it" settingsNow={() => Promise.resolve(settings)} />}
          </section>
        )}
      </QueryResult>
      <p><Link to={`/tenants/${id}/history`}>All revisions and drafts</Link></p>
    </>
  )
}
