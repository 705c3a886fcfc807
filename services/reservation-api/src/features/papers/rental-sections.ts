import { decimalOf } from '../../pricing/decimal.ts'
import type { Paper } from './paper-page.ts'
import { writeFacts, writeHeading, writeTable, type Cell } from './paper-parts.ts'
import type { PaperWords } from './paper-words.ts'
import type { RentalFacts } from './rental-facts.ts'

/** Places, times and vehicle, as papers and mails list them. */
export function rentalRows(facts: RentalFacts, { say, moment, days }: PaperWords): readonly (readonly [string, string])[] {
  const optional = (name: string, value: string | null): (readonly [string, string])[] => (value === null || value === '' ? [] : [[name, value]])
  return [
    [say('reference'), facts.reference], [say('number'), facts.number], ...optional(say('voucher'), facts.voucherNumber),
    [say('pickUp'), `${facts.checkOut.place}, ${moment(facts.checkOut.at)}`], [say('return'), `${facts.checkIn.place}, ${moment(facts.checkIn.at)}`],
    [say('duration'), days(facts.days)], [say('vehicle'), `${facts.vehicle.name} (${facts.vehicle.group})`], ...optional(say('plate'), facts.vehicle.plate),
    ...optional(say('kilometres'), facts.kilometres === null ? null : String(facts.kilometres)),
  ]
}

export function writeRental(paper: Paper, facts: RentalFacts, words: PaperWords): void {
  writeHeading(paper, words.say('rental'))
  writeFacts(paper, rentalRows(facts, words))
}

export function writeDrivers(paper: Paper, { driver, addDriver }: RentalFacts, { say, day }: PaperWords): void {
  const told = ({ name, birthDate, licence }: NonNullable<RentalFacts['driver']>): string =>
    [name, birthDate && say('driver.born', { date: day(birthDate) }), licence && say('driver.licence', { licence })].filter(Boolean).join(', ')
  const rows = [[say('driver.main'), driver], [say('driver.additional'), addDriver]] as const
  writeHeading(paper, say('drivers'))
  writeFacts(paper, rows.flatMap(([name, person]) => (person ? [[name, told(person)] as const] : [])))
}

/** A sum that was paid, with its name. */
export type PaidRow = readonly [name: string, amountMinor: number]

/** VAT by rate; as one sum where a paper's facts were written down without rates. */
const taxRows = ({ taxes, taxMinor }: RentalFacts, { say, money }: PaperWords): readonly PaidRow[] =>
  (taxes.length === 0 ? [[say('tax'), taxMinor]] : taxes.map(({ rate, netMinor, taxMinor: ofRate }) => [say('taxOf', { rate: String(decimalOf(rate)), net: money(netMinor) }), ofRate]))

/** The renter's lines and what they come to. `paid`: what was paid, row by row. */
export function writePrices(paper: Paper, facts: RentalFacts, words: PaperWords, paid: readonly PaidRow[] = [[words.say('paid'), facts.paidMinor]]): void {
  const { say, money } = words
  const [right, unitsAt] = [paper.width - 110, paper.width - 180]
  const row = (name: string, units: string, amount: string, style: Partial<Cell> = {}): readonly Cell[] => [
    { text: name, at: 0, width: unitsAt - 10, heads: 'Row', ...style },
    { text: units, at: unitsAt, width: 60, align: 'right', ...style },
    { text: amount, at: right, width: 110, align: 'right', ...style },
  ]
  const amountOf = ({ isIncluded, isInvoiced, grossMinor, discountMinor }: RentalFacts['lines'][number]): string =>
    (isIncluded ? say('included') : isInvoiced ? say('byVoucher', { amount: money(grossMinor) }) : money(grossMinor + discountMinor))
  const discountMinor = facts.lines.reduce((sum, line) => sum + (line.isIncluded || line.isInvoiced ? 0 : line.discountMinor), 0)
  const lines = [row(say('line'), say('units'), say('amount'), { quiet: true, heads: 'Column' }), ...facts.lines.map((line) => row(line.description, String(line.units), amountOf(line)))]
  writeHeading(paper, say('prices'))
  writeTable(paper, [
    ...lines,
    ...(discountMinor > 0 ? [row(say('discount'), '', money(-discountMinor))] : []),
    row(say('net'), '', money(facts.netMinor), { quiet: true }),
    ...taxRows(facts, words).map(([name, amountMinor]) => row(name, '', money(amountMinor), { quiet: true })),
    row(say('total'), '', money(facts.totalMinor), { strong: true }),
    ...paid.filter(([, amountMinor]) => amountMinor > 0).map(([name, amountMinor]) => row(name, '', money(amountMinor))),
    row(say('due'), '', money(facts.dueMinor), { strong: true }),
  ], lines.length)
}
