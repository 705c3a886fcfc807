import { percentOf } from '../pricing/money.ts'
import type { PdfLayout } from '../documents/pdf/pdf-page.ts'
import { writeFacts, writeHeading, writeTable, type Cell } from '../documents/pdf/pdf-parts.ts'
import type { DocumentMessages } from '../documents/pdf/pdf-messages.ts'
import type { RentalFacts } from '../reservations/rental-facts.ts'

/** Places, times and vehicle, as documents and mails list them. */
export function rentalRows(facts: RentalFacts, { t, moment, days }: DocumentMessages): readonly (readonly [string, string])[] {
  const optional = (name: string, value: string | null): (readonly [string, string])[] => (value === null || value === '' ? [] : [[name, value]])
  return [
    [t('reference'), facts.reference], [t('number'), facts.number], ...optional(t('voucher'), facts.voucherNumber),
    [t('pickUp'), `${facts.checkOut.place}, ${moment(facts.checkOut.at)}`], [t('return'), `${facts.checkIn.place}, ${moment(facts.checkIn.at)}`],
    [t('duration'), days(facts.days)], [t('vehicle'), `${facts.vehicle.name} (${facts.vehicle.group})`], ...optional(t('plate'), facts.vehicle.plate),
    ...optional(t('kilometres'), facts.kilometres === null ? null : String(facts.kilometres)),
  ]
}

export function writeRental(layout: PdfLayout, facts: RentalFacts, messages: DocumentMessages): void {
  writeHeading(layout, messages.t('rental'))
  writeFacts(layout, rentalRows(facts, messages))
}

export function writeDrivers(layout: PdfLayout, { driver, addDriver }: RentalFacts, { t, day }: DocumentMessages): void {
  const described = ({ name, birthDate, licence }: NonNullable<RentalFacts['driver']>): string =>
    [name, birthDate && t('driver.born', { date: day(birthDate) }), licence && t('driver.licence', { licence })].filter(Boolean).join(', ')
  const rows = [[t('driver.main'), driver], [t('driver.additional'), addDriver]] as const
  writeHeading(layout, t('drivers'))
  writeFacts(layout, rows.flatMap(([name, person]) => (person ? [[name, described(person)] as const] : [])))
}

/** A sum that was paid, with its name. */
export type PaidRow = readonly [name: string, amountMinor: number]

/** VAT by rate; as one sum where a paper's facts were written down without rates. */
const taxRows = ({ taxes, taxMinor }: RentalFacts, { t, money }: DocumentMessages): readonly PaidRow[] =>
  (taxes.length === 0 ? [[t('tax'), taxMinor]] : taxes.map(({ rate, netMinor, taxMinor: ofRate }) => [t('taxOf', { rate: String(percentOf(rate)), net: money(netMinor) }), ofRate]))

/** The renter's lines and what they come to. `paid`: what was paid, row by row. */
export function writePrices(layout: PdfLayout, facts: RentalFacts, messages: DocumentMessages, paid: readonly PaidRow[] = [[messages.t('paid'), facts.paidMinor]]): void {
  const { t, money } = messages
  const [right, unitsAt] = [layout.width - 110, layout.width - 180]
  const row = (name: string, units: string, amount: string, style: Partial<Cell> = {}): readonly Cell[] => [
    { text: name, at: 0, width: unitsAt - 10, heads: 'Row', ...style },
    { text: units, at: unitsAt, width: 60, align: 'right', ...style },
    { text: amount, at: right, width: 110, align: 'right', ...style },
  ]
  const amountOf = ({ isIncluded, isInvoiced, grossMinor, discountMinor }: RentalFacts['lines'][number]): string =>
    (isIncluded ? t('included') : isInvoiced ? t('byVoucher', { amount: money(grossMinor) }) : money(grossMinor + discountMinor))
  const discountMinor = facts.lines.reduce((sum, line) => sum + (line.isIncluded || line.isInvoiced ? 0 : line.discountMinor), 0)
  const lines = [row(t('line'), t('units'), t('amount'), { quiet: true, heads: 'Column' }), ...facts.lines.map((line) => row(line.description, String(line.units), amountOf(line)))]
  writeHeading(layout, t('prices'))
  writeTable(layout, [
    ...lines,
    ...(discountMinor > 0 ? [row(t('discount'), '', money(-discountMinor))] : []),
    row(t('net'), '', money(facts.netMinor), { quiet: true }),
    ...taxRows(facts, messages).map(([name, amountMinor]) => row(name, '', money(amountMinor), { quiet: true })),
    row(t('total'), '', money(facts.totalMinor), { strong: true }),
    ...paid.filter(([, amountMinor]) => amountMinor > 0).map(([name, amountMinor]) => row(name, '', money(amountMinor))),
    row(t('due'), '', money(facts.dueMinor), { strong: true }),
  ], lines.length)
}
