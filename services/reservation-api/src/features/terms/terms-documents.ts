import { createHash } from 'node:crypto'
import type { Language } from '@checkin/i18n'
import { termsPdf, type TermsFirm } from './terms-pdf.ts'
import { termsText, type TermTag } from './terms-texts.ts'

export interface TermsDocument {
  readonly bytes: Buffer
  /** Strong validator of HTTP, quotes included. */
  readonly etag: string
}

export interface TermsDocuments {
  readonly pdf: (tag: TermTag, language: Language, firm: TermsFirm) => Promise<TermsDocument>
}

const mostKept = 200

/**
 * Makes each document once per process: what is asked for again is kept by the hash of everything that it shows. A document
 * takes about a tenth of a second, so the few that exist need no thread of their own.
 */
export function termsDocuments(): TermsDocuments {
  const kept = new Map<string, Promise<TermsDocument>>()
  return {
    pdf: (tag, language, firm) => {
      const key = createHash('sha256').update(JSON.stringify([language, firm, termsText(tag, language, firm.firmName)])).digest('base64url')
      const made = kept.get(key) ?? termsPdf(tag, language, firm).then((bytes) => ({ bytes, etag: `"${key}"` }))
      kept.delete(key)
      kept.set(key, made)
      made.catch(() => kept.delete(key))
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break
        kept.delete(oldest)
      }
      return made
    },
  }
}
