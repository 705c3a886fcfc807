import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Select, Steps } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { internalContract as internal, type TenantSummary } from '@checkin/internal'
import { call } from '../api/client.ts'
import { useTenants } from '../api/queries.ts'
import { useOperator } from '../api/session.ts'
import { PageHead } from '../frame/page-head.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { BrandPreview } from '../tenants/brand-preview.tsx'
import { BrandFields, ContactFields, PolicyFields } from '../tenants/company-fields.tsx'
import { withEveryField } from '../tenants/field-rules.ts'
import { LanguageField, RuleFields, StepFields } from '../tenants/rule-fields.tsx'
import { typedSettings } from '../tenants/typed-settings.ts'
import { bareSettings, copiedFrom, forgetDraft, keepDraft, pages, readDraft, type NewTenant } from './new-tenant.ts'
import { Review } from './review.tsx'
import { useNewTenant } from './use-new-tenant.ts'

/** A new tenant in a few pages, as a copy of another if wished. What is typed stays in this tab until the tenant is made. */
export function NewTenantPage() {
  const tenants = useTenants()
  const mayMake = useOperator().data?.role === 'operator'
  return (
    <>
      <PageHead title="A new tenant" lead="From its name to a check-in page that answers; nothing is stored before the last page" />
      {mayMake ? <QueryResult query={tenants}>{(rows) => <Wizard tenants={rows} />}</QueryResult> : <section className="panel"><p>Only an operator makes a tenant.</p></section>}
    </>
  )
}

/** Names of fields of the settings, so that their parts can be used in a form of their own. */
type Typed = NewTenant['settings'] & { readonly wizard: Pick<NewTenant, 'id' | 'host' | 'source' | 'versionsOf'> }

function Wizard({ tenants }: { readonly tenants: readonly TenantSummary[] }) {
  const navigate = useNavigate()
  const [kept] = useState(() => readDraft(sessionStorage))
  const [page, setPage] = useState(kept?.page ?? 0)
  const [base, setBase] = useState(kept?.typed.settings ?? bareSettings)
  const [form] = Form.useForm<Typed>()
  const make = useNewTenant()
  const first = { id: '', host: '', source: '', versionsOf: tenants[0]?.host ?? '' }
  const typedNow = (): NewTenant => {
    const { wizard, ...values } = form.getFieldsValue(true) as Typed
    return { ...first, ...wizard, settings: typedSettings(base, values) }
  }
  const goes = (to: number): void => {
    keepDraft(sessionStorage, { page: to, typed: typedNow() })
    setPage(to)
  }
  const copying = useMutation({
    mutationFn: (id: string) => (id === '' ? Promise.resolve(null) : call(internal.getTenant, { params: { id } })),
    onSuccess: (from, source) => {
      const wizard = form.getFieldValue('wizard') as Typed['wizard']
      // Another one was chosen while this one was on its way.
      if (wizard.source !== source) return
      const settings = from ? copiedFrom(from.settings) : bareSettings
      setBase(settings)
      form.setFieldsValue({ ...settings, fieldRules: withEveryField(settings.fieldRules), wizard: { ...wizard, ...(from && { versionsOf: from.host }) } })
      keepDraft(sessionStorage, { page, typed: typedNow() })
    },
  })
  const send = (): void => {
    const typed = typedNow()
    make.mutate(typed, { onSuccess: () => { forgetDraft(sessionStorage); void navigate(`/tenants/${typed.id}/accounts?host=${encodeURIComponent(typed.host)}`) } })
  }
  return (
    <Form<Typed>
      form={form} layout="vertical" preserve initialValues={{ ...base, fieldRules: withEveryField(base.fieldRules), wizard: kept ? partsOf(kept.typed) : first }} scrollToFirstError disabled={make.isPending}
      onValuesChange={() => { keepDraft(sessionStorage, { page, typed: typedNow() }) }} onFinish={() => { if (page < pages.length - 1) goes(page + 1); else send() }}
    >
      <section className="panel" aria-label={`Page ${page + 1} of ${pages.length}: ${pages[page] ?? ''}`}>
        <Steps size="small" responsive current={page} items={pages.map((title) => ({ title }))} />
        <h2>{pages[page]}</h2>
        {page === 0 && <BeginFields tenants={tenants} onSource={copying.mutate} />}
        {page === 1 && <div className="pair"><div className="form"><BrandFields /></div><Form.Item noStyle shouldUpdate>{() => <BrandPreview settings={typedNow().settings} />}</Form.Item></div>}
        {page === 2 && <div className="form"><LanguageField /><ContactFields /></div>}
        {page === 3 && <><div className="form"><PolicyFields /></div><StepFields withLanguages={false} /><RuleFields rules={base.fieldRules} /></>}
        {page === 4 && <Review tenant={typedNow()} />}
        {copying.error && <Alert type="error" showIcon role="alert" title={copying.error.message} description="Choose the tenant to copy once more." />}
        {make.error && <Alert type="error" showIcon role="alert" title={make.error.message} description="Nothing that you typed is lost." />}
        <div className="actions">
          {page > 0 && <Button onClick={() => { goes(page - 1) }}>Back</Button>}
          <Button type="primary" htmlType="submit" loading={make.isPending || copying.isPending}>{page === pages.length - 1 ? 'Make the tenant' : 'Next'}</Button>
        </div>
      </section>
    </Form>
  )
}

const partsOf = ({ id, host, source, versionsOf }: NewTenant): Typed['wizard'] => ({ id, host, source, versionsOf })

function BeginFields({ tenants, onSource }: { readonly tenants: readonly TenantSummary[]; readonly onSource: (source: string) => void }) {
  const isNew = (name: 'id' | 'host') => (_rule: unknown, value: string): Promise<void> => (tenants.some((tenant) => tenant[name] === value) ? Promise.reject(new Error('Another tenant has it')) : Promise.resolve())
  const hosts = tenants.map(({ id, host }) => ({ value: id, label: host }))
  return (
    <div className="form">
      <Form.Item name={['wizard', 'id']} label="Short name, for addresses and files; it never changes" rules={[{ required: true, pattern: /^[a-z][a-z0-9-]{1,39}$/, message: 'Small letters, digits and hyphens, from 2 to 40' }, { validator: isNew('id') }]}><Input autoComplete="off" /></Form.Item>
      <Form.Item name={['wizard', 'host']} label="Host name of its check-in" rules={[{ required: true, pattern: /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, message: 'A host name such as checkin.company.com' }, { validator: isNew('host') }]}><Input autoComplete="off" /></Form.Item>
      <Form.Item name={['wizard', 'source']} label="Copy rules and languages of"><Select showSearch={{ optionFilterProp: 'label' }} options={[{ value: '', label: 'nobody: begin bare' }, ...hosts]} onChange={onSource} /></Form.Item>
      <Form.Item name={['wizard', 'versionsOf']} label="Its renters get the versions of" rules={[{ required: true, message: 'Whose versions' }]}><Select showSearch options={tenants.map(({ host }) => ({ value: host }))} /></Form.Item>
    </div>
  )
}
