import { Button, Form, Input, InputNumber, Select, Space } from 'antd'
import { isoCodes } from './iso-codes.ts'

/** Text messages and ways to pay, which work with the accounts of their providers (DEC-230, DEC-284). */
export function ChannelFields() {
  return (
    <div className="form">
      <Form.Item name={['smsChannel', 'countries']} label="Text messages may go to mobile numbers of these countries (two letters; empty: by mail alone)" rules={[isoCodes]}><Select mode="tags" placeholder="none" /></Form.Item>
      <Form.Item name={['smsChannel', 'perHour']} label="Text messages within an hour, over all renters (empty: 100)"><InputNumber min={1} max={100_000} precision={0} /></Form.Item>
      <Form.Item name={['smsChannel', 'uses']} label="What text messages bring (empty: codes alone)"><Select mode="multiple" placeholder="codes" options={[{ value: 'codes', label: 'Codes' }, { value: 'links', label: 'Links to finish later' }, { value: 'invitations', label: 'Invitations of the additional driver' }]} /></Form.Item>
      <Form.List name="gateways">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) => (
              <Space key={key} align="start" wrap className="whole">
                <Form.Item name={[name, 'code']} label="Way to pay: code" rules={[{ required: true, pattern: /^[\w-]{1,40}$/, message: 'The code of a provider' }]}><Input /></Form.Item>
                <Form.Item name={[name, 'name']} label="Name that renters read" rules={[{ required: true, max: 60, message: 'Up to 60 characters' }]}><Input /></Form.Item>
                <Form.Item label=" "><Button onClick={() => { remove(name) }}>Remove</Button></Form.Item>
              </Space>
            ))}
            <Button className="whole" disabled={fields.length >= 10} onClick={() => { add() }}>Add a way to pay</Button>
          </>
        )}
      </Form.List>
    </div>
  )
}
