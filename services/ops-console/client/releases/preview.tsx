import { Alert, Button, Form, Input, Select } from 'antd'
import { useAct, useModules, type TenantRelease } from '../api/registry.ts'
import { moduleNames, shortName } from './modules.ts'
import { PreviewLink, type MadePreview } from './preview-link.tsx'

interface PreviewProps { readonly tenant: TenantRelease }

/** A signed link that shows other versions on the tenant's real site to whoever opens it, for four hours. */
export function Preview({ tenant }: PreviewProps) {
  const modules = useModules()
  const act = useAct<MadePreview>()
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
      {act.data && <PreviewLink host={tenant.host} made={act.data} />}
    </>
  )
}
