import { createHmac, randomBytes } from 'node:crypto'
import * as z from 'zod'
import { brandOf, cvvLength, digitsOf, isCardNumber } from '../browser/cards.ts'
import type { FieldProblem, TokenisedCard } from '../browser/messages.ts'
import { cardScenarios } from './scenarios.ts'
import type { Card } from './transaction.ts'

const typed = z.string().max(100).transform((value) => value.trim())
const text = typed.default('')

/** What the number frame sends: its own digits, those of its sibling, and the fields of the shop's page. */
export const TokeniseRequest = z.object({
  publicKey: z.string().max(200), number: text, cvv: text, month: text, year: text, card_holder: typed.optional(), first_name: typed.optional(), last_name: typed.optional(),
})
export type TokeniseRequest = z.infer<typeof TokeniseRequest>

const messages: Readonly<Record<string, string>> = { 'errors.blank': 'must not be empty', 'errors.invalid': 'is not valid', 'errors.expired': 'is in the past' }
const problem = (attribute: string, key: string): FieldProblem => ({ attribute, key, message: messages[key] ?? key })

/** The twelve things that can be wrong with a card form, all that apply at once (P4). */
export function cardProblems(request: TokeniseRequest, now: Date): FieldProblem[] {
  const problems: FieldProblem[] = []
  const blankOr = (attribute: string, value: string, valid: () => boolean): void => {
    if (value === '') problems.push(problem(attribute, 'errors.blank'))
    else if (!valid()) problems.push(problem(attribute, 'errors.invalid'))
  }
  const number = digitsOf(request.number)
  blankOr('number', number, () => isCardNumber(number))
  blankOr('cvv', request.cvv, () => /^\d+$/.test(request.cvv) && request.cvv.length === cvvLength(brandOf(number)))
  blankOr('month', request.month, () => /^(0?[1-9]|1[0-2])$/.test(request.month))
  blankOr('year', request.year, () => /^\d{4}$/.test(request.year) && Number(request.year) <= 2999)
  if (isExpired(request, now)) problems.push(problem('year', 'errors.expired'))
  // A holder is one text, or a first and a last name.
  if (request.first_name === undefined && request.last_name === undefined) blankOr('card_holder', request.card_holder ?? '', () => true)
  else {
    blankOr('first_name', request.first_name ?? '', () => true)
    blankOr('last_name', request.last_name ?? '', () => true)
  }
  return problems
}

function isExpired({ month, year }: TokeniseRequest, now: Date): boolean {
  if (!/^\d{4}$/.test(year)) return false
  if (Number(year) !== now.getUTCFullYear()) return Number(year) < now.getUTCFullYear()
  return /^\d{1,2}$/.test(month) && Number(month) >= 1 && Number(month) < now.getUTCMonth() + 1
}

export const newToken = (): string => `ix::${randomBytes(24).toString('base64url')}`

/** The card as it is stored: without its number, of which only the fingerprint is left. */
export function storedCard(request: TokeniseRequest, secret: string): Card {
  const number = digitsOf(request.number)
  return {
    brand: brandOf(number), holder: request.card_holder ?? `${request.first_name ?? ''} ${request.last_name ?? ''}`, firstSix: number.slice(0, 6), lastFour: number.slice(-4),
    month: request.month.padStart(2, '0'), year: request.year, fingerprint: createHmac('sha256', secret).update(number).digest('base64url').slice(0, 22),
    scenario: cardScenarios[number] ?? null,
  }
}

/** The card as the shop's page gets it. */
export const tokenisedCard = (card: Card): TokenisedCard => ({
  card_type: card.brand, card_holder: card.holder, bin_digits: card.firstSix, first_six_digits: card.firstSix, last_four_digits: card.lastFour,
  month: card.month, year: card.year, fingerprint: card.fingerprint,
})
