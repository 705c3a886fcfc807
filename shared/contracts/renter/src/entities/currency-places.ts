/** Currencies whose minor unit is not a hundredth (ISO 4217, list one), by their decimal places. */
const unusual: readonly (readonly [places: number, currencies: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'], [3, 'BHD IQD JOD KWD LYD OMR TND'], [4, 'CLF UYW'],
]

/**
 * Decimal places of a currency's amounts, wherever they are charged or shown (DEC-116). Not those of Intl, which go by what is usual in shops: HUF
 * has two here and none there.
 */
export const placesOf = (currency: string): number => unusual.find(([, currencies]) => currencies.split(' ').includes(currency))?.[0] ?? 2
