import { Alert, Button, Form, Input, Select } from 'antd'
import type { Data } from '@checkin/http'
import { createPreview } from '@checkin/registry'
import { shortName } from '@checkin/registry/words'
import { call } from '../api/client.ts'
import { useChange, useModules } from '../api/queries.ts'
import { moduleNamesWith } from '../frame/format.tsx'

/** A signed link that shows other versions at the tenant's address for previews, in browsers of who made it, for four hours. */
export function Preview({ host }: { readonly host: string }) {
  const modules = useModules()
  const change = useChange<MadePreview>()
  const [form] = Form.useForm<{ module: string; version: string; reason: string }>()
  const module = Form.useWatch('module', form)
  const versions = modules.data?.find(({ name }) => name === module)?.versions ?? []
  return (
    <>
      <h2>Preview</h2>
      <Form
        form={form} layout="vertical" requiredMark={false}
        onFinish={({ module: name, version, reason }) => { change.mutate(() => call(createPreview, { params: { host }, body: { modules: { [name]: version }, hours: 4, reason } })) }}
      >
        <div className="form">
          <Form.Item name="module" label="Module" rules={[{ required: true, message: 'Choose a module' }]}><Select options={moduleNamesWith(modules.data?.map(({ name }) => name)).map((value) => ({ value, label: shortName(value) }))} /></Form.Item>
          <Form.Item name="version" label="Version" rules={[{ required: true, message: 'Choose a version' }]}><Select options={versions.map(({ version }) => ({ value: version }))} /></Form.Item>
        </div>
        <Form.Item name="reason" label="Why" initialValue=""><Input maxLength={500} /></Form.Item>
        <Button htmlType="submit" loading={change.isPending}>Make a link</Button>
      </Form>
      {change.error && <Alert type="error" showIcon role="alert" title={change.error.message} />}
      {change.data && <PreviewLink host={host} made={change.data} />}
    </>
  )
}

/** A signed link, as the registry answers it once. */
export type MadePreview = Pick<Data<typeof createPreview>, 'siteHost' | 'path' | 'expiresAt'>

/** A site, on the same port arithmetic as the console: one below it. Behind a proxy both are without a port. */
export const siteOf = (host: string): string => {
  const { protocol, port } = window.location
  return `${protocol}//${host}${port === '' ? '' : `:${Number(port) - 1}`}`
}

/** The way into a preview, and how long it holds. */
export const PreviewLink = ({ host, made }: { readonly host: string; readonly made: MadePreview }) => (
  <Alert type="success" showIcon title={<a href={siteOf(made.siteHost ?? host) + made.path} target="_blank" rel="noreferrer">Open the preview</a>} description={`Holds until ${new Date(made.expiresAt).toLocaleString('en-GB')}; shown this once. It opens in your browsers alone: a colleague makes one of his own.`} />
)
