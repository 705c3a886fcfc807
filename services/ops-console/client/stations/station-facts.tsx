import { languageName } from '../frame/format.tsx'
import { hoursText, type StationRow } from './station-text.ts'

const keyNames = { counter: 'at the counter', keybox: 'in a key box' } as const
const pointText = ({ latitude, longitude }: { readonly latitude: number | null; readonly longitude: number | null }): string | null => (latitude === null || longitude === null ? null : `${latitude}, ${longitude}`)

/** What renters read of a station, each value with who says it. */
export function StationFacts({ row: { said, own } }: { readonly row: StationRow }) {
  const facts: readonly (readonly [string, string | null, string | null])[] = [
    ['Address', said?.address ?? null, own?.address ?? null],
    ['Point on the map', said ? pointText(said) : null, own ? pointText(own) : null],
    ['Opening hours', said?.hours ? hoursText(said.hours) : null, own?.hours ? hoursText(own.hours) : null],
    ['Keys', said?.keys ? keyNames[said.keys] : null, own?.keys ? keyNames[own.keys] : null],
    ['Telephone', null, own?.phone ?? null],
    ...Object.entries(own?.keyText ?? {}).map(([language, text]) => [`Words about the keys, ${languageName(language)}`, null, text] as const),
  ]
  const rows = facts.filter(([, theirs, ours]) => theirs !== null || ours !== null)
  if (rows.length === 0) return <p>Nothing is said of it but its name.</p>
  return (
    <div className="trace">
      <dl>
        {rows.map(([name, theirs, ours]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{theirs ?? ours} <small>{theirs === null ? 'said here' : ours === null || ours === theirs ? 'from the system' : `from the system; said here: ${ours}`}</small></dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
