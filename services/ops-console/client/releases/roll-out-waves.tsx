import { Button, Form, Select } from 'antd'

interface RollOutWavesProps {
  /** Groups and tenants that a wave may have. */
  readonly options: readonly { readonly value: string; readonly label?: string }[]
}

/** Waves in their order, each of groups and tenants; one is moved by buttons, so that a keyboard and a thumb can. */
export function RollOutWaves({ options }: RollOutWavesProps) {
  return (
    <Form.List name="waves">
      {(fields, { add, remove, move }) => (
        <div role="group" aria-label="Waves" style={{ display: 'grid', gap: 10, marginBlockEnd: 16 }}>
          {fields.map(({ key, name }, at) => (
            <div key={key} data-wave={at + 1}>
              <Form.Item name={[name, 'members']} label={`Wave ${at + 1}`} rules={[{ required: true, message: 'Choose a group or a tenant, or remove the wave' }]} style={{ marginBlockEnd: 6 }}>
                <Select mode="multiple" options={[...options]} />
              </Form.Item>
              <div style={{ display: 'flex', flexWrap: 'wrap', gap: 10 }}>
                <Button disabled={at === 0} aria-label={`Wave ${at + 1} earlier`} onClick={() => { move(at, at - 1) }}>Earlier</Button>
                <Button disabled={at === fields.length - 1} aria-label={`Wave ${at + 1} later`} onClick={() => { move(at, at + 1) }}>Later</Button>
                <Button disabled={fields.length === 1} aria-label={`Remove wave ${at + 1}`} onClick={() => { remove(at) }}>Remove</Button>
              </div>
            </div>
          ))}
          <Button style={{ justifySelf: 'start' }} onClick={() => { add({ members: [] }) }}>Add a wave</Button>
          <p className="legend">The steps run for the first wave, then for the next, each when the one before is through. A version that is bad in any wave is rolled back in all.</p>
        </div>
      )}
    </Form.List>
  )
}
