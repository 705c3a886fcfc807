import { useState } from 'react'
import { DateField } from '@checkin/ui/date-field'
import { Modal } from '@checkin/ui/chrome/modal'
import { Select } from '@checkin/ui/select'
import { Stepper } from '@checkin/ui/stepper'
import { Toast } from '@checkin/ui/chrome/toast'
import { countries, documents } from './choices.js'

/** The controls of `@checkin/ui`, as screens use them. */
export function combobox({ report }) {
  const [value, setValue] = useState('1')
  return <Select name="field" label="Country" choices={countries} value={value} onChange={(next) => { setValue(next); report(next) }} autoComplete="country-name" />
}

export function select({ report }) {
  const [value, setValue] = useState('')
  return <Select name="field" label="Document" choices={documents} value={value} onChange={(next) => { setValue(next); report(next) }} />
}

export function date({ report }) {
  const [value, setValue] = useState('2026-11-23')
  return <DateField name="field" label="Pick-up date" value={value} onChange={(next) => { setValue(next); report(next) }} />
}

export function dialog({ report }) {
  const [open, setOpen] = useState(false)
  const close = () => { setOpen(false); report('closed') }
  return (
    <>
      <button type="button" data-open onClick={() => { setOpen(true) }}>Open</button>
      {open && <Modal state="info" type="confirm" messages={[{ key: 'Question', text: 'Leave without saving?' }]} confirmText="Leave" cancelText="Stay" onConfirm={close} onClose={close} />}
    </>
  )
}

export function toast() {
  const [alert, setAlert] = useState(null)
  return (
    <>
      <button type="button" data-open onClick={() => { setAlert({ key: 'Saved', text: 'Your data were saved', state: 'success' }) }}>Open</button>
      <Toast alert={alert} />
    </>
  )
}

export function number({ report }) {
  const [quantity, setQuantity] = useState(1)
  const change = (next) => { setQuantity(next); report(String(next)) }
  return <Stepper label="Child seat" minusLabel="Less" plusLabel="More" quantity={quantity} canMinus={quantity > 0} canPlus={quantity < 3} onMinus={() => { change(quantity - 1) }} onPlus={() => { change(quantity + 1) }} />
}
