import { Collapse, Form, Switch } from 'antd'
import type { RuleSet, TenantSettings } from '../api/tenants.ts'

interface RuleTableProps { readonly path: readonly string[]; readonly rules: RuleSet; readonly who: string }

function RuleTable({ path, rules, who }: RuleTableProps) {
  return (
    <div className="scroll">
      <table className="matrix">
        <thead><tr><th>Field</th><th>Shown</th><th>Must be filled in</th></tr></thead>
        <tbody>
          {Object.keys(rules).map((field) => (
            <tr key={field}>
              <td>{field}</td>
              <td><Form.Item name={[...path, field, 'visible']} valuePropName="checked" noStyle><Switch size="small" aria-label={`${who}, ${field}: shown`} /></Form.Item></td>
              <td><Form.Item name={[...path, field, 'mandatory']} valuePropName="checked" noStyle><Switch size="small" aria-label={`${who}, ${field}: must be filled in`} /></Form.Item></td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RuleFieldsProps { readonly rules: TenantSettings['fieldRules'] }

/** What each driver is asked, field by field (DEC-89). */
export function RuleFields({ rules }: RuleFieldsProps) {
  const parts = [
    { key: 'main', label: 'Main driver', path: ['fieldRules', 'main', 'fields'], of: rules.main.fields },
    { key: 'second', label: 'Second licence', path: ['fieldRules', 'main', 'second'], of: rules.main.second },
    { key: 'additional', label: 'Additional driver', path: ['fieldRules', 'additional'], of: rules.additional },
  ]
  return <Collapse items={parts.map(({ key, label, path, of }) => ({ key, label, forceRender: true, children: <RuleTable path={path} rules={of} who={label} /> }))} />
}
