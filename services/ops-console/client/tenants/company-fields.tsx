import { Button, Form, Input, InputNumber, Select, Switch, Upload } from 'antd'
import { useState } from 'react'
import { mostLogoBytes, type TenantSettings } from '@checkin/internal'

const colour = { pattern: /^#[0-9a-fA-F]{3,8}$/, message: 'A colour such as #090 or #ff6a00' }
const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value }))
const currencies = Intl.supportedValuesOf('currency').map((value) => ({ value }))

/** Name, logo and colours. */
export function BrandFields() {
  const form = Form.useFormInstance<TenantSettings>()
  const [isTooLarge, setIsTooLarge] = useState(false)
  const takeLogo = async (file: File): Promise<void> => {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
    form.setFieldValue('firmLogo', btoa(text))
  }
  return (
    <>
      <Form.Item name="firmName" label="Name" rules={[{ required: true, message: 'The name that renters know' }, { max: 80 }]}><Input /></Form.Item>
      <Form.Item label="Logo (SVG without letters as text, PNG, JPEG or WebP; up to 150 kB)" extra="Kept as a picture that is made anew from the file, at most 384 x 128 pixels." {...(isTooLarge && { validateStatus: 'error', help: 'This file is larger than 150 kB' })}>
        <Upload
          accept="image/svg+xml,image/png,image/jpeg,image/webp" maxCount={1} showUploadList={false}
          beforeUpload={(file) => {
            setIsTooLarge(file.size > mostLogoBytes)
            if (file.size <= mostLogoBytes) void takeLogo(file)
            return false
          }}
        >
          <Button>Choose another logo</Button>
        </Upload>
      </Form.Item>
      <Form.Item name="firmLogo" hidden><Input /></Form.Item>
      <Form.Item name="cssPrimary" label="Colour of bar and links" rules={[colour]}><Input placeholder="standard" /></Form.Item>
      <Form.Item name={['primaryBtn', 'backgroundColor']} label="Button colour" rules={[colour]}><Input placeholder="#090" /></Form.Item>
      <Form.Item name={['primaryBtn', 'color']} label="Button text" rules={[colour]}><Input placeholder="#fff" /></Form.Item>
    </>
  )
}

/** Where renters find people, and from whom mail comes. */
export const ContactFields = () => (
  <>
    <Form.Item name="phone" label="Counter's phone" rules={[{ required: true, message: 'Renters are sent here when nothing else helps' }, { max: 30 }]}><Input /></Form.Item>
    <Form.Item name={['help', 'chatUrl']} label="Chat (https address, shown with the phone)" rules={[{ pattern: /^https:\/\/\S+$/, message: 'An address that begins with https://' }, { max: 300 }]}><Input placeholder="none" /></Form.Item>
    <Form.Item name={['help', 'hours']} label="Opening hours, as renters read them" rules={[{ max: 160 }]}><Input placeholder="none" /></Form.Item>
    <Form.Item name="sender" label="Sender of mails" rules={[{ required: true, type: 'email', message: 'An e-mail address' }]}><Input /></Form.Item>
  </>
)

/** Money, hours, how long data are kept, who decides, and what renters agree to. */
export const PolicyFields = () => (
  <>
    <Form.Item name="currency" label="Currency" rules={[{ required: true }]}><Select showSearch options={currencies} /></Form.Item>
    <Form.Item name="timeZone" label="Time zone" rules={[{ required: true }]}><Select showSearch options={zones} /></Form.Item>
    <Form.Item name="documentRetentionDays" label="Keep document pictures (days after return)" rules={[{ required: true }]}><InputNumber min={0} max={3650} /></Form.Item>
    <Form.Item name="personalDataRetentionDays" label="Delete personal data (days after return; empty: when your own system asks)"><InputNumber min={30} max={7300} /></Form.Item>
    <Form.Item name="pdfRetentionDays" label="Keep receipts and agreements longer (days after return; empty: no longer)"><InputNumber min={30} max={7300} /></Form.Item>
    <Form.Item name="moneyApprovalAbove" label="Money orders need a second person above (empty: none does)"><InputNumber min={0} max={10_000_000} /></Form.Item>
    <Form.Item name="settingsApproval" label="Changes of these settings need a second person" valuePropName="checked"><Switch /></Form.Item>
    <Form.Item name="terms" label="Terms that renters agree to (tags)"><Select mode="tags" /></Form.Item>
  </>
)

/** Name, logo, colours, money and addresses of a tenant. */
export const CompanyFields = () => <div className="form"><BrandFields /><ContactFields /><PolicyFields /></div>
