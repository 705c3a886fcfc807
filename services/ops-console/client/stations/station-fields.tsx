import { directionOf, type Language } from '@checkin/api/languages'
import { longestKeyText, type TenantStation } from '@checkin/internal'
import { Alert, Button, Input, InputNumber, Select } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { languageName } from '../frame/format.tsx'
import { dayOptions, emptyStation, orNull, stationProblems, type StationRow } from './station-text.ts'

interface StationFieldsProps {
  readonly row: StationRow
  /** Languages in which the tenant serves its renters. */
  readonly languages: readonly Language[]
  readonly onStation: (station: TenantStation) => void
  readonly onDone: () => void
}

type Hours = NonNullable<TenantStation['hours']>

const keyOptions = [{ value: '', label: 'not said here' }, { value: 'counter', label: 'at the counter' }, { value: 'keybox', label: 'in a key box' }]

/** What a company says of one station itself; says at once what the server would refuse. */
export function StationFields({ row: { place, said, own }, languages, onStation, onDone }: StationFieldsProps) {
  const [station, setStation] = useState(own ?? emptyStation(place))
  const change = (values: Partial<TenantStation>): void => { setStation({ ...station, ...values }) }
  const problems = stationProblems(station)
  const worded = (language: Language, text: string): TenantStation['keyText'] => {
    const { [language]: _former, ...others } = station.keyText
    return text === '' ? others : { ...others, [language]: text }
  }
  return (
    <>
      <div className="form">
        <Field label="Address in one line">{(id) => <Input id={id} maxLength={200} placeholder={said?.address ?? 'none'} value={station.address ?? ''} onChange={({ target }) => { change({ address: orNull(target.value) }) }} />}</Field>
        <Field label="Degrees north">{(id) => <InputNumber id={id} min={-90} max={90} placeholder={String(said?.latitude ?? 'none')} value={station.latitude} onChange={(latitude) => { change({ latitude }) }} />}</Field>
        <Field label="Degrees east">{(id) => <InputNumber id={id} min={-180} max={180} placeholder={String(said?.longitude ?? 'none')} value={station.longitude} onChange={(longitude) => { change({ longitude }) }} />}</Field>
        <Field label="Telephone of the station">{(id) => <Input id={id} maxLength={30} placeholder="none" value={station.phone ?? ''} onChange={({ target }) => { change({ phone: orNull(target.value) }) }} />}</Field>
        <Field label="Keys are handed over">{(id) => <Select<string> id={id} value={station.keys ?? ''} options={keyOptions} onChange={(keys) => { change({ keys: keys === 'counter' || keys === 'keybox' ? keys : null }) }} />}</Field>
      </div>
      <HoursFields hours={station.hours ?? []} onHours={(hours) => { change({ hours: hours.length === 0 ? null : hours }) }} />
      {languages.map((language) => (
        <Field key={language} label={`Words about the keys, ${languageName(language)}`}>
          {(id) => <Input.TextArea id={id} lang={language} dir={directionOf(language)} autoSize maxLength={longestKeyText} placeholder="the product's" value={station.keyText[language] ?? ''} onChange={({ target }) => { change({ keyText: worded(language, target.value) }) }} />}
        </Field>
      ))}
      {problems.length > 0 && <Alert type="warning" showIcon title={`These cannot be used yet: ${problems.join(', ')}`} />}
      <div className="actions">
        <Button size="small" type="primary" disabled={problems.length > 0} onClick={() => { onStation(station); onDone() }}>Use this</Button>
        <Button size="small" onClick={onDone}>Leave it as it was</Button>
      </div>
    </>
  )
}

/** A label and its field, which gets the id that the label names. */
function Field({ label, children }: { readonly label: string; readonly children: (id: string) => ReactNode }) {
  const id = useId()
  return <div style={{ display: 'grid' }}><label htmlFor={id}>{label}</label>{children(id)}</div>
}

function HoursFields({ hours, onHours }: { readonly hours: Hours; readonly onHours: (hours: Hours) => void }) {
  const put = (at: number, values: Partial<Hours[number]>): void => { onHours(hours.map((row, other) => (other === at ? { ...row, ...values } : row))) }
  return (
    <fieldset>
      <legend>Opening hours; a day that no line names is closed</legend>
      {hours.map(({ days, from, to }, at) => (
        // Lines have no name of their own; their fields hold no state that could go to another.
        <div key={at} className="filters">
          <label>Days <Select mode="multiple" aria-label={`Days of line ${at + 1}`} value={days} options={dayOptions} onChange={(chosen: number[]) => { put(at, { days: chosen.toSorted((one, other) => one - other) }) }} /></label>
          <label>From <Input aria-label={`From, line ${at + 1}`} placeholder="08:00" value={from} onChange={({ target }) => { put(at, { from: target.value }) }} /></label>
          <label>Until <Input aria-label={`Until, line ${at + 1}`} placeholder="24:00" value={to} onChange={({ target }) => { put(at, { to: target.value }) }} /></label>
          <div><Button size="small" aria-label={`Take out line ${at + 1}`} onClick={() => { onHours(hours.filter((_, other) => other !== at)) }}>Take out</Button></div>
        </div>
      ))}
      <Button size="small" style={{ justifySelf: 'start' }} disabled={hours.length >= 28} onClick={() => { onHours([...hours, { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }]) }}>Add hours</Button>
    </fieldset>
  )
}
