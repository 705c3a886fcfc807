import { Form, Input, InputNumber, Select, Switch } from 'antd'
import type { Data } from '@checkin/http'
import type { getTenantSettings } from '@checkin/registry'

/** A module of a tenant with what may be set of it. */
export type SettableModule = Data<typeof getTenantSettings>['modules'][number]
type Setting = SettableModule['settings'][number]
type Values = Readonly<Record<string, Setting['value']>>

/** What is set where these values are typed: what has its default is not, so that a later version's default then holds by itself. */
export const typedSettings = (settings: SettableModule['settings'], values: Values) =>
  Object.fromEntries(settings.flatMap(({ name, spec }) => { const value = values[name] ?? spec.default; return value === spec.default ? [] : [[name, value]] }))

interface SettingFieldsProps {
  readonly settings: SettableModule['settings']
  /** Where the form keeps them. */
  readonly path: readonly string[]
  /** What is said of each beside its name and bounds. */
  readonly note?: (setting: Setting) => string
}

/** A control for each setting of a module, with what it is for. */
export function SettingFields({ settings, path, note }: SettingFieldsProps) {
  return settings.map((setting) => {
    const { name, spec } = setting
    return (
      <Form.Item
        key={name} name={[...path, name]} label={spec.says} extra={`${name}, ${boundsOf(spec)}${note ? `; ${note(setting)}` : ''}`}
        {...(spec.kind === 'switch' && { valuePropName: 'checked' })}
      >
        {controlOf(spec)}
      </Form.Item>
    )
  })
}

function controlOf(spec: Setting['spec']) {
  switch (spec.kind) {
    case 'switch': return <Switch />
    case 'number': return <InputNumber min={spec.least} max={spec.most} />
    case 'choice': return <Select options={spec.choices.map((value) => ({ value }))} />
    case 'text': return <Input maxLength={spec.longest} />
  }
}

function boundsOf(spec: Setting['spec']): string {
  switch (spec.kind) {
    case 'switch': return spec.default ? 'on by default' : 'off by default'
    case 'number': return `${spec.least} to ${spec.most}, ${spec.default} by default`
    case 'choice': return `${spec.default} by default`
    case 'text': return spec.default === '' ? 'empty by default' : `"${spec.default}" by default`
  }
}
