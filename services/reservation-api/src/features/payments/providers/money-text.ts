const placesOf = (currency: string): number => new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Minor units as the decimal text of providers, `159.15`. */
export function decimalText(minor: number, currency: string): string {
  const places = placesOf(currency)
  const text = String(minor).padStart(places + 1, '0')
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
}

/** Minor units of a provider's decimal text; null when it is none of that currency, so that no amount is ever guessed. */
export function minorUnits(text: string, currency: string): number | null {
  if (!/^[A-Z]{3}$/.test(currency) || !/^\d{1,12}(\.\d+)?$/.test(text)) return null
  const [whole = '', part = ''] = text.split('.')
  const places = placesOf(currency)
  const kept = part.replace(/0+$/, '')
  return kept.length > places ? null : Number(whole + kept.padEnd(places, '0'))
}
