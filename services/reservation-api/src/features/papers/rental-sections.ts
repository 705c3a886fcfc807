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

/** The renter's lines and what they come to. */
export function writePrices(paper: Paper, facts: RentalFacts, { say, money }: PaperWords): void {
  const [right, unitsAt] = [paper.width - 110, paper.width - 180]
  const row = (name: string, units: string, amount: string, style: Partial<Cell> = {}): readonly Cell[] => [
    { text: name, at: 0, width: unitsAt - 10, heads: 'Row', ...style },
    { text: units, at: unitsAt, width: 60, align: 'right', ...style },
    { text: amount, at: right, width: 110, align: 'right', ...style },
  ]
  const amountOf = ({ isIncluded, isInvoiced, grossMinor }: RentalFacts['lines'][number]): string =>
    (isIncluded ? say('included') : isInvoiced ? say('byVoucher') : money(grossMinor))
  writeHeading(paper, say('prices'))
  writeTable(paper, [
    row(say('line'), say('units'), say('amount'), { quiet: true, heads: 'Column' }),
    ...facts.lines.map((line) => row(line.description, String(line.units), amountOf(line))),
    row(say('net'), '', money(facts.netMinor), { quiet: true }), row(say('tax'), '', money(facts.taxMinor), { quiet: true }),
    row(say('total'), '', money(facts.totalMinor), { strong: true }),
    ...(facts.paidMinor > 0 ? [row(say('paid'), '', money(facts.paidMinor))] : []),
    row(say('due'), '', money(facts.dueMinor), { strong: true }),
  ])
}
