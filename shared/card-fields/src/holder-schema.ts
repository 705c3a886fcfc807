import * as z from 'zod/mini'
import type { CardHolderFields } from './card-fields.ts'
import type { CardProblem } from './card-problem.ts'

const isMonth = (text: string): boolean => /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 12
const isYear = (text: string): boolean => /^\d{4}$/.test(text) && Number(text) <= 2999

const required = (valid: (text: string) => boolean) => z.string().check(
  z.refine((text) => text !== '', { error: 'errors.blank', abort: true }),
  z.refine(valid, 'errors.invalid'),
)

/** Holder, month (01 to 12) and year (at most 2999) of the card form (PAY-20, CONST-20). */
export const HolderSchema = z.object({ card_holder: required(() => true), month: required(isMonth), year: required(isYear) })

/** Past years, and past months of this year, are expired (PAY-21, DEC-74). `today` is a plain date, `2026-11-21`. */
function isExpired({ month, year }: CardHolderFields, today: string): boolean {
  const [thisYear = '', thisMonth = ''] = today.split('-')
  return isYear(year) && (Number(year) < Number(thisYear) || (year === thisYear && isMonth(month) && Number(month) < Number(thisMonth)))
}

/** What is wrong with the fields of our own page, one problem for each. */
export function holderProblems(values: CardHolderFields, today: string): CardProblem[] {
  const typed = { card_holder: values.card_holder.trim(), month: values.month.trim(), year: values.year.trim() }
  const parsed = HolderSchema.safeParse(typed)
  const problems = (parsed.success ? [] : parsed.error.issues).map(({ path, message }) => ({ attribute: String(path[0]), key: message }))
  return isExpired(typed, today) ? [...problems, { attribute: 'year', key: 'errors.expired' }] : problems
}
