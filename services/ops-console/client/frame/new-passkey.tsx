import { Alert, Button, Form, Input } from 'antd'
import { useNewPasskey } from '../api/session.ts'

/** Makes a passkey under a name by which its holder knows it again. */
export function NewPasskey({ says }: { readonly says: string }) {
  const making = useNewPasskey()
  const [form] = Form.useForm<{ name: string }>()
  return (
    <Form form={form} layout="vertical" requiredMark={false} style={{ maxInlineSize: 420 }} onFinish={({ name }) => { making.mutate(name.trim(), { onSuccess: () => { form.resetFields() } }) }}>
      {making.error && <Alert type="error" showIcon role="alert" title={making.error.message} />}
      <Form.Item name="name" label="Name of the passkey" extra="For example: Laptop, or Key in the safe" rules={[{ required: true, whitespace: true, min: 3, max: 100, message: 'Enter 3 to 100 letters' }]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={making.isPending} block>{says}</Button>
    </Form>
  )
}
