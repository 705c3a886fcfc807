import { directionOf, type Language } from '@checkin/api/languages'
import type { TermsContents } from '@checkin/internal'
import { Differences } from '../tenants/differences.tsx'
import { termsDifferences, type TermsDifference } from './terms-differences.ts'

interface TermsComparisonProps {
  readonly language: Language
  readonly before: TermsContents
  readonly after: TermsContents
  /** Titles of the two columns. */
  readonly names: readonly [string, string]
}

/** Two versions of a document beside each other in one language, clause by clause. */
export function TermsComparison({ language, before, after, names }: TermsComparisonProps) {
  const shown = (text: TermsDifference['before']) => (text === null ? 'none' : <span lang={language} dir={directionOf(language)}>{text}</span>)
  const rows = termsDifferences(before[language], after[language]).map((row, at) => ({ key: String(at), place: row.kind, before: shown(row.before), after: shown(row.after) }))
  return <Differences caption="Clauses that differ" names={['Clause', ...names]} rows={rows} />
}
