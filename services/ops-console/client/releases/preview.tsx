import { Alert, Button, Form, Input, Select } from 'antd'
import { useAct, useModules, type TenantRelease } from '../api/registry.ts'
import { moduleNames, shortName } from './modules.ts'

interface PreviewProps { readonly tenant: TenantRelease }

interface Made { readonly path: string; readonly expiresAt: string }

/** The tenant's own site, on the same port arithmetic as the console: one below it. Behind a proxy both are without a port. */
const siteOf = (host: string): string => {
  const { protocol, port } = window.location
  return `${protocol}//${host}${port === '' ? '' : `:${Number(port) - 1}`}`
}

/** A signed link that shows other versions on the tenant's real site to whoever opens it, for four hours. */
export function Preview({ tenant }: PreviewProps) {
  const modules = useModules()
  const act = useAct<Made>()
  const [form] = Form.useForm<{ module: string; version: string; reason: string }>()
  const module = Form.useWatch('module', form)
  const versions = modules.data?.find(({ name }) => name === module)?.versions ?? []
  return (
    <>
      <h2>Preview</h2>
      <Form
        form={form} layout="vertical" requiredMark={false}
        onFinish={({ module: name, version, reason }) => { act.mutate({ path: `/tenants/${tenant.host}/previews`, method: 'POST', body: { modules: { [name]: version }, hours: 4, reason } }) }}
      >
        <div className="form">
          <Form.Item name="module" label="Module" rules={[{ required: true, message: 'Choose a module' }]}><Select options={moduleNames.map((value) => ({ value, label: shortName(value) }))} /></Form.Item>
          <Form.Item name="version" label="Version" rules={[{ required: true, message: 'Choose a version' }]}><Select options={versions.map(({ version }) => ({ value: version }))} /></Form.Item>
        </div>
        <Form.Item name="reason" label="Why" initialValue=""><Input maxLength={500} /></Form.Item>
        <Button htmlType="submit" loading={act.isPending}>Make a link</Button>
      </Form>
      {act.error && <Alert type="error" showIcon role="alert" title={act.error.message} />}
      {act.data && <Alert type="success" showIcon title={<a href={siteOf(tenant.host) + act.data.path} target="_blank" rel="noreferrer">Open the preview</a>} description={`Holds until ${new Date(act.data.expiresAt).toLocaleString('en-GB')}; shown this once.`} />}
    </>
  )
}
