import { Alert, App, Button, Checkbox, Drawer, Form, Input, InputNumber, Select } from 'antd'
import type { Data } from '@checkin/http'
import { createPlan, setPointers, type TenantSummary } from '@checkin/registry'
import { shortName } from '@checkin/registry/words'
import { call, CallError } from '../api/client.ts'
import { useChange, useModules } from '../api/queries.ts'
import { moduleNamesWith } from '../frame/format.tsx'
import { RollOutPreview } from './roll-out-preview.tsx'
import { changeOf, groupValue, isInWaves, planOf, type RollOutForm } from './roll-out-form.ts'
import { RollOutWaves } from './roll-out-waves.tsx'

interface RollOutProps {
  readonly tenants: readonly TenantSummary[]
  /** Revision of the list of tenants that is on the screen. */
  readonly revision: number
  readonly onClose: () => void
}

/** Builds a rollout: what, for whom, how many, when; shows who would get what before anything happens. */
export function RollOut({ tenants, revision, onClose }: RollOutProps) {
  const { message } = App.useApp()
  const modules = useModules()
  const change = useChange<Data<typeof createPlan> | Data<typeof setPointers>>()
  const [form] = Form.useForm<RollOutForm>()
  const typed = Form.useWatch([], form) as Partial<RollOutForm> | undefined
  const versions = modules.data?.find(({ name }) => name === typed?.module)?.versions ?? []
  const isBySource = (typed?.sources ?? []).length > 0
  const groups = [...Map.groupBy(tenants.flatMap(({ host, groups: names = [] }) => names.map((name) => ({ name, host }))), ({ name }) => name)].sort(([one], [other]) => one.localeCompare(other))
  /** A group that is chosen stands for its tenants. */
  const withoutGroups = (hosts: readonly string[]): string[] =>
    [...new Set(hosts.flatMap((host) => groups.find(([group]) => host === groupValue(group))?.[1].map((member) => member.host) ?? [host]))]
  const reach = [...groups.map(([group, { length }]) => ({ value: groupValue(group), label: `the group ${group} (${length})` })), ...tenants.map(({ host }) => ({ value: host }))]
  const inWaves = isInWaves(typed ?? {})
  const reached = inWaves ? withoutGroups((typed?.waves ?? []).flatMap(({ members = [] }) => members)) : typed?.hosts ?? []
  const submit = (values: RollOutForm): void => {
    const send = () => (values.how === 'plan' ? call(createPlan, { body: planOf(values) }) : call(setPointers, { body: changeOf(values) }, { ifMatch: revision }))
    change.mutate(send, {
      onSuccess: (answer) => {
        void message.success('change' in answer ? `Change ${answer.change.id} waits ${answer.change.needs.length > 0 ? 'for a second person' : 'for its hour'}` : 'New sessions get it from now on')
        onClose()
      },
    })
  }
  const stale = change.error instanceof CallError && change.error.status === 412
  return (
    <Drawer open size={560} title="Roll out a version" onClose={onClose}>
      <Form form={form} layout="vertical" initialValues={{ how: 'plan', percent: 10, steps: '1, 10, 50, 100', dwellMinutes: 60, waves: [{ members: [] }, { members: [] }] }} onFinish={submit}>
        <Form.Item name="module" label="Module" rules={[{ required: true, message: 'Choose a module' }]}>
          <Select options={moduleNamesWith(modules.data?.map(({ name }) => name)).map((value) => ({ value, label: shortName(value) }))} onChange={() => { form.setFieldValue('version', undefined) }} />
        </Form.Item>
        <Form.Item name="version" label="Version" rules={[{ required: true, message: 'Choose a version' }]}>
          <Select showSearch options={versions.map(({ version, publishedBy }) => ({ value: version, label: `${version} (${publishedBy})` }))} />
        </Form.Item>
        {!inWaves && (
          <Form.Item name="hosts" label="Hosts" rules={[{ required: true, message: 'Choose at least one host' }]}>
            <Select mode="multiple" options={[{ value: 'all', label: 'all tenants (a second person looks at it)' }, ...reach]} onChange={(hosts: string[]) => { form.setFieldValue('hosts', withoutGroups(hosts)) }} />
          </Form.Item>
        )}
        <Form.Item name="how" label="How">
          <Select options={[{ value: 'plan', label: 'in steps, watched, by itself' }, { value: 'percent', label: 'to some percent of new sessions' }, { value: 'all', label: 'to every new session' }]} />
        </Form.Item>
        {typed?.how === 'percent' && (
          <>
            <Form.Item name="percent" label="Percent of new sessions" rules={[{ required: true, message: 'A percentage' }]}><InputNumber min={0.01} max={isBySource ? 100 : 99.99} /></Form.Item>
            <Form.Item name="sources" label="Only bookings that came from (empty is all)" rules={[{ type: 'array', defaultField: { pattern: /^[a-z0-9-]{1,30}$/, message: 'Short words in small letters' } }]}>
              <Select mode="tags" tokenSeparators={[',', ' ']} options={['direct', 'broker', 'corporate'].map((value) => ({ value }))} />
            </Form.Item>
          </>
        )}
        {typed?.how === 'plan' && (
          <>
            <Form.Item name="inWaves" valuePropName="checked"><Checkbox>In waves, one after the other</Checkbox></Form.Item>
            {inWaves && <RollOutWaves options={reach} />}
            <Form.Item name="steps" label="Steps in percent" rules={[{ required: true, pattern: /^\s*\d+(\.\d+)?(\s*,\s*\d+(\.\d+)?)*\s*$/, message: 'Rising percentages, separated by commas' }]}><Input /></Form.Item>
            <Form.Item name="dwellMinutes" label="Minutes per step" rules={[{ required: true, message: 'How long each step is watched' }]}><InputNumber min={1} max={43_200} /></Form.Item>
          </>
        )}
        {typed?.how !== 'plan' && (
          <Form.Item name="emergency" valuePropName="checked" extra="Everybody gets at once what passed no staged plan. Timeline and audit keep the reason below.">
            <Checkbox>This is an emergency</Checkbox>
          </Form.Item>
        )}
        {typed?.how !== 'plan' && (
          <Form.Item name="at" label="Not before (each tenant's own time; empty is now)" rules={[{ pattern: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, message: 'Like 2026-12-01T03:00' }]}>
            <Input placeholder="2026-12-01T03:00" />
          </Form.Item>
        )}
        <Form.Item name="reason" label="Why" rules={[{ required: true, min: 3, message: 'One sentence that the audit keeps' }]}><Input.TextArea rows={2} maxLength={500} /></Form.Item>
        {typed && <RollOutPreview form={{ ...typed, hosts: reached }} />}
        {change.error && <Alert type="error" showIcon role="alert" title={change.error.message} {...(stale && { description: 'Somebody changed a release meanwhile. Look at the list again, then repeat.' })} />}
        <Button type="primary" htmlType="submit" block loading={change.isPending} style={{ marginBlockStart: 16 }}>Roll out</Button>
      </Form>
    </Drawer>
  )
}
