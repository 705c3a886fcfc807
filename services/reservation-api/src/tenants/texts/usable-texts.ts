import { changedTexts, longestText, textProblem, textProblemWords, type OwnText, type TenantTexts, type TextProblem } from '@checkin/internal'
import { ServiceError } from '@checkin/server'
import { productTexts } from './product-texts.ts'

interface UnusableText extends Pick<OwnText, 'language' | 'id'> {
  readonly problem: TextProblem
  /** Most characters that the text may have; null where the product has no such text. */
  readonly longest: number | null
}

/** Most that one refusal names. */
const mostNamed = 20

/** What is wrong with texts that `before` does not have: those were taken when they were saved, by what the product said then. */
export function unusableTexts(before: TenantTexts | undefined, texts: TenantTexts | undefined): readonly UnusableText[] {
  return changedTexts(before, texts).flatMap(({ language, id, text }) => {
    const product = productTexts[language][id]
    const problem = textProblem(id, product, text)
    return problem === null ? [] : [{ language, id, problem, longest: product === undefined ? null : longestText(product) }]
  })
}

/** Refuses with 422 `UnusableTexts`, in words and with each text by language and id, where a new text cannot stand in place of the product's (DEC-324). */
export function requireUsableTexts(before: TenantTexts | undefined, texts: TenantTexts | undefined): void {
  const found = unusableTexts(before, texts)
  const [first] = found
  if (!first) return
  const others = found.length > 1 ? ` (and ${found.length - 1} more)` : ''
  throw new ServiceError(422, 'UnusableTexts', `${first.id} in ${first.language}: ${textProblemWords[first.problem]}${others}`, { data: { texts: found.slice(0, mostNamed) } })
}
