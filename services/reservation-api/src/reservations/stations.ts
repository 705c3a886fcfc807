import { TenantStations, type TenantStation } from '@checkin/internal'
import type { StoredStation } from './stored-documents.ts'

/** What is said of a station, by the company's system or by the company's settings. */
export interface StationFacts extends StoredStation {
  /** Of the station itself; null for none. */
  readonly phone: string | null
  /** The company's own words about the keys, by language. */
  readonly keyText: Readonly<Record<string, string>>
}

const nothing = { address: null, latitude: null, longitude: null, hours: null, keys: null } as const

/**
 * What is said of a station: by the company's system with the reservation first, value by value; what that leaves out by the settings, which alone say the telephone and
 * the words about the keys (DEC-356). A point on the map is one value. Null where nobody says anything.
 */
export function stationFacts(place: string, put: StoredStation | null, own: readonly TenantStation[]): StationFacts | null {
  const said = own.find((station) => station.place === place)
  if (put === null && said === undefined) return null
  const [first, then] = [put ?? nothing, said ?? nothing]
  const point = first.latitude !== null && first.longitude !== null ? first : then
  return {
    address: first.address ?? then.address, latitude: point.latitude, longitude: point.longitude, hours: first.hours ?? then.hours, keys: first.keys ?? then.keys,
    phone: said?.phone ?? null, keyText: said?.keyText ?? {},
  }
}

/** The stations in a tenant's settings as they lie in the database. What this version cannot read says nothing: a reservation is never kept from its renter by it. */
export const readStations = (stored: unknown): readonly TenantStation[] => TenantStations.safeParse(stored ?? []).data ?? []
