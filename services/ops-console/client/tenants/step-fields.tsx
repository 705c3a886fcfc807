import { Form, Input, Switch } from 'antd'

const names: Readonly<Record<string, string>> = {
  adview: 'Additional driver', upview: 'Upgrade', exview: 'Extras', uploadview: 'Upload of documents', paymentview: 'Payment', precheckoutview: 'Pre-checkout',
}

/** Which steps renters get, and which they may pass over. */
export function StepFields() {
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
      </div>
    </>
  )
}
