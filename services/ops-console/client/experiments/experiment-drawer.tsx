import { Alert, Button, Drawer, Form, Input, InputNumber, Select } from 'antd'
import { useEffect } from 'react'
import { changeExperiment, createExperiment, type ExperimentView } from '@checkin/registry'
import { settingText, shortName } from '@checkin/registry/words'
import { useNavigate } from 'react-router'
import { call } from '../api/client.ts'
import { useChange, useModules, useModuleSettings, useReleases } from '../api/queries.ts'
import { moduleNamesWith } from '../frame/format.tsx'
import { SettingFields } from '../releases/setting-fields.tsx'
import { declarationOf, effectLabels, type ExperimentForm, firstSettings, formOf } from './experiment-form.ts'
import { metricNames } from './experiment-text.ts'

const fresh: Partial<ExperimentForm> = { arm: 'version', percent: 50, metric: 'completion', effect: 3, errors: 5, days: 28 }

/** Says beforehand what is compared and when it ends, or changes what a planned one says; nothing starts by it. */
export function ExperimentDrawer({ planned, onClose }: { readonly planned?: ExperimentView; readonly onClose: () => void }) {
  const navigate = useNavigate()
  const [modules, releases] = [useModules(), useReleases()]
  const make = useChange<ExperimentView>()
  const [form] = Form.useForm<ExperimentForm>()
  const typed = Form.useWatch([], form) as Partial<ExperimentForm> | undefined
  const { metric = 'completion', arm = 'version', host, module } = { ...fresh, ...planned && formOf(planned), ...typed }
  const versions = modules.data?.find(({ name }) => name === module)?.versions ?? []
  const settable = useModuleSettings(arm === 'settings' ? host : undefined).data?.modules.find((each) => each.module === module)?.settings
  const send = (values: ExperimentForm): void => {
    const body = declarationOf(values, settable)
    make.mutate(
      () => (planned ? call(changeExperiment, { params: { id: planned.id }, body }) : call(createExperiment, { body: { ...body, host: values.host } })),
      { onSuccess: ({ id }) => { onClose(); void navigate(`/experiments/${id}`) } },
    )
  }
  return (
    <Drawer open size={560} title={planned ? 'Change what is declared' : 'Plan an experiment'} onClose={onClose}>
      <Form form={form} layout="vertical" initialValues={planned ? formOf(planned) : fresh} onFinish={send}>
        <Form.Item name="name" label="Name" rules={[{ required: true, min: 3, message: 'Some words by which others know it' }]}><Input maxLength={100} /></Form.Item>
        <Form.Item name="host" label="Host" rules={[{ required: true, message: 'Choose a host' }]}><Select showSearch disabled={planned !== undefined} options={(releases.data?.tenants ?? []).map((each) => ({ value: each.host }))} /></Form.Item>
        <Form.Item name="module" label="Module" rules={[{ required: true, message: 'Choose a module' }]}>
          <Select options={moduleNamesWith(modules.data?.map(({ name }) => name)).map((value) => ({ value, label: shortName(value) }))} onChange={() => { form.setFieldValue('version', undefined) }} />
        </Form.Item>
        <Form.Item name="arm" label="What B is"><Select options={[{ value: 'version', label: 'Another version' }, { value: 'settings', label: 'Other settings' }]} /></Form.Item>
        {arm === 'version' && <Form.Item name="version" label="Version B (A is what the host has)" rules={[{ required: true, message: 'Choose a version' }]}><Select showSearch options={versions.map(({ version }) => ({ value: version }))} /></Form.Item>}
        {arm === 'settings' && host !== undefined && module !== undefined && (settable
          ? <SettingsOfB key={`${host} ${module}`} host={host} module={module} settings={settable} b={planned?.module === module ? planned.settings?.b : undefined} />
          : <Alert type="info" showIcon title={`${host} has no version of ${shortName(module)} with anything to set`} />)}
        <Form.Item name="percent" label="Percent of new sessions in B" rules={[{ required: true, message: 'A percentage up to 50' }]}><InputNumber min={1} max={50} /></Form.Item>
        <Form.Item name="metric" label="Compared by"><Select options={Object.entries(metricNames).map(([value, label]) => ({ value, label }))} /></Form.Item>
        {metric === 'added' && <Form.Item name="currency" label="Currency" rules={[{ required: true, pattern: /^[A-Z]{3}$/, message: 'Three capital letters, such as EUR' }]}><Input maxLength={3} /></Form.Item>}
        <Form.Item name="effect" label={effectLabels[metric]} rules={[{ required: true, message: 'A number' }]}><InputNumber min={metric === 'completion' ? 0.5 : metric === 'time' ? 1 : 0.01} max={metric === 'completion' ? 50 : metric === 'time' ? 1800 : 100_000} /></Form.Item>
        <Form.Item name="errors" label="Two equal arms may be called different, of 100 experiments" rules={[{ required: true, message: 'A number up to 20' }]}><InputNumber min={0.1} max={20} /></Form.Item>
        <Form.Item name="days" label="Ends after days at the latest" rules={[{ required: true, message: 'A number up to 90' }]}><InputNumber min={0.05} max={90} /></Form.Item>
        <Form.Item name="sessions" label="Ends after sessions at the latest (empty is without)"><InputNumber min={100} max={10_000_000} /></Form.Item>
        <Form.Item name="reason" label="Why"><Input.TextArea rows={2} maxLength={500} /></Form.Item>
        {make.error && <Alert type="error" showIcon role="alert" title={make.error.message} />}
        <Button type="primary" htmlType="submit" block loading={make.isPending} style={{ marginBlockStart: 16 }}>{planned ? 'Save it' : 'Plan it'}</Button>
      </Form>
    </Drawer>
  )
}

interface SettingsOfBProps extends Pick<ExperimentForm, 'host' | 'module'>, Pick<Parameters<typeof SettingFields>[0], 'settings'> {
  /** What a planned experiment has in B. */
  readonly b: Parameters<typeof firstSettings>[1]
}

/** The settings of arm B; they begin with those of A, so that what is changed is what is compared. */
function SettingsOfB({ host, module, settings, b }: SettingsOfBProps) {
  const form = Form.useFormInstance<ExperimentForm>()
  const path = ['settings', host, module] as const
  // Once for a host and module: what was typed stays when somebody changes the tenant meanwhile.
  useEffect(() => { if (form.getFieldValue([...path]) === undefined) form.setFieldValue([...path], firstSettings(settings, b)) }, [])
  return <SettingFields settings={settings} path={path} note={({ spec, value }) => `A has ${settingText(value ?? spec.default)}`} />
}
