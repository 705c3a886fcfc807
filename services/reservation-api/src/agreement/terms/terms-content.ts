import { createHash } from 'node:crypto'
import { directionOf } from '@checkin/api/languages'
import { TermsContent } from '@checkin/internal'

/** The content as it is stored, and the SHA-256 of exactly that (hexadecimal): what an acceptance names. */
export function storedContent(content: TermsContent): { readonly content: string; readonly hash: string } {
  const stored = JSON.stringify(content)
  return { content: stored, hash: createHash('sha256').update(stored).digest('hex') }
}

/** Reads what is stored. Throws when it is not what its hash says: nobody is shown, or said to have agreed to, something else. */
export function readContent({ content, hash }: { readonly content: string; readonly hash: string }): TermsContent {
  if (createHash('sha256').update(content).digest('hex') !== hash) throw new Error('a terms document is not what its hash says')
  return TermsContent.parse(JSON.parse(content))
}

/** Whether it can be shown in a language: we set no line that runs from right to left (decision 0161); the company's own file is as it is. */
export const isSettable = (language: string, content: TermsContent): boolean => content.kind === 'pdf' || directionOf(language) === 'ltr'
