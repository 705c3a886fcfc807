import { languages } from '@checkin/api/languages'
import { Collapse, Form, Input, InputNumber, Select, Switch } from 'antd'
import type { TenantSettings } from '@checkin/internal'
import { languageName } from '../frame/format.tsx'
import { withEveryField } from './field-rules.ts'
import { isoCodes } from './iso-codes.ts'

interface RuleTableProps { readonly path: readonly string[]; readonly rules: TenantSettings['fieldRules']['additional']; readonly who: string }

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

/** What each driver is asked, field by field (DEC-89); also of a tenant that has no rule yet (DEC-355). */
export function RuleFields({ rules: own }: { readonly rules: TenantSettings['fieldRules'] }) {
  const rules = withEveryField(own)
  const parts = [
    { key: 'main', label: 'Main driver', path: ['fieldRules', 'main', 'fields'], of: rules.main.fields },
    { key: 'second', label: 'Second licence', path: ['fieldRules', 'main', 'second'], of: rules.main.second },
    { key: 'additional', label: 'Additional driver', path: ['fieldRules', 'additional'], of: rules.additional },
  ]
  return <Collapse items={parts.map(({ key, label, path, of }) => ({ key, label, forceRender: true, children: <RuleTable path={path} rules={of} who={label} /> }))} />
}

const names: Readonly<Record<string, string>> = {
  adview: 'Additional driver', upview: 'Upgrade', exview: 'Extras', uploadview: 'Upload of documents', paymentview: 'Payment', precheckoutview: 'Pre-checkout',
}

const layouts: { readonly value: TenantSettings['offersLayout']; readonly label: string }[] = [{ value: 'steps', label: 'step by step' }, { value: 'page', label: 'on one page' }]

const entries: { readonly value: TenantSettings['driverEntry']; readonly label: string }[] = [{ value: 'steps', label: 'with fields to type' }, { value: 'scan', label: 'with pictures of the documents, or typed' }]

const undoKinds: { readonly value: TenantSettings['ticketUndoIncludes'][number]; readonly label: string }[] = [{ value: 'paid', label: 'what was paid, which is refunded' }, { value: 'upgrade', label: 'an upgrade' }, { value: 'driver', label: 'the additional driver' }]

const languageOptions = languages.map((value) => ({ value, label: languageName(value) }))

/** Languages in which renters are served. */
export const LanguageField = () => <Form.Item name="locales" label="Languages in the order in which they are offered; English is always one"><Select mode="multiple" options={languageOptions} /></Form.Item>

/** Which steps renters get, and which they may pass over. */
export function StepFields({ withLanguages = true }: { readonly withLanguages?: boolean }) {
  const form = Form.useFormInstance()
  return (
    <>
      <Form.List name="modules">
        {(fields) => (
          <div className="scroll">
            <table className="matrix">
              <thead><tr><th>Step</th><th>On</th><th>May be skipped</th></tr></thead>
              <tbody>
                {fields.map(({ key, name }) => {
                  const viewTag = form.getFieldValue(['modules', name, 'viewTag']) as string
                  const step = names[viewTag] ?? viewTag
                  return (
                    <tr key={key}>
                      <td>{step} <small>{viewTag}</small><Form.Item name={[name, 'viewTag']} hidden><Input /></Form.Item></td>
                      <td><Form.Item name={[name, 'isEnabled']} valuePropName="checked" noStyle><Switch aria-label={`${step}: on`} /></Form.Item></td>
                      <td><Form.Item name={[name, 'skipAllowed']} valuePropName="checked" noStyle><Switch aria-label={`${step}: may be skipped`} /></Form.Item></td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </div>
        )}
      </Form.List>
      <div className="form">
        <Form.Item name="isUploadAvailable" label="Pictures of documents can be uploaded" valuePropName="checked"><Switch /></Form.Item>
        <Form.Item name="isUploadMandatory" label="They must be" valuePropName="checked"><Switch /></Form.Item>
        <Form.Item name="isDocumentScanAvailable" label="The lines at the foot of a document can be read on the renter's device" valuePropName="checked"><Switch /></Form.Item>
        <Form.Item name="pictureHandOver" label="Pictures of documents can be taken by a phone that reads a code from the page" valuePropName="checked"><Switch /></Form.Item>
        <Form.Item name="driverInvitation" label="The additional driver can be invited to fill in the own data" valuePropName="checked"><Switch /></Form.Item>
        <Form.Item name="invitationHours" label="Hours for which such an invitation is good, never beyond pick-up" rules={[{ required: true, message: 'From 1 to 336 hours' }]}><InputNumber min={1} max={336} precision={0} /></Form.Item>
        <Form.Item name="ticket" label="A completed check-in has a ticket, to which the confirmation has the link" valuePropName="checked"><Switch /></Form.Item>
        <Form.Item name="ticketOffline" label="The renter's device keeps the ticket, so that it opens without a network" valuePropName="checked"><Switch /></Form.Item>
        <Form.Item name="ticketUndoHours" label="Hours before pick-up until which the ticket takes back what was added; empty for never"><InputNumber min={0} max={336} precision={0} /></Form.Item>
        <Form.Item name="ticketUndoIncludes" label="What it takes back beside extras that are not paid yet"><Select mode="multiple" options={undoKinds} placeholder="nothing else" /></Form.Item>
        <Form.Item name="driverEntry" label="A driver's data begin"><Select options={entries} /></Form.Item>
        <Form.Item name="offersLayout" label="Additional driver, upgrade and extras come"><Select options={layouts} /></Form.Item>
        <Form.Item name="validatePostalCode" label="Countries whose postal codes are checked (two letters)" rules={[isoCodes]}><Select mode="tags" /></Form.Item>
        <Form.Item name="validateTaxNumber" label="Countries whose tax numbers are checked (two letters)" rules={[isoCodes]}><Select mode="tags" /></Form.Item>
        {withLanguages && <LanguageField />}
      </div>
    </>
  )
}
