import { Alert, App, Button, Form, Input, InputNumber, Select, Switch } from 'antd'
import { useState } from 'react'
import { useAct, useModuleSettings, type Change, type ModuleSettings as OneModule, type SettingSpec, type SettingValue } from '../api/registry.ts'
import { useOperator } from '../api/session.ts'
import { Asked } from '../frame/asked.tsx'
import { shortName } from './modules.ts'

interface ModuleSettingsProps { readonly host: string }

/** What may be set about the modules of a tenant, each with what it is for. It changes like a release: a revision that can be taken back. */
export function ModuleSettings({ host }: ModuleSettingsProps) {
  const settings = useModuleSettings(host)
  return (
    <Asked query={settings}>
      {({ revision, modules }) => (
        modules.length === 0
          ? <p>None of this tenant's module versions has anything to set.</p>
          : <>{modules.map((module) => <SettingsForm key={`${module.module}@${module.version}`} host={host} revision={revision} module={module} />)}</>
      )}
    </Asked>
  )
}

interface SettingsFormProps extends ModuleSettingsProps {
  readonly revision: number
  readonly module: OneModule
}

interface Typed {
  readonly values: Readonly<Record<string, SettingValue | null>>
  readonly reason: string
}

/** What was typed stays when somebody else changes the tenant meanwhile; saving then says so. */
function SettingsForm({ host, revision, module: { module, version, settings } }: SettingsFormProps) {
  const { message } = App.useApp()
  const mayChange = useOperator().data?.role === 'operator'
  const [seen, setSeen] = useState(revision)
  const act = useAct<{ change?: Change; revision?: number }>()
  const save = ({ values, reason }: Typed): void => {
    // What has its default is not set: a later version's default then holds by itself.
    const set = Object.fromEntries(settings.flatMap(({ name, spec }) => { const value = values[name] ?? spec.default; return value === spec.default ? [] : [[name, value]] }))
    act.mutate({ path: `/tenants/${host}/pointer`, method: 'PUT', ifMatch: seen, body: { settings: { [module]: set }, reason } }, {
      onSuccess: (answer) => {
        setSeen(answer.revision ?? seen)
        void message.success(answer.change ? `Change ${answer.change.id} waits for a second person` : 'New sessions get it from now on')
      },
    })
  }
  return (
    <Form<Typed>
      layout="vertical" requiredMark={false} disabled={!mayChange || act.isPending} onFinish={save} aria-label={`Settings of ${shortName(module)}`}
      initialValues={{ reason: '', values: Object.fromEntries(settings.map(({ name, spec, value }) => [name, value ?? spec.default])) }}
    >
      <h3>{shortName(module)} {version}</h3>
      <div className="form">
        {settings.map(({ name, spec }) => (
          <Form.Item
            key={name} name={['values', name]} label={spec.says} extra={`${name}, ${boundsOf(spec)}`}
            {...(spec.kind === 'switch' && { valuePropName: 'checked' })}
          >
            {controlOf(spec)}
          </Form.Item>
        ))}
        <Form.Item name="reason" label="Why"><Input maxLength={500} placeholder="One sentence that the audit keeps" /></Form.Item>
      </div>
      {act.error && <Alert type="error" showIcon role="alert" title={act.error.message} />}
      {mayChange && <Button htmlType="submit" loading={act.isPending}>Save settings</Button>}
    </Form>
  )
}

function controlOf(spec: SettingSpec) {
  switch (spec.kind) {
    case 'switch': return <Switch />
    case 'number': return <InputNumber min={spec.least} max={spec.most} />
    case 'choice': return <Select options={spec.choices.map((value) => ({ value }))} />
    case 'text': return <Input maxLength={spec.longest} />
  }
}

function boundsOf(spec: SettingSpec): string {
  switch (spec.kind) {
    case 'switch': return spec.default ? 'on unless told' : 'off unless told'
    case 'number': return `${spec.least} to ${spec.most}, ${spec.default} unless told`
    case 'choice': return `${spec.default} unless told`
    case 'text': return spec.default === '' ? 'empty unless told' : `"${spec.default}" unless told`
  }
}
