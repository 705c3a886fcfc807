import type { KnownStation, TenantSettings, TenantStation } from '@checkin/internal'
import { TenantStations } from '@checkin/internal'

/** A station as it is found: what the company's system says of it, and what the company says itself. */
export interface StationRow {
  readonly place: string
  /** Pick-ups and returns there that are still to come. */
  readonly reservations: number
  readonly said: KnownStation['said']
  /** Null where the settings say nothing of it. */
  readonly own: TenantStation | null
}

/** Stations that a search leaves, by name: those of reservations, and what only the settings have. */
export function stationRows(known: readonly KnownStation[], own: readonly TenantStation[], search: string): readonly StationRow[] {
  const only = own.filter(({ place }) => known.every((each) => each.place !== place)).map(({ place }) => ({ place, reservations: 0, said: null }))
  const wanted = search.trim().toLowerCase()
  return [...known, ...only].filter(({ place }) => place.toLowerCase().includes(wanted)).toSorted((one, other) => one.place.localeCompare(other.place))
    .map(({ place, reservations, said }) => ({ place, reservations, said, own: own.find((each) => each.place === place) ?? null }))
}

/** A station of which the settings say nothing yet. */
export const emptyStation = (place: string): TenantStation => ({ place, address: null, latitude: null, longitude: null, hours: null, keys: null, phone: null, keyText: {} })

const saysNothing = ({ place: _place, keyText, ...facts }: TenantStation): boolean => Object.keys(keyText).length === 0 && Object.values(facts).every((value) => value === null)

/** Stations with one in its new state; one that says nothing any more is left out. */
export function withStation(own: readonly TenantStation[], station: TenantStation): readonly TenantStation[] {
  const others = own.filter(({ place }) => place !== station.place)
  return saysNothing(station) ? others : [...others, station].toSorted((one, other) => one.place.localeCompare(other.place))
}

/** Settings with these stations, without those that say nothing; without any, as if there never had been one. */
export function settingsWithStations(settings: TenantSettings, stations: readonly TenantStation[]): TenantSettings {
  const { stations: _former, ...others } = settings
  const said = stations.filter((station) => !saysNothing(station))
  return said.length === 0 ? others : { ...others, stations: said }
}

const fieldNames: Readonly<Record<string, string>> = {
  place: 'Name', address: 'Address', latitude: 'Degrees north', longitude: 'Degrees east', hours: 'Opening hours', keys: 'Keys', phone: 'Telephone', keyText: 'Words about the keys',
}

/** What the server would refuse of a station, by the names of its fields; empty where nothing is wrong. */
export function stationProblems(station: TenantStation): readonly string[] {
  const { error } = TenantStations.safeParse([station])
  return [...new Set((error?.issues ?? []).map(({ path }) => fieldNames[String(path[1])] ?? 'The station'))]
}

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
/** Days of the week by their numbers, 1 Monday to 7 Sunday. */
export const dayOptions = dayNames.map((label, at) => ({ value: at + 1, label }))

/** Opening hours as people read them. */
export const hoursText = (hours: TenantStation['hours']): string =>
  hours === null ? 'not said' : hours.length === 0 ? 'closed every day' : hours.map(({ days, from, to }) => `${days.map((day) => dayNames[day - 1]?.slice(0, 3) ?? day).join(', ')} ${from}–${to}`).join('; ')

/** A value as it is typed, null where it is empty. */
export const orNull = (text: string): string | null => (text === '' ? null : text)
