import type { Reservation } from '@checkin/api'
import { formatDateTime, formatList, useLanguage, type Translate } from '@checkin/i18n'

type Station = NonNullable<Reservation['checkOut']['station']>

/** Where and when, with what the company says of the station; null or nothing where it says nothing. */
export interface StationStop {
  readonly place: string
  /** On the clock there. */
  readonly dateAndTime: string
  readonly station?: Station | null | undefined
}

/** By coordinates where the company gave them, else by address or name. */
function mapOf({ place, station }: StationStop): string {
  const { latitude = null, longitude = null, address = null } = station ?? {}
  const query = latitude !== null && longitude !== null ? `${latitude},${longitude}` : address === null ? place : `${place}, ${address}`
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query }).toString()}`
}

/** Place and time, address, hours of that day, where keys are, as far as the company says so, and the way there on a map (DEC-105, DEC-185). */
export function StationDetails({ stop, words }: { readonly stop: StationStop; readonly words: Translate }) {
  const language = useLanguage()
  const { place, dateAndTime, station } = stop
  return (
    <>
      <p><b>{place}</b><br />{formatDateTime(dateAndTime, language)}</p>
      {station && <StationLines station={station} words={words} />}
      <p><a href={mapOf(stop)} target="_blank" rel="noopener noreferrer">{words('End.map')}<span className="ck-hidden"> ({words('End.newTab')})</span></a></p>
    </>
  )
}

function StationLines({ station: { address, open, keys }, words }: { readonly station: Station; readonly words: Translate }) {
  const language = useLanguage()
  const hours = open ? formatList(open.map(({ from, to }) => `${from}–${to}`), language) : undefined
  return (
    <>
      {address !== null && <p data-station="address">{address}</p>}
      {hours !== undefined && <p data-station="open">{hours === '' ? words('End.closed') : hours === '00:00–24:00' ? words('End.openAlways') : words('End.open', { hours })}</p>}
      {keys !== null && <p data-station="keys">{words(`End.keys.${keys}`)}</p>}
    </>
  )
}
