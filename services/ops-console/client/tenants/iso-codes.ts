/** A list of countries by their two letters (ISO 3166), as the reservation API takes it. */
export const isoCodes = { type: 'array' as const, defaultField: { type: 'string' as const, pattern: /^[A-Z]{2}$/, message: 'Codes such as PT or ES' } }
