import type { KnownStation, TenantStation } from '@checkin/internal'
import { internalContract as internal } from '@checkin/internal'
import { offeredLanguages } from '@checkin/api/languages'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../api/client.ts'
import { useOperator } from '../api/session.ts'
import { PageHead } from '../frame/page-head.tsx'
import { Paged } from '../frame/paged.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { useAddress } from '../frame/use-address.ts'
import { KeepDraft } from '../tenants/keep-draft.tsx'
import { WithTenantOrDraft, type TenantOrDraft } from '../tenants/tenant-or-draft.tsx'
import { StationFacts } from './station-facts.tsx'
import { StationFields } from './station-fields.tsx'
import { emptyStation, settingsWithStations, stationRows, withStation, type StationRow } from './station-text.ts'

const useStations = (id: string) => useQuery({ queryKey: ['stations', id], refetchInterval: false, queryFn: async () => (await call(internal.listStations, { params: { id } })).rows })

/** Where a tenant's renters go: what its system says of each station, and what the company says beside it (DEC-356). */
export function StationsPage() {
  return (
    <WithTenantOrDraft head={(tenant) => (
      <PageHead title="Stations" lead={`${tenant.settings.firmName}, ${tenant.host}: what renters read of where they go`} action={<Link to={`/tenants/${tenant.id}/history`}>Revisions and drafts</Link>} />
    )}>
      {(edited, key) => <WithKnown key={key} edited={edited} />}
    </WithTenantOrDraft>
  )
}

function WithKnown({ edited }: { readonly edited: TenantOrDraft }) {
  const known = useStations(edited.tenant.id)
  return <QueryResult query={known}>{(rows) => <Stations {...edited} known={rows} />}</QueryResult>
}

/** What was said stays here until it is kept as a draft; the revision is the one that was seen when the page was opened. */
function Stations({ tenant, draft, known }: TenantOrDraft & { readonly known: readonly KnownStation[] }) {
  const address = useAddress()
  const mayChange = useOperator().data?.role === 'operator'
  const [seen] = useState(tenant)
  const [own, setOwn] = useState<readonly TenantStation[]>(seen.settings.stations ?? [])
  const [name, setName] = useState('')
  const rows = stationRows(known, own, address.of('search'))
  const isChanged = JSON.stringify(own) !== JSON.stringify(seen.settings.stations ?? [])
  const open = address.of('station')
  const isNew = name.trim() !== '' && !stationRows(known, own, '').some(({ place }) => place === name.trim())
  const add = (): void => {
    setOwn([...own, emptyStation(name.trim())])
    address.choose({ station: name.trim(), search: '', page: '' })
    setName('')
  }
  return (
    <>
      <section className="panel" aria-label="Find stations">
        <p>What the company&rsquo;s system gives with a reservation stands first, value by value. What it leaves out is said here, and the telephone and the words about the keys are said here alone.</p>
        <div className="filters">
          <label>Search <Input value={address.of('search')} onChange={({ target }) => { address.choose({ search: target.value, page: '' }) }} /></label>
          {mayChange && <label>Name of another station, as the system will give it <Input value={name} maxLength={80} onChange={({ target }) => { setName(target.value) }} /></label>}
          {mayChange && <div><Button disabled={!isNew} onClick={add}>Add it</Button></div>}
        </div>
        {!mayChange && <Alert type="info" showIcon title="Only an operator changes stations; you can read them" />}
      </section>
      <section className="panel" aria-label="Stations">
        <h2>{rows.length === 1 ? 'One station' : `${rows.length} stations`}</h2>
        {rows.length === 0 && <p>No reservation that is still to come names one, and the settings say nothing of any.</p>}
        <Paged rows={rows}>
          {(shown) => (
            <ul className="rows">
              {shown.map((row) => (
                <li key={row.place} data-place={row.place}>
                  <Station row={row} isOpen={open === row.place} mayChange={mayChange} languages={offeredLanguages(seen.settings.locales)} onOpen={(isOpen) => { address.choose({ station: isOpen ? row.place : '' }) }} onStation={(station) => { setOwn(withStation(own, station)) }} />
                </li>
              ))}
            </ul>
          )}
        </Paged>
      </section>
      {mayChange && (
        <section className="panel" aria-label="Draft">
          <h2>{draft ? 'Draft' : 'Keep what you changed'}</h2>
          <p role="status">{isChanged ? 'Nobody reads it yet. A draft is compared, and applied at once or at an hour.' : 'Nothing is changed yet.'}</p>
          {isChanged && <KeepDraft id={seen.id} revision={seen.revision} {...draft} label="Keep as a draft" isPrimary settingsNow={() => Promise.resolve(settingsWithStations(seen.settings, own))} />}
        </section>
      )}
    </>
  )
}

interface StationProps {
  readonly row: StationRow
  readonly isOpen: boolean
  readonly mayChange: boolean
  readonly languages: Parameters<typeof StationFields>[0]['languages']
  readonly onOpen: (isOpen: boolean) => void
  readonly onStation: (station: TenantStation) => void
}

function Station({ row, isOpen, mayChange, languages, onOpen, onStation }: StationProps) {
  const { place, reservations, own } = row
  return (
    <>
      <p><b>{place}</b> {own !== null && <span className="pill new">said by us</span>} <span className="legend">{reservations === 0 ? 'no reservation' : reservations === 1 ? 'one pick-up or return' : `${reservations} pick-ups and returns`} to come</span></p>
      <StationFacts row={row} />
      {mayChange && !isOpen && <div className="actions"><Button size="small" aria-label={`Change ${place}`} onClick={() => { onOpen(true) }}>Change</Button></div>}
      {mayChange && isOpen && <StationFields key={place} row={row} languages={languages} onStation={onStation} onDone={() => { onOpen(false) }} />}
    </>
  )
}
