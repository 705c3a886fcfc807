import type { Language } from '@checkin/i18n'
import { openPaper, quiet, type Paper, type PaperFirm } from '../papers/paper-page.ts'
import { writeFacts, writeHeading, writeText, writeTitle } from '../papers/paper-parts.ts'
import { paperWords, type PaperWords } from '../papers/paper-words.ts'
import { writeDrivers, writePrices, writeRental } from '../papers/rental-sections.ts'
import type { StoredSignature } from '../signature/stored-signature.ts'
import type { AgreementFacts } from './agreement-facts.ts'
import { writeSignature } from './signature-section.ts'

export interface AgreementText {
  readonly facts: AgreementFacts
  readonly language: Language
  readonly firm: PaperFirm
  /** Deposit and amount due, as asked for, and what the provider holds; minor units. */
  readonly hold: { readonly depositMinor: number; readonly dueMinor: number; readonly heldMinor: number; readonly captureBefore: Date | null }
  /** Null for the agreement that is to be signed. */
  readonly signed: { readonly signature: StoredSignature; readonly signatureId: string; readonly agreementHash: string } | null
}

function writeDeposit(paper: Paper, { facts, firm, hold: { depositMinor, dueMinor, heldMinor, captureBefore } }: AgreementText, { say, money, day }: PaperWords): void {
  const { cdw, theft } = facts.excess
  writeHeading(paper, say('deposit'))
  const isSum = depositMinor > 0 && dueMinor > 0 && heldMinor === depositMinor + dueMinor
  const sums = { amount: money(heldMinor), deposit: money(depositMinor), due: money(dueMinor) }
  const until = heldMinor > 0 && captureBefore ? captureBefore.toISOString() : null
  // A hold that ends on its own before the car is back is not promised to be released after that.
  const isShort = until !== null && until.slice(0, 10) < facts.checkIn.at.slice(0, 10)
  const sentences = heldMinor === 0 ? [say('deposit.none')] : [
    say(isSum ? 'deposit.withDue' : 'deposit.held', sums), ...(isShort ? [] : [say('deposit.released')]),
    ...(until === null ? [] : [say(isShort ? 'deposit.untilShort' : 'deposit.until', { date: day(until), firm: firm.firmName })]),
  ]
  writeText(paper, sentences.join(' '))
  if (cdw === null && theft === null) return
  writeHeading(paper, say('excess'))
  const rows = [[say('excess.cdw'), cdw], [say('excess.theft'), theft]] as const
  writeFacts(paper, rows.flatMap(([name, amount]) => (amount === null ? [] : [[name, money(amount)] as const])))
}

function writeClauses(paper: Paper, { firm, facts: { termsAcceptedOn } }: AgreementText, { say, day }: PaperWords): void {
  const firmName = { firm: firm.firmName }
  writeHeading(paper, say('agreed'))
  writeText(paper, say('agreed.drivers'))
  writeText(paper, say('agreed.return'))
  writeText(paper, termsAcceptedOn === null ? say('agreed.termsOpen', firmName) : say('agreed.terms', { ...firmName, date: day(termsAcceptedOn) }))
}

/** The rental agreement as PDF, to be signed or signed already. The same text gives the same bytes. */
export function agreementPdf(text: AgreementText): Promise<Buffer> {
  const { facts, language, firm, signed } = text
  const words = paperWords(language, facts.currency)
  const { say, moment } = words
  const title = say(signed ? 'signed.title' : 'agreement.title')
  const paper = openPaper({
    title, language, firm, issuedAt: new Date(signed ? signed.signature.signedAt : `${facts.writtenAt}Z`),
    foot: [say('foot.reference', { firm: firm.firmName, reference: facts.reference }), say('foot.page')],
  })
  writeTitle(paper, title, say(signed ? 'signed.lead' : 'agreement.lead', {
    firm: firm.firmName, customer: facts.customer, reference: facts.reference, written: moment(facts.writtenAt),
  }))
  writeRental(paper, facts, words)
  writeDrivers(paper, facts, words)
  writePrices(paper, facts, words)
  writeDeposit(paper, text, words)
  writeClauses(paper, text, words)
  writeHeading(paper, say('signature'))
  if (signed) writeSignature(paper, signed, language, words)
  else writeText(paper, say('agreement.draft'), { colour: quiet })
  return paper.finish()
}
