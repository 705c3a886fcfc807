import { stdnum } from 'stdnum'

/** Kinds of number that a renter may have as a tax number, by country; each by the form and check digits of its issuer. */
export const taxNumberKinds: Readonly<Record<string, readonly string[]>> = {
  PT: ['nif'],
  ES: ['dni', 'nie', 'nif', 'cif'],
  FR: ['nif', 'tva', 'siren'],
  GB: ['utr', 'nino', 'vat'],
  CH: ['uid', 'vat', 'ssn'],
}

/** National numbers are often written with the country in front, as in VAT numbers. */
function writings(taxNumber: string, isoCode: string): readonly string[] {
  const plain = taxNumber.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return plain.startsWith(isoCode) && isoCode !== 'CH' ? [plain, plain.slice(isoCode.length)] : [plain]
}

/** Whether a tax number is one of its country by form and check digits (DRIVER-29). A number of a country without rules is believed. */
export function isTaxNumber(taxNumber: string, isoCode: string): boolean {
  const kinds = taxNumberKinds[isoCode]
  if (!kinds) return true
  return writings(taxNumber, isoCode).some((written) => kinds.some((kind) => stdnum[isoCode]?.[kind]?.validate(written).isValid === true))
}
