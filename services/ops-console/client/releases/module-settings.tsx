import { Alert, App, Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { Data } from '@checkin/http'
import { setPointer } from '@checkin/registry'
import { shortName } from '@checkin/registry/words'
import { call } from '../api/client.ts'
import { useChange, useModuleSettings } from '../api/queries.ts'
import { useOperator } from '../api/session.ts'
import { QueryResult } from '../frame/query-result.tsx'
import { type SettableModule, SettingFields, typedSettings } from './setting-fields.tsx'

interface ModuleSettingsProps { readonly host: string }

/** What may be set about the modules of a tenant, each with what it is for. It changes like a release: a revision that can be rolled back. */
export function ModuleSettings({ host }: ModuleSettingsProps) {
  const settings = useModuleSettings(host)
  return (
    <QueryResult query={settings}>
      {({ revision, modules }) => (
        modules.length === 0
          ? <p>None of this tenant's module versions has anything to set.</p>
          : <>{modules.map((module) => <SettingsForm key={`${module.module}@${module.version}`} host={host} revision={revision} module={module} />)}</>
      )}
    </QueryResult>
  )
}

interface SettingsFormProps extends ModuleSettingsProps {
  readonly revision: number
  readonly module: SettableModule
}

interface Typed {
  readonly values: Parameters<typeof typedSettings>[1]
  readonly reason: string
}

/** What was typed stays when somebody else changes the tenant meanwhile; saving then says so. */
function SettingsForm({ host, revision, module: { module, version, settings } }: SettingsFormProps) {
  const { message } = App.useApp()
  const mayChange = useOperator().data?.role === 'operator'
  const [seen, setSeen] = useState(revision)
  const change = useChange<Data<typeof setPointer>>()
  const save = ({ values, reason }: Typed): void => {
    const set = typedSettings(settings, values)
    change.mutate(() => call(setPointer, { params: { host }, body: { settings: { [module]: set }, reason } }, { ifMatch: seen }), {
      onSuccess: (answer) => {
        if ('revision' in answer) setSeen(answer.revision)
        void message.success('change' in answer ? `Change ${answer.change.id} waits for a second person` : 'New sessions get it from now on')
      },
    })
  }
  return (
    <Form<Typed>
      layout="vertical" requiredMark={false} disabled={!mayChange || change.isPending} onFinish={save} aria-label={`Settings of ${shortName(module)}`}
      initialValues={{ reason: '', values: Object.fromEntries(settings.map(({ name, spec, value }) => [name, value ?? spec.default])) }}
    >
      <h3>{shortName(module)} {version}</h3>
      <div className="form">
        <SettingFields settings={settings} path={['values']} />
        <Form.Item name="reason" label="Why"><Input maxLength={500} placeholder="One sentence that the audit keeps" /></Form.Item>
      </div>
      {change.error && <Alert type="error" showIcon role="alert" title={change.error.message} />}
      {mayChange && <Button htmlType="submit" loading={change.isPending}>Save settings</Button>}
    </Form>
  )
}
