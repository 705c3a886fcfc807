import { App, DatePicker, InputNumber, Modal, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { countries, documents } from './choices.js'

const byLabel = (typed, option) => option.label.toLowerCase().includes(typed.toLowerCase())

/** antd with what its documentation recommends for each control, without a theme of ours. */
export const combobox = ({ report }) => (
  <>
    <label htmlFor="field">Country</label>
    <Select id="field" name="field" showSearch={{ filterOption: byLabel }} size="large" style={{ width: 300 }} options={countries} defaultValue="1" onChange={report} />
  </>
)

export const select = ({ report }) => (
  <>
    <label htmlFor="field">Document</label>
    <Select id="field" name="field" size="large" style={{ width: 300 }} options={documents} onChange={report} />
  </>
)

export const date = ({ report }) => (
  <>
    <label htmlFor="field">Pick-up date</label>
    <DatePicker id="field" name="field" size="large" defaultValue={dayjs('2026-11-23')} onChange={(chosen) => { report(chosen ? chosen.format('YYYY-MM-DD') : '') }} />
  </>
)

export function dialog({ report }) {
  const [open, setOpen] = useState(false)
  const close = () => { setOpen(false); report('closed') }
  return (
    <>
      <button type="button" data-open onClick={() => { setOpen(true) }}>Open</button>
      <Modal title="Leave without saving?" open={open} onOk={close} onCancel={close} okText="Leave" cancelText="Stay" />
    </>
  )
}

function Toaster() {
  const { message } = App.useApp()
  return <button type="button" data-open onClick={() => { void message.success('Your data were saved') }}>Open</button>
}
export const toast = () => <App><Toaster /></App>

export const number = ({ report }) => (
  <>
    <label htmlFor="field">Child seat</label>
    <InputNumber id="field" name="field" mode="spinner" size="large" min={0} max={3} defaultValue={1} onChange={(next) => { report(String(next)) }} />
  </>
)
