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

/** The company's words in the renter's language; the product's where it has none, and in another language what nothing else says (DEC-356). */
function keyLine({ keys, keyText = {} }: Station, language: string, words: Translate): { readonly text: string; readonly lang?: string } | null {
  const own = keyText[language]
  if (own !== undefined) return { text: own }
  if (keys !== null) return { text: words(`End.keys.${keys}`) }
  const [lang, text] = Object.entries(keyText).toSorted(([one], [other]) => Number(other === 'en') - Number(one === 'en'))[0] ?? []
  return lang !== undefined && text !== undefined ? { text, lang } : null
}

function StationLines({ station, words }: { readonly station: Station; readonly words: Translate }) {
  const language = useLanguage()
  const { address, open, phone } = station
  const keys = keyLine(station, language, words)
  const hours = open ? formatList(open.map(({ from, to }) => `${from}–${to}`), language) : undefined
  return (
    <>
      {address !== null && <p data-station="address">{address}</p>}
      {hours !== undefined && <p data-station="open">{hours === '' ? words('End.closed') : hours === '00:00–24:00' ? words('End.openAlways') : words('End.open', { hours })}</p>}
      {keys !== null && <p data-station="keys" {...(keys.lang !== undefined && { lang: keys.lang, dir: 'auto' as const })}>{keys.text}</p>}
      {phone !== undefined && <p data-station="phone"><a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}><bdi>{phone}</bdi></a></p>}
    </>
  )
}
