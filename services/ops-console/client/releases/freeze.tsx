import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import type { FreezeSpec } from '@checkin/registry'
import { freezeSpec, freezeText } from './freeze-text.ts'

/** Freezes a tenant at once, between two hours of its own, or every weekend (ROL-8). */
export function Freeze({ isBusy, onFreeze }: { readonly isBusy: boolean; readonly onFreeze: (spec: FreezeSpec, text: string) => void }) {
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const [isWeekend, setWeekend] = useState(false)
  const isBackwards = !isWeekend && from !== '' && until !== '' && until <= from
  const press = (): void => {
    const spec = freezeSpec(from, until, isWeekend)
    onFreeze(spec, freezeText(spec))
  }
  return (
    <div className="actions" style={{ alignItems: 'end' }}>
      <label>Freeze from <Input type="datetime-local" disabled={isWeekend} value={from} onChange={({ target }) => { setFrom(target.value) }} /></label>
      <label>until <Input type="datetime-local" disabled={isWeekend} status={isBackwards ? 'error' : ''} value={until} onChange={({ target }) => { setUntil(target.value) }} /></label>
      <Checkbox checked={isWeekend} onChange={({ target }) => { setWeekend(target.checked) }}>Every weekend</Checkbox>
      <Button disabled={isBackwards} loading={isBusy} onClick={press}>Freeze</Button>
    </div>
  )
}
