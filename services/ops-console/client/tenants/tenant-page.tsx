import { Alert, App, Button, Form } from 'antd'
import { Link } from 'react-router'
import { useState } from 'react'
import type { TenantSettings } from '@checkin/internal'
import { useStoreTenant } from '../api/queries.ts'
import { PageHead } from '../frame/page-head.tsx'
import { CallError } from '../api/client.ts'
import { useOperator } from '../api/session.ts'
import { BrandPreview } from './brand-preview.tsx'
import { ChannelFields } from './channel-fields.tsx'
import { CompanyFields } from './company-fields.tsx'
import { withEveryField } from './field-rules.ts'
import { KeepDraft } from './keep-draft.tsx'
import { RuleFields, StepFields } from './rule-fields.tsx'
import { typedSettings, type TypedSettings } from './typed-settings.ts'
import { WithTenantOrDraft, type TenantOrDraft } from './tenant-or-draft.tsx'

/** One tenant's settings. The form keeps the revision that it was opened with, so nobody overwrites what they did not see. */
export function TenantPage() {
  return (
    <WithTenantOrDraft head={(tenant) => (
      <PageHead
        title={tenant.settings.firmName} lead={tenant.host}
        action={<div className="actions"><Link to={`/tenants/${tenant.id}/accounts`}>Accounts at providers</Link><Link to={`/tenants/${tenant.id}/texts`}>Texts and mails</Link><Link to={`/tenants/${tenant.id}/terms`}>Terms</Link><Link to={`/tenants/${tenant.id}/stations`}>Stations</Link><Link to={`/tenants/${tenant.id}/history`}>Revisions and drafts</Link></div>}
      />
    )}>
      {(edited, key) => <TenantForm key={key} {...edited} />}
    </WithTenantOrDraft>
  )
}

/** Edits a tenant, or a draft of it, with a preview beside it. A refusal keeps everything that was typed. */
export function TenantForm({ tenant, draft }: TenantOrDraft) {
  const { message } = App.useApp()
  const operator = useOperator()
  const store = useStoreTenant()
  const [seen, setSeen] = useState(tenant)
  const [form] = Form.useForm<TenantSettings>()
  const typed = Form.useWatch([], { form, preserve: true }) as Partial<TenantSettings> | undefined
  const mayChange = operator.data?.role === 'operator'
  const save = (values: TypedSettings): void => {
    const settings = typedSettings(seen.settings, values)
    store.mutate({ ...seen, settings }, {
      onSuccess: ({ revision = seen.revision }) => {
        setSeen({ ...seen, settings, revision })
        void message.success('Saved. New pages of renters show it within seconds.')
      },
    })
  }
  const settingsNow = (): Promise<TenantSettings | null> => form.validateFields().then((values) => typedSettings(seen.settings, values), () => null)
  const mayStore = draft === undefined && !seen.settings.settingsApproval
  const stale = store.error instanceof CallError && store.error.status === 412
  return (
    <>
      <Form form={form} layout="vertical" initialValues={{ ...tenant.settings, fieldRules: withEveryField(tenant.settings.fieldRules) }} onFinish={save} disabled={!mayChange || store.isPending} scrollToFirstError>
        <div className="pair">
          <div style={{ display: 'grid', gap: 18 }}>
            {!mayChange && <Alert type="info" showIcon title="Only an operator changes a tenant" />}
            <section className="panel"><h2>Company</h2><CompanyFields /></section>
            <section className="panel"><h2>Steps</h2><StepFields /></section>
            <section className="panel"><h2>Text messages and payment</h2><ChannelFields /></section>
            <section className="panel"><h2>Field rules</h2><RuleFields rules={tenant.settings.fieldRules} /></section>
            {store.error && (
              <Alert
                type="error" showIcon role="alert" title={store.error.message}
                {...(stale && { description: 'Look at the current settings before you decide; what you typed stays here until you reload the page.' })}
                {...(stale && { action: <Button size="small" disabled={false} onClick={() => { window.location.reload() }}>Reload</Button> })}
              />
            )}
            {mayStore && <Button type="primary" htmlType="submit" loading={store.isPending} style={{ justifySelf: 'start' }}>Save changes</Button>}
          </div>
          <section className="panel" aria-live="polite">
            <h2>Preview</h2>
            <BrandPreview settings={{ ...seen.settings, ...typed }} />
          </section>
        </div>
      </Form>
      {mayChange && (
        <section className="panel" aria-label="Draft">
          <h2>{mayStore ? 'Or later' : 'Draft'}</h2>
          <p>{seen.settings.settingsApproval ? 'Changes of this tenant wait for a second person.' : 'A draft is compared and previewed first, and applied at once or at an hour.'}</p>
          <KeepDraft key={seen.revision} id={tenant.id} revision={seen.revision} {...draft} label="Keep as a draft" isPrimary={!mayStore} settingsNow={settingsNow} />
        </section>
      )}
    </>
  )
}
