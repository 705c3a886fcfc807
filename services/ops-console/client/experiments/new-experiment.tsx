import { Alert, Button, Drawer, Form, Input, InputNumber, Select } from 'antd'
import { createExperiment, type ExperimentView } from '@checkin/registry'
import { useNavigate } from 'react-router-dom'
import { call } from '../api/client.ts'
import { useChange, useModules, useReleases } from '../api/queries.ts'
import { moduleNamesWith, shortName } from '../frame/format.tsx'
import { effectLabels, type ExperimentForm, experimentOf } from './experiment-form.ts'
import { metricNames } from './experiment-text.ts'

/** Says beforehand what is compared and when it ends; nothing starts by it. */
export function NewExperiment({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const [modules, releases] = [useModules(), useReleases()]
  const make = useChange<ExperimentView>()
  const [form] = Form.useForm<ExperimentForm>()
  const typed = Form.useWatch([], form) as Partial<ExperimentForm> | undefined
  const metric = typed?.metric ?? 'completion'
  const versions = modules.data?.find(({ name }) => name === typed?.module)?.versions ?? []
  const send = (values: ExperimentForm): void => { make.mutate(() => call(createExperiment, { body: experimentOf(values) }), { onSuccess: ({ id }) => { void navigate(`/experiments/${id}`) } }) }
  return (
    <Drawer open size={560} title="Plan an experiment" onClose={onClose}>
      <Form form={form} layout="vertical" initialValues={{ percent: 50, metric: 'completion', effect: 3, errors: 5, days: 28 }} onFinish={send}>
        <Form.Item name="name" label="Name" rules={[{ required: true, min: 3, message: 'Some words by which others know it' }]}><Input maxLength={100} /></Form.Item>
        <Form.Item name="host" label="Host" rules={[{ required: true, message: 'Choose a host' }]}><Select showSearch options={(releases.data?.tenants ?? []).map(({ host }) => ({ value: host }))} /></Form.Item>
        <Form.Item name="module" label="Module" rules={[{ required: true, message: 'Choose a module' }]}>
          <Select options={moduleNamesWith(modules.data?.map(({ name }) => name)).map((value) => ({ value, label: shortName(value) }))} onChange={() => { form.setFieldValue('version', undefined) }} />
        </Form.Item>
        <Form.Item name="version" label="Version B (A is what the host has)" rules={[{ required: true, message: 'Choose a version' }]}><Select showSearch options={versions.map(({ version }) => ({ value: version }))} /></Form.Item>
        <Form.Item name="percent" label="Percent of new sessions in B" rules={[{ required: true, message: 'A percentage up to 50' }]}><InputNumber min={1} max={50} /></Form.Item>
        <Form.Item name="metric" label="Compared by"><Select options={Object.entries(metricNames).map(([value, label]) => ({ value, label }))} /></Form.Item>
        {metric === 'added' && <Form.Item name="currency" label="Currency" rules={[{ required: true, pattern: /^[A-Z]{3}$/, message: 'Three capital letters, such as EUR' }]}><Input maxLength={3} /></Form.Item>}
        <Form.Item name="effect" label={effectLabels[metric]} rules={[{ required: true, message: 'A number' }]}><InputNumber min={metric === 'completion' ? 0.5 : metric === 'time' ? 1 : 0.01} max={metric === 'completion' ? 50 : metric === 'time' ? 1800 : 100_000} /></Form.Item>
        <Form.Item name="errors" label="Two equal versions may be called different, of 100 experiments" rules={[{ required: true, message: 'A number up to 20' }]}><InputNumber min={0.1} max={20} /></Form.Item>
        <Form.Item name="days" label="Ends after days at the latest" rules={[{ required: true, message: 'A number up to 90' }]}><InputNumber min={0.05} max={90} /></Form.Item>
        <Form.Item name="sessions" label="Ends after sessions at the latest (empty is without)"><InputNumber min={100} max={10_000_000} /></Form.Item>
        <Form.Item name="reason" label="Why"><Input.TextArea rows={2} maxLength={500} /></Form.Item>
        {make.error && <Alert type="error" showIcon role="alert" title={make.error.message} />}
        <Button type="primary" htmlType="submit" block loading={make.isPending} style={{ marginBlockStart: 16 }}>Plan it</Button>
      </Form>
    </Drawer>
  )
}
